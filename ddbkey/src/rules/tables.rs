//! What must hold between the entities of a table.

use super::{check_indexes, check_patterns, messages};
use crate::entity::{EntitySchema, IndexList, advance};
use crate::key::schema::KeySchema;
use crate::layout::Layout;
use crate::pattern::AttributeType;
use crate::rules::disjoint::overlap;
use crate::table::TableSchema;
use crate::text::same_text;

/// The entity at this place agrees with the table and with every entity before it on names and types,
/// and shares no key with any of them.
///
/// # Panics
///
/// Panics if that does not hold.
#[track_caller]
pub const fn check_entity(table: &TableSchema, at: usize) {
    let entity = table.entities()[at];
    if entity.is_generic() {
        own_rules(entity);
    }
    if !names_layout(entity, table.layout()) {
        names_of_table(table, entity);
        names_of_indexes(table.name(), table.layout(), entity);
    }
    if let Some(name) = table.type_attribute() {
        name_of_entity(name, entity);
    }
    shape_of_indexes(table, at);
    let mut before = 0;
    while before < at {
        let other = table.entities()[before];
        if same_text(entity.name(), other.name()) {
            messages::entities_of_one_name(table.name(), entity.name()).fail();
        }
        // Without a number, all attributes are strings.
        if entity.has_number() || other.has_number() {
            types_of_attributes(other, entity);
        }
        if !entity.starts_unlike(other) {
            no_shared_key(other, entity);
        }
        before += 1;
    }
}

/// Whether the entity points at the table: its own checks then say what it has otherwise.
const fn names_layout(entity: &EntitySchema, layout: &Layout) -> bool {
    matches!(entity.layout(), Some(own) if own.same_as(layout))
}

/// What an entity checks where it is declared, unless its types are known here first.
#[track_caller]
const fn own_rules(entity: &EntitySchema) {
    let (mut next, mut indexes) = (Some(entity.key()), entity.index_list());
    while let Some(key) = next {
        check_patterns(key.pk.patterns());
        check_patterns(key.sk.patterns());
        (next, indexes) = advance(indexes);
    }
    check_indexes(entity);
}

#[track_caller]
const fn names_of_table(table: &TableSchema, entity: &EntitySchema) {
    let layout = table.layout();
    let has_same_names = entity.key().pk.are_named(layout.partition_key())
        && entity.key().sk.are_named(layout.sort_key());
    if table.is_named() {
        if !has_same_names {
            let names = (layout.partition_key(), layout.sort_key());
            messages::entity_with_other_names(table.name(), entity.name(), entity.key(), names)
                .fail();
        }
    } else if !same_attribute_names(entity.key(), table.entities()[0].key()) {
        let first = table.entities()[0];
        messages::entity_with_other_keys(table.name(), entity, first).fail();
    }
    let has_same_type = match (entity.type_attribute(), layout.type_attribute()) {
        (Some(theirs), Some(ours)) => same_text(theirs, ours),
        (None, None) => true,
        _ => false,
    };
    if !has_same_type {
        let (ours, theirs) = (layout.type_attribute(), entity.type_attribute());
        messages::entity_with_other_type_attribute(table.name(), ours, entity.name(), theirs)
            .fail();
    }
}

/// If the table names the attributes of an index, the entity has them.
#[track_caller]
const fn names_of_indexes(table: &str, layout: &Layout, entity: &EntitySchema) {
    let mut next = entity.index_list();
    while let Some(list) = next {
        if let Some(name) = list.index.index_name()
            && let Some(index) = layout.index(name)
            && !(list.index.pk.are_named(index.partition_key())
                && list.index.sk.are_named(index.sort_key()))
        {
            let names = (index.partition_key(), index.sort_key());
            messages::entity_with_other_index_names(table, entity.name(), name, list.index, names)
                .fail();
        }
        next = list.next;
    }
}

/// A key attribute of an index that is also the type attribute holds the name of the entity.
#[track_caller]
const fn name_of_entity(type_attribute: &str, entity: &EntitySchema) {
    let mut next = entity.index_list();
    while let Some(list) = next {
        let mut at = 0;
        while let Some(attribute) = list.index.attribute_at(at) {
            let pattern = attribute.pattern();
            if same_text(attribute.name(), type_attribute)
                && !(pattern.is_static() && same_text(pattern.prefix(), entity.type_name()))
            {
                messages::type_attribute_is_key(type_attribute).fail();
            }
            at += 1;
        }
        next = list.next;
    }
}

/// An index has the same kind, attributes and types for all entities: those of the first that has it.
#[track_caller]
const fn shape_of_indexes(table: &TableSchema, at: usize) {
    let entity = table.entities()[at];
    let mut next = entity.index_list();
    while let Some(IndexList { index, next: rest }) = next {
        if let Some(name) = index.index_name()
            && let Some((other, first)) = first_with_index(table, at, name)
            && !(same_attributes(first, index) && first.kind as u8 == index.kind as u8)
        {
            messages::entities_disagree_on_index(name, first, other.name(), index, entity.name())
                .fail();
        }
        next = *rest;
    }
}

/// The first of the entities before this place that has the index.
const fn first_with_index<'t>(
    table: &'t TableSchema,
    end: usize,
    name: &str,
) -> Option<(&'t EntitySchema, &'static KeySchema)> {
    let mut at = 0;
    while at < end {
        let entity = table.entities()[at];
        let mut next = entity.index_list();
        while let Some(IndexList { index, next: rest }) = next {
            if let Some(other) = index.index_name()
                && same_text(other, name)
            {
                return Some((entity, index));
            }
            next = *rest;
        }
        at += 1;
    }
    None
}

/// The same names and types, in the same order.
const fn same_attributes(one: &KeySchema, other: &KeySchema) -> bool {
    if !same_attribute_names(one, other) {
        return false;
    }
    let mut at = 0;
    while let (Some(left), Some(right)) = (one.attribute_at(at), other.attribute_at(at)) {
        if left.attribute_type() as u8 != right.attribute_type() as u8 {
            return false;
        }
        at += 1;
    }
    true
}

/// The same names, in the same order.
const fn same_attribute_names(one: &KeySchema, other: &KeySchema) -> bool {
    if one.pk.len() != other.pk.len() || one.sk.len() != other.sk.len() {
        return false;
    }
    let mut at = 0;
    while let (Some(left), Some(right)) = (one.attribute_at(at), other.attribute_at(at)) {
        if !same_text(left.name(), right.name()) {
            return false;
        }
        at += 1;
    }
    true
}

/// A key attribute has one type in all entities.
#[track_caller]
const fn types_of_attributes(one: &EntitySchema, other: &EntitySchema) {
    let mut left = Some(one.key());
    let mut left_list = one.index_list();
    while let Some(key) = left {
        let mut right = Some(other.key());
        let mut right_list = other.index_list();
        while let Some(other_key) = right {
            types_of_keys(one, key, other, other_key);
            (right, right_list) = advance(right_list);
        }
        (left, left_list) = advance(left_list);
    }
}

#[track_caller]
const fn types_of_keys(
    one: &EntitySchema,
    key: &KeySchema,
    other: &EntitySchema,
    other_key: &KeySchema,
) {
    let mut at = 0;
    while let Some(left) = key.attribute_at(at) {
        let mut place = 0;
        while let Some(right) = other_key.attribute_at(place) {
            let (one_type, other_type): (AttributeType, AttributeType) =
                (left.attribute_type(), right.attribute_type());
            if one_type as u8 != other_type as u8 && same_text(left.name(), right.name()) {
                messages::attribute_of_two_types(
                    left.name(),
                    one_type,
                    one.name(),
                    other_type,
                    other.name(),
                )
                .fail();
            }
            place += 1;
        }
        at += 1;
    }
}

/// No pair of texts is a key of both entities.
#[track_caller]
const fn no_shared_key(one: &EntitySchema, other: &EntitySchema) {
    if let Some(overlap) = overlap(one, other) {
        messages::shared_keys(one, other, &overlap).fail();
    }
}
