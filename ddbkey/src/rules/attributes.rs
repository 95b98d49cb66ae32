//! No attribute of an entity has two values, whether from two keys or from a key and a field.

use super::disjoint::index_overlap;
use super::messages;
use super::tables::same_attributes;
use crate::declaration::{EntitySchema, KeyAttribute, KeySchema};
use crate::text::has_text;

/// Every attribute has one value, whichever index it comes from.
#[track_caller]
pub const fn check_indexes(schema: &EntitySchema) {
    let mut place = 0;
    while schema.key_at(place + 1).is_some() {
        check_index_at(schema, place);
        place += 1;
    }
}

/// Checks that an index gives each attribute the value that the keys of the table and earlier indexes give it.
#[track_caller]
pub const fn check_index_at(schema: &EntitySchema, place: usize) {
    let Some(index) = schema.key_at(place + 1) else { return };
    let mut before = 0;
    while before <= place
        && let Some(other) = schema.key_at(before)
    {
        if index.is_beside(other) {
            check_shapes(schema.name(), other, index);
        } else if let Some((left, right)) = conflict(index, other)
            && !are_exclusive(schema, before, place + 1)
        {
            messages::attribute_of_two_keys(left.name(), left.pattern(), right.pattern()).fail();
        }
        before += 1;
    }
}

/// Two keys of one index have the same attributes, and no string is both.
#[track_caller]
const fn check_shapes(entity: &str, one: &KeySchema, other: &KeySchema) {
    if one.kind as u8 != other.kind as u8 || !same_attributes(one, other, true) {
        messages::shapes_of_two_layouts(one, other).fail();
    }
    if let Some(overlap) = index_overlap(one, other) {
        messages::overlapping_shapes(entity, one, other, &overlap).fail();
    }
}

/// Whether no item has both of two keys, given by position: if all `Option` parts of both have a value, an earlier key
/// of the same index is written instead of one of them.
const fn are_exclusive(schema: &EntitySchema, one: usize, other: usize) -> bool {
    let (Some(left), Some(right)) = (schema.key_at(one), schema.key_at(other)) else {
        return false;
    };
    let mut place = 1;
    while let Some(earlier) = schema.key_at(place) {
        let replaces_one = place < one && earlier.is_beside(left);
        let replaces_other = place < other && earlier.is_beside(right);
        if (replaces_one || replaces_other) && is_filled_with(earlier, left, right) {
            return true;
        }
        place += 1;
    }
    false
}

/// Whether each `Option` part of a key is also one of these two keys.
const fn is_filled_with(key: &KeySchema, one: &KeySchema, other: &KeySchema) -> bool {
    !any!(own in key.optional => !has_text(one.optional, own) && !has_text(other.optional, own))
}

/// An attribute that has different values in the two keys.
const fn conflict(one: &KeySchema, other: &KeySchema) -> Option<(KeyAttribute, KeyAttribute)> {
    each!(left from one.attribute_at => {
        if let Some(right) = other.attribute(left.name())
            && !is_same_value(left, right)
        {
            return Some((left, right));
        }
    });
    None
}

/// Whether both have the same string, of the same type.
const fn is_same_value(one: KeyAttribute, other: KeyAttribute) -> bool {
    one.pattern().builds_as(other.pattern())
        && one.attribute_type() as u8 == other.attribute_type() as u8
}

/// A field that serde writes does not overwrite a joined key, which is another string. `is_text` is false for a number
/// or a `bool`.
#[track_caller]
pub const fn check_field(schema: &EntitySchema, field: &str, attribute: &str, is_text: bool) {
    each!(key from schema.key_at => { check_field_beside(key, field, attribute, is_text) });
    each!(key from schema.primary_key_at => { check_field_beside(key, field, attribute, is_text) });
}

#[track_caller]
const fn check_field_beside(keys: &KeySchema, field: &str, attribute: &str, is_text: bool) {
    let Some(own) = keys.attribute(attribute) else { return };
    let pattern = own.pattern();
    if pattern.entry.is_none()
        && (!is_text || (pattern.place_of(field).is_some() && pattern.segments.len() > 1))
    {
        messages::field_over_key(field, attribute, pattern).fail();
    }
}
