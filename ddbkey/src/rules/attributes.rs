//! No attribute of an entity has two values, that of another key or that of a field.

use super::messages;
use crate::entity::{EntitySchema, advance};
use crate::key::schema::{AttributeSchema, KeySchema};
use crate::text::same_text;

/// Every attribute has one value, whichever index it comes from.
///
/// # Panics
///
/// Panics if that does not hold.
#[track_caller]
pub const fn check_indexes(schema: &EntitySchema) {
    let (mut next, mut place) = (schema.index_list(), 0);
    while let Some(list) = next {
        check_against_others(schema, list.index, place);
        (next, place) = (list.next, place + 1);
    }
}

/// The same for the index at one place.
///
/// # Panics
///
/// Panics if it gives an attribute another value than the keys of the table or of an index before it do.
#[track_caller]
pub const fn check_index_at(schema: &EntitySchema, place: usize) {
    let (mut next, mut at) = (schema.index_list(), 0);
    while let Some(list) = next {
        if at == place {
            check_against_others(schema, list.index, place);
        }
        (next, at) = (list.next, at + 1);
    }
}

#[track_caller]
const fn check_against_others(schema: &EntitySchema, index: &KeySchema, place: usize) {
    check_pair(index, schema.key());
    let (mut next, mut before) = (schema.index_list(), 0);
    while let Some(list) = next
        && before < place
    {
        check_pair(index, list.index);
        (next, before) = (list.next, before + 1);
    }
}

#[track_caller]
const fn check_pair(one: &KeySchema, other: &KeySchema) {
    let mut at = 0;
    while let Some(left) = one.attribute_at(at) {
        let mut place = 0;
        while let Some(right) = other.attribute_at(place) {
            if same_text(left.name(), right.name()) && !is_same_value(left, right) {
                messages::attribute_of_two_keys(left.name(), left.pattern(), right.pattern())
                    .fail();
            }
            place += 1;
        }
        at += 1;
    }
}

/// Whether both have the same text, of the same type.
const fn is_same_value(one: AttributeSchema, other: AttributeSchema) -> bool {
    one.pattern().builds_as(other.pattern())
        && one.attribute_type() as u8 == other.attribute_type() as u8
}

/// A field that serde writes does not take the place of a joined key, which is another text. `is_text` is false
/// of a number or a `bool`.
///
/// # Panics
///
/// Panics if it does.
#[track_caller]
pub const fn check_field(schema: &EntitySchema, field: &str, attribute: &str, is_text: bool) {
    let (mut next, mut indexes) = (Some(schema.key()), schema.index_list());
    while let Some(key) = next {
        let mut at = 0;
        while let Some(own) = key.attribute_at(at) {
            let pattern = own.pattern();
            if same_text(own.name(), attribute)
                && pattern.entry().is_none()
                && (!is_text || pattern.is_longer_than(field))
            {
                messages::field_over_key(field, attribute, pattern).fail();
            }
            at += 1;
        }
        (next, indexes) = advance(indexes);
    }
}
