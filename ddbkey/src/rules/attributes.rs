//! No attribute of an entity has two values: a table may let indexes share one.

use super::messages;
use crate::entity::EntitySchema;
use crate::key::schema::KeySchema;
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
            if same_text(left.name(), right.name()) && !left.pattern().builds_as(right.pattern()) {
                messages::attribute_of_two_keys(left.name(), left.pattern(), right.pattern())
                    .fail();
            }
            place += 1;
        }
        at += 1;
    }
}
