//! The rules between the entities of a table.

use super::{check_indexes, messages};
use crate::declaration::{EntitySchema, IndexLayout, KeySchema, Layout, Projection, TableSchema};
use crate::pattern::{MAX_SORT_KEY_LEN, Owner, Pattern};
use crate::rules::disjoint::{Outline, overlap};
use crate::text::{same_optional_text, same_text};

/// What the checks of all entities need to know about the table, so that it is evaluated once.
#[derive(Clone, Copy, Debug)]
pub struct TableSummary<const KEYS: usize> {
    keys: [TableKey; KEYS],
    time_to_live: Option<(&'static str, &'static str)>,
    has_number: bool,
}

/// A primary key of a table.
#[derive(Clone, Copy, Debug)]
struct TableKey {
    /// The position of the entity.
    entity: usize,
    /// A hash of the name of the entity.
    name: u64,
    key: &'static KeySchema,
    outline: Outline,
}

impl<const KEYS: usize> TableSummary<KEYS> {
    /// Summarizes a table with this many keys.
    #[must_use]
    pub const fn of(table: &TableSchema) -> Self {
        let none =
            TableKey { entity: 0, name: 0, key: &KeySchema::TABLE, outline: Outline::UNKNOWN };
        let (mut keys, mut count, mut has_number, mut at) = ([none; KEYS], 0, false, 0);
        each!(entity in table.entities() => {
            if !entity.entity.is_faulty {
                each!(key from entity.primary_key_at => {
                    keys[count] = TableKey::of(entity, at, key);
                    count += 1;
                });
            }
            has_number |= entity.has_number;
            at += 1;
        });
        Self { keys, time_to_live: table.time_to_live(), has_number }
    }
}

/// The number of keys in a [`TableSummary`]. An entity with mistakes is not compared.
#[must_use]
pub const fn count_keys(table: &TableSchema) -> usize {
    let mut count = 0;
    each!(entity in table.entities() => {
        if !entity.entity.is_faulty {
            count += entity.count_primary_keys();
        }
    });
    count
}

impl TableKey {
    const fn of(schema: &EntitySchema, entity: usize, key: &'static KeySchema) -> Self {
        let mut name = 0;
        each!(byte in schema.name().as_bytes() => {
            name = (name * 31 + *byte as u64) % 0x1_0000_0000_0000;
        });
        Self { entity, name, key, outline: Outline::of(key) }
    }
}

/// The entity at this position agrees with the table and with every earlier entity on names and types, and shares no
/// key with any of them.
#[track_caller]
pub const fn check_entity<const KEYS: usize>(
    table: &TableSchema,
    summary: &TableSummary<KEYS>,
    at: usize,
) {
    let entity = table.entities()[at];
    if entity.entity.is_faulty {
        return;
    }
    // A constant beside a declaration with parameters cannot name the entity.
    if entity.entity.is_generic {
        let mut place = 0;
        while entity.primary_key_at(place + 1).is_some() {
            check_alternative(Some(entity), place);
            place += 1;
        }
        check_indexes(entity);
    }
    if !names_layout(entity, &table.layout) {
        names_of_table(table, at);
        names_of_indexes(table, entity);
        limits_of_layout(table, entity);
    }
    projections(table, entity);
    time_to_live(summary.time_to_live, entity);
    if let Some(name) = table.type_attribute() {
        name_of_entity(table.name(), name, entity);
        field_as_type(table.name(), name, entity);
    } else if !same_text(entity.name(), entity.type_name()) {
        messages::type_name_without_attribute(entity.name(), entity.type_name(), table.name())
            .fail();
    } else if let [legacy, ..] = entity.entity.legacy_type_names {
        messages::type_name_without_attribute(entity.name(), legacy, table.name()).fail();
    }
    shape_of_indexes(table, at);
    // Without a number, all attributes are strings.
    if summary.has_number {
        types_of_attributes(table, at);
    }
    no_shared_key(table, &summary.keys, at);
}

/// Whether the entity refers to the table. Then its own checks report what differs.
pub(super) const fn names_layout(entity: &EntitySchema, layout: &Layout) -> bool {
    matches!(entity.entity.layout, Some(own) if own.same_as(layout))
}

#[track_caller]
const fn names_of_table(table: &TableSchema, at: usize) {
    let (layout, entity) = (&table.layout, table.entities()[at]);
    if table.is_named {
        if !entity.key().attribute_names().same_as(&layout.keys) {
            let names = (layout.keys.pk.list(), layout.keys.sk.list());
            let what = &messages::refer_to_table(table, entity);
            let (entity, key) = (entity.name(), entity.key());
            messages::entity_with_other_names(table.name(), entity, key, names, what).fail();
        }
    } else {
        keys_of_most(table, at);
    }
    let (ours, theirs) = (layout.type_attribute, entity.type_attribute());
    if !same_optional_text(ours, theirs) {
        let what = &messages::refer_to_table(table, entity);
        let (table, entity) = (table.name(), entity.name());
        messages::entity_with_other_type_attribute(table, ours, entity, theirs, what).fail();
    }
}

/// If the table does not name the key attributes, an entity has its keys in the attributes that most entities use.
#[track_caller]
const fn keys_of_most(table: &TableSchema, at: usize) {
    let (entities, own) = (table.entities(), table.entities()[at]);
    if at > 0 && same_attributes(own.key(), entities[0].key(), false) {
        return;
    }
    let (mut most, mut number, mut place) = (0, 0, 0);
    while place < entities.len() && 2 * number <= entities.len() {
        let alike = count_alike(entities, entities[place]);
        if alike > number {
            (most, number) = (place, alike);
        }
        place += 1;
    }
    let other = entities[most];
    if same_attributes(own.key(), other.key(), false) {
        return;
    }
    if count_alike(entities, own) == number {
        messages::keys_of_two_kinds(other, own).fail();
    }
    messages::keys_of_other_kind(table.name(), own, other).fail();
}

/// The number of entities that have their keys in the same attributes.
const fn count_alike(entities: &[&EntitySchema], own: &EntitySchema) -> usize {
    let mut number = 0;
    each!(entity in entities => {
        number += same_attributes(own.key(), entity.key(), false) as usize;
    });
    number
}

/// If the table names the attributes of an index, the entity has them.
#[track_caller]
const fn names_of_indexes(table: &TableSchema, entity: &EntitySchema) {
    each!(key from entity.key_at => {
        if let Some(name) = key.index
            && let Some(keys) = table.layout.keys(Some(name))
            && !key.attribute_names().same_as(keys)
        {
            let names = (keys.pk.list(), keys.sk.list());
            let what = &messages::refer_to_table(table, entity);
            let (table, entity) = (table.name(), entity.name());
            messages::entity_with_other_index_names(table, entity, name, key, names, what).fail();
        }
    });
}

/// A key attribute of an index that is also the type attribute holds the name of the entity.
#[track_caller]
const fn name_of_entity(table: &str, type_attribute: &str, entity: &EntitySchema) {
    let mut at = entity.key().len();
    while let Some(attribute) = entity.attribute_at(at) {
        let pattern = attribute.pattern();
        let is_it = pattern.is_static() && same_text(pattern.prefix(), entity.type_name());
        if same_text(attribute.name(), type_attribute)
            && if entity.entity.type_names.is_empty() { !is_it } else { pattern.is_static() }
        {
            messages::type_attribute_of_key(table, type_attribute, entity, pattern).fail();
        }
        at += 1;
    }
}

/// A field that serde writes as the type attribute can hold the name of the entity.
#[track_caller]
const fn field_as_type(table: &str, type_attribute: &str, entity: &EntitySchema) {
    if let Some(field) = entity.entity.fields.field_without_text(type_attribute) {
        messages::field_over_type(entity.name(), field, type_attribute, table).fail();
    }
}

/// An index has the same kind, attributes and types for all entities as for the first entity that has it.
#[track_caller]
const fn shape_of_indexes(table: &TableSchema, place: usize) {
    let entity = table.entities()[place];
    each!(key from entity.key_at => {
        if let Some(name) = key.index {
            match first_before(table, place, name) {
                Some((other, first)) => {
                    if !same_attributes(first, key, true) || first.kind as u8 != key.kind as u8 {
                        messages::other_index((other, first), (entity, key)).fail();
                    }
                }
                None => limits_of_index(table, place, key, name),
            }
        }
    });
}

/// The first entity before a position that has this index, with its keys there.
const fn first_before(
    table: &TableSchema,
    place: usize,
    index: &str,
) -> Option<(&'static EntitySchema, &'static KeySchema)> {
    find!(entity in table.entities().split_at(place).0 => match entity.index(index) {
        Some(key) if !entity.entity.is_faulty => Some((*entity, key)),
        _ => None,
    })
}

/// The same names in the same order, and the same types.
pub(super) const fn same_attributes(one: &KeySchema, other: &KeySchema, with_types: bool) -> bool {
    same_names(one.pk, one.names.0, other.pk, other.names.0, with_types)
        && same_names(one.sk, one.names.1, other.sk, other.names.1, with_types)
}

/// The same for one key. A joined key has the name.
const fn same_names(
    one: &[Pattern],
    name: &'static str,
    other: &[Pattern],
    other_name: &'static str,
    with_types: bool,
) -> bool {
    same!(left, right in one, other => {
        same_text(left.name_or(name), right.name_or(other_name))
            && (!with_types || left.attribute_type() as u8 == right.attribute_type() as u8)
    })
}

/// A key attribute has the same type in all entities. Each is compared with the first entity that has the attribute.
#[track_caller]
const fn types_of_attributes(table: &TableSchema, place: usize) {
    let entity = table.entities()[place];
    each!(own from entity.attribute_at => {
        let first = find!(other in table.entities().split_at(place).0 => match other.attribute(own.name()) {
            Some(theirs) if !other.entity.is_faulty => Some((*other, theirs)),
            _ => None,
        });
        if let Some((other, theirs)) = first
            && theirs.attribute_type() as u8 != own.attribute_type() as u8
        {
            let (ty, other_ty) = (own.attribute_type(), theirs.attribute_type());
            messages::attribute_of_two_types(own.name(), other_ty, other.name(), ty, entity.name())
                .fail();
        }
    });
}

/// An entity knows which indexes of the table do not hold whole items. From their rows, `read` would fill fields with
/// serde's defaults. It does not matter whether the entity declares the index or is in it by its fields.
#[track_caller]
const fn projections(table: &TableSchema, entity: &EntitySchema) {
    each!(index in table.layout.indexes => {
        let IndexLayout { name, projection, .. } = *index;
        let is_known = matches!(projection, Projection::All)
            || matches!(entity.entity.layout, Some(layout)
                if matches!(layout.index(name), Some(own) if own.projection.same_as(&projection)));
        if !is_known {
            messages::unknown_projection(name, table.name(), entity.name()).fail();
        }
    });
}

/// All entities that expire use one attribute for it, and no other entity has that attribute: DynamoDB would delete its
/// rows.
#[track_caller]
const fn time_to_live(of_table: Option<(&'static str, &'static str)>, entity: &EntitySchema) {
    let Some((name, other)) = of_table else { return };
    match entity.ttl_attribute() {
        Some(own) if same_text(own, name) => {}
        Some(own) => {
            messages::ttl_of_two_names(entity.name(), own, other, name).fail();
        }
        None => {
            if let Some(field) = entity.entity.fields.field_written_as(name) {
                messages::field_without_ttl(entity.name(), field, name, other).fail();
            }
            if entity.attribute(name).is_some() {
                messages::key_without_ttl(entity.name(), name, other).fail();
            }
        }
    }
}

/// No attribute of an entity that does not refer to the table is longer than a sort key of the table in the same
/// attribute.
#[track_caller]
const fn limits_of_layout(table: &TableSchema, entity: &EntitySchema) {
    each!(key from entity.key_at => {
        each!(own in key.pk => {
            let name = own.name_or(key.names.0);
            if let Some(Owner::Index(index)) = table.layout.sort_key_with(name)
                && exceeds_sort_key(own)
            {
                messages::longer_than_sort_key(table, entity, name, index, None).fail();
            }
        });
    });
}

/// No attribute of another entity is longer than a sort key of this index in the same attribute.
#[track_caller]
const fn limits_of_index(table: &TableSchema, entity: usize, index: &KeySchema, name: &str) {
    let (entities, mut at) = (table.entities(), 0);
    while at < entities.len() {
        let mut place = 0;
        while at != entity
            && !entities[at].entity.is_faulty
            && let Some(key) = entities[at].key_at(place)
        {
            if let Some(own) = longer_in_sort_key(key, index) {
                let owner = Some((entities[entity], index));
                messages::longer_than_sort_key(table, entities[at], own, name, owner).fail();
            }
            place += 1;
        }
        at += 1;
    }
}

/// The first attribute of a partition key that is in the sort key of an index, and is built longer than it may be there.
const fn longer_in_sort_key(key: &KeySchema, index: &KeySchema) -> Option<&'static str> {
    find!(own in key.pk => {
        let name = own.name_or(key.names.0);
        let is_in_both = any!(other in index.sk => same_text(name, other.name_or(index.names.1)));
        if is_in_both && exceeds_sort_key(own) { Some(name) } else { None }
    })
}

/// Whether an attribute is built longer than a sort key may be.
const fn exceeds_sort_key(pattern: &Pattern) -> bool {
    !pattern.sorts() && !matches!(pattern.max_len(), Some(length) if length <= MAX_SORT_KEY_LEN)
}

/// No pair of strings is a key of an entity and of an earlier one, whether the key is written or not, and no two entities
/// have the same name. The loop over the earlier keys does little, since it runs for every two keys of a table.
#[track_caller]
const fn no_shared_key(table: &TableSchema, keys: &[TableKey], at: usize) {
    let entity = table.entities()[at];
    each!(own in keys => {
        if own.entity != at {
            continue;
        }
        let Outline { separator, bytes, known } = own.outline;
        each!(other in keys => {
            if other.entity >= at {
                break;
            }
            let theirs = &other.outline;
            if (theirs.bytes ^ bytes) & theirs.known & known != 0
                && other.name != own.name
                && theirs.separator == separator
            {
                continue;
            }
            let earlier = table.entities()[other.entity];
            if same_text(entity.name(), earlier.name()) {
                messages::entities_of_one_name(table.name(), entity.name()).fail();
            }
            if let Some(overlap) = overlap(other.key, own.key) {
                messages::shared_keys((earlier, other.key), (entity, own.key), &overlap).fail();
            }
        });
    });
}

/// No pair of strings is both the alternative at this position and an earlier primary key.
#[track_caller]
pub const fn check_alternative(entity: Option<&EntitySchema>, place: usize) {
    let Some(entity) = entity else { return };
    let Some(own) = entity.primary_key_at(place + 1) else { return };
    let mut at = 0;
    while let Some(other) = entity.primary_key_at(at)
        && at <= place
    {
        if let Some(overlap) = overlap(other, own) {
            messages::overlapping_keys(other, own, &overlap).fail();
        }
        at += 1;
    }
}
