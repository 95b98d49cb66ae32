//! Converts entities to items and back with `serde_dynamo`.
//!
//! Serde first writes the fields to a map. Key attributes are then added to the map, or compared with it. A wrong key
//! is therefore a typed error and not a string that has passed through serde.
//!
//! The user's crate compiles each generic function again for every entity. Generic functions here therefore only call what
//! depends on the type of the entity, and plain functions of its schema do the rest.

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::key::PrimaryKey;
use ddbkey::schema::{EntitySchema, KeyAttribute, Layout};
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyValue, Keys, ParseError};

use crate::bounds::{ReadItem, WriteItem};
use crate::dispatch::{entity, of_item};
use crate::error::{AttributeFault, FormatFault, ItemError, ItemFault, stored};
use crate::fields::{self, Fields, FieldsError, ItemDeserializer, attributes, into_item};
use crate::index_keys::{IndexStates, shapes};
use crate::private::Visit as _;
use crate::private::{
    Alternative, Each, EntityKind, Functions, FunctionsFor, Holds, KeySchema, Record, TableKind,
};
use crate::schema::ItemSchema;
use crate::ttl;
use crate::value::{Attributes, Item, attribute_value};

pub(crate) fn to_item<T: DdbKeys + WriteItem>(entity: &T) -> Result<Item, ItemError> {
    let keys = entity.keys()?;
    add_keys(T::SCHEMA, keys, write_fields(entity)?)
}

/// Adds the key attributes and the type attribute to what serde writes.
fn add_keys(schema: &'static EntitySchema, keys: Keys, fields: Fields) -> Result<Item, ItemError> {
    let mut item = into_item(fields);
    for index in schema.indexes().filter(|index| index.is_sparse()) {
        for attribute in index.attributes().filter(|other| keys.get(other.name()).is_none()) {
            leave_out(schema, attribute.name(), &mut item)?;
        }
    }
    if let Some(name) = ttl::left_out(schema)
        && let Some(AttributeValue::Null(_)) = item.get(name)
    {
        item.remove(name);
    }
    check_time_to_live(schema, schema.ttl_attribute().and_then(|name| item.get(name)))?;
    item.reserve(keys.len());
    for (name, key) in keys {
        add(schema, name, attribute_value(key), &mut item)?;
    }
    let type_names = schema.entity.type_names;
    if let Some(name) = schema.type_attribute()
        && !type_names.is_empty()
    {
        match item.get(name) {
            Some(AttributeValue::S(text)) if type_names.contains(&text.as_str()) => {}
            _ => return Err(ItemError::new(schema.name(), ItemFault::Mismatch(name))),
        }
    } else if let Some(name) = schema.type_attribute() {
        add(schema, name, AttributeValue::S(schema.type_name().into()), &mut item)?;
    }
    Ok(item)
}

/// Checks a time to live that is about to be written.
pub(super) fn check_time_to_live(
    schema: &EntitySchema,
    value: Option<&AttributeValue>,
) -> Result<(), ItemError> {
    match (schema.ttl_attribute(), value.map(ttl::check)) {
        (Some(name), Some(Err(fault))) => {
            Err(ItemError::new(schema.name(), ItemFault::TimeToLive(name, fault)))
        }
        _ => Ok(()),
    }
}

/// Returns what serde writes.
pub(super) fn write_fields<T: DdbKeys + WriteItem>(entity: &T) -> Result<Fields, ItemError> {
    fields::write(entity).map_err(|error| unwritten(T::SCHEMA, error))
}

fn fault(schema: &EntitySchema, name: &'static str, fault: AttributeFault) -> ItemError {
    ItemError::new(schema.name(), ItemFault::Attribute(name, fault))
}

/// Leaves out an attribute of an index that the item is not in. A field may write `NULL` there, and nothing else.
fn leave_out(schema: &EntitySchema, name: &'static str, item: &mut Item) -> Result<(), ItemError> {
    match item.remove(name) {
        None | Some(AttributeValue::Null(_)) => Ok(()),
        Some(_) => Err(fault(schema, name, AttributeFault::Unexpected)),
    }
}

/// Adds a key attribute. A field of the same name must have the same value. A flattened field must not write
/// the attribute, since it could not read it back.
fn add(
    schema: &EntitySchema,
    name: &'static str,
    value: AttributeValue,
    item: &mut Item,
) -> Result<(), ItemError> {
    match item.entry(name.into()) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            Ok(())
        }
        Entry::Occupied(entry) if *entry.get() != value => {
            Err(ItemError::new(schema.name(), ItemFault::Mismatch(name)))
        }
        Entry::Occupied(_) if schema.withholds(name) => {
            Err(fault(schema, name, AttributeFault::Duplicate))
        }
        Entry::Occupied(_) => Ok(()),
    }
}

/// An entity, the key that its item is stored under, and which of the entity's keys that is.
pub struct StoredEntity<T> {
    pub(crate) entity: T,
    pub(super) key: Keys,
    pub(super) alternative: Option<Alternative>,
    /// The keys of the item in its indexes, if the entity declares an index several times. Otherwise empty.
    pub(super) shapes: Vec<&'static KeySchema>,
}

/// Reads the entity of an item. The stored table key must be a key that the fields produce under one of the entity's
/// patterns, even if the entity would write another. If it has none of these patterns, the item belongs to another entity, and
/// serde does not see it. An index attribute is read only if it is also a field.
pub(crate) fn read_item<T: DdbKeys + ReadItem>(
    item: Cow<'_, Item>,
) -> Result<StoredEntity<T>, ItemError> {
    let key = stored_key(T::SCHEMA, &item)?;
    let alternative = parse_key::<T>(&key)?.alternative();
    let entity = read_under::<T>(&key, attributes(item))?;
    let shapes = shapes(&entity);
    Ok(StoredEntity { entity, key, alternative, shapes })
}

/// Reads the entity of an item that is stored under this key.
pub(super) fn read_under<T: DdbKeys + ReadItem>(
    key: &Keys,
    attributes: Attributes<'_>,
) -> Result<T, ItemError> {
    let entity = read_fields::<T>(key, attributes)?;
    let Some(keys) = keys_under(&entity, key) else {
        let lacking = lacking(T::SCHEMA, parse_key::<T>(key)?.alternative());
        return Err(ItemError::new(T::SCHEMA.name(), ItemFault::Mismatch(lacking)));
    };
    check_key(T::SCHEMA, key, keys)?;
    Ok(entity)
}

/// How a kind of row is read: an entity from its items, a table from the items of all its entities.
pub trait ReadKind<R> {
    /// Returns the name of the entity or the table, and the layout of the table, if the row knows it.
    fn declared() -> (&'static str, Option<&'static Layout>);

    fn read(item: Cow<'_, Item>) -> Result<StoredEntity<R>, ItemError>;

    fn schema_of(row: &R) -> &'static EntitySchema;

    fn keys_of(row: &R) -> Result<Keys, KeyError>;
}

impl<E: DdbKeys + ReadItem> ReadKind<E> for EntityKind {
    fn declared() -> (&'static str, Option<&'static Layout>) {
        (E::SCHEMA.name(), E::SCHEMA.entity.layout)
    }

    fn read(item: Cow<'_, Item>) -> Result<StoredEntity<E>, ItemError> {
        read_item(item)
    }

    fn schema_of(_: &E) -> &'static EntitySchema {
        E::SCHEMA
    }

    fn keys_of(row: &E) -> Result<Keys, KeyError> {
        row.keys()
    }
}

impl<T: Each<Reads>> ReadKind<T> for TableKind {
    fn declared() -> (&'static str, Option<&'static Layout>) {
        (T::SCHEMA.name(), Some(&T::SCHEMA.layout))
    }

    fn read(item: Cow<'_, Item>) -> Result<StoredEntity<T>, ItemError> {
        of_item::<Reads, T>(&item)?(item)
    }

    fn schema_of(row: &T) -> &'static EntitySchema {
        row.schema_of()
    }

    fn keys_of(row: &T) -> Result<Keys, KeyError> {
        row.keys()
    }
}

/// Writes each entity of a table.
pub struct Writes;

impl Functions for Writes {
    type Of<T> = fn(&T) -> Result<Item, ItemError>;
}

impl<T: Holds<E>, E: DdbKeys + WriteItem> FunctionsFor<T, E> for Writes {
    fn functions() -> Self::Of<T> {
        |row| to_item(entity(row))
    }
}

/// Reads each entity of a table.
pub struct Reads;

impl Functions for Reads {
    type Of<T> = fn(Cow<'_, Item>) -> Result<StoredEntity<T>, ItemError>;
}

impl<T: DdbTable + Holds<E>, E: DdbKeys + ReadItem> FunctionsFor<T, E> for Reads {
    fn functions() -> Self::Of<T> {
        |item| {
            let StoredEntity { entity, key, alternative, shapes } = read_item::<E>(item)?;
            Ok(StoredEntity { entity: T::from(entity), key, alternative, shapes })
        }
    }
}

/// Checks that the key of the fields is the stored key.
fn check_key(
    schema: &EntitySchema,
    stored: &Keys,
    keys: Result<Keys, KeyError>,
) -> Result<(), ItemError> {
    let keys = keys?;
    match stored.iter().find(|(name, value)| keys.value(name).as_ref() != Some(value)) {
        Some((name, _)) => Err(ItemError::new(schema.name(), ItemFault::Mismatch(name))),
        None => Ok(()),
    }
}

/// Returns the key attributes of the table that an item has.
pub(super) fn stored_key(schema: &EntitySchema, item: &Item) -> Result<Keys, ItemError> {
    let value = |attribute: KeyAttribute| {
        let (name, expected) = (attribute.name(), attribute.attribute_type());
        match stored(item, name, expected) {
            Ok(text) => Ok((name, KeyValue::of(expected, text.to_owned()))),
            Err(wrong) => Err(fault(schema, name, wrong)),
        }
    };
    let values = schema.key().attributes().map(value).collect::<Result<_, _>>()?;
    Ok(Keys::of_row(schema.key(), values))
}

/// Returns the key that the fields produce under the pattern of the stored key. `None` if the entity lacks a part of it.
fn keys_under<T: DdbKeys>(entity: &T, stored: &Keys) -> Option<Result<Keys, KeyError>> {
    // The other branch is not compiled.
    if const { T::SCHEMA.has_several_keys() } {
        entity.key_under(parse_key::<T>(stored).ok()?).map(PrimaryKey::keys)
    } else {
        Some(entity.start_key())
    }
}

/// Returns whether the fields still produce the stored key, under its pattern.
pub(super) fn is_under_key<T: DdbKeys>(entity: &T, stored: &Keys) -> bool {
    keys_under(entity, stored).is_some_and(|keys| check_key(T::SCHEMA, stored, keys).is_ok())
}

/// Returns the attribute of this one of its keys that has a part which the entity may lack.
pub(super) fn lacking(schema: &EntitySchema, alternative: Option<Alternative>) -> &'static str {
    let key = schema.key_of(alternative);
    let has_option =
        |attribute: &KeyAttribute| attribute.pattern().values().any(|part| key.may_lack(part));
    let mut attributes = key.attributes();
    attributes.find(has_option).map_or("", |attribute| attribute.name())
}

/// Returns which key the entity writes.
pub(super) fn written_key<T: DdbKeys>(entity: &T) -> Option<Alternative> {
    // The other branch is not compiled.
    if const { T::SCHEMA.has_alternatives() } {
        T::AnyKey::from(entity.key()).alternative()
    } else {
        None
    }
}

/// Parses any key of the table that the entity has.
pub(super) fn parse_key<T: DdbKeys>(keys: &Keys) -> Result<T::AnyKey<'_>, ParseError> {
    T::AnyKey::parse_any(&[keys.pk()], keys.sk().as_slice())
}

/// Returns the index keys of an entity that was read from an item under this key.
pub(super) fn index_keys<T: DdbKeys>(entity: &T, key: &Keys, item: &Item) -> IndexStates {
    IndexStates::of(entity, key, item, missing_fields::<T>(key, item))
}

/// Returns the fields for which serde reads defaults, because neither the item nor its key has them.
fn missing_fields<T: DdbKeys>(key: &Keys, item: &Item) -> Vec<&'static str> {
    let mut missing = missing_records(T::SCHEMA, item);
    if let Some(names) = T::FROM_KEY
        && !missing.is_empty()
        && let Ok(key) = parse_key::<T>(key)
    {
        retain_beside(T::SCHEMA, key.alternative(), names, &mut missing);
    }
    missing.into_iter().map(|field| field.field).collect()
}

/// Returns the fields that have no attribute in an item.
fn missing_records(schema: &EntitySchema, item: &Item) -> Vec<&'static Record> {
    let lacks = |name: &str| !item.contains_key(name);
    let is_missing = |field: &&Record| {
        let mut names = field.read_names();
        names.next().is_some_and(lacks) && names.all(lacks)
    };
    schema.fields().filter(is_missing).collect()
}

/// Keeps the fields that this key does not provide. The key provides fields with these names.
fn retain_beside(
    schema: &EntitySchema,
    alternative: Option<Alternative>,
    names: &[&'static str],
    missing: &mut Vec<&'static Record>,
) {
    let key = schema.key_of(alternative);
    let has = |field: &Record| {
        key.attributes().any(|attribute| attribute.pattern().has_field(field.field))
    };
    missing.retain(|field| !(field.read_names().any(|name| names.contains(&name)) && has(field)));
}

/// Reads the entity of these attributes, whatever its key attributes are. The key provides the fields that serde leaves out.
pub(super) fn read_fields<T: DdbKeys + ReadItem>(
    key: &Keys,
    mut attributes: Attributes<'_>,
) -> Result<T, ItemError> {
    withhold(T::SCHEMA, &mut attributes);
    // The other branch is not compiled.
    if const { T::FROM_KEY.is_some() } {
        let names = T::FROM_KEY.unwrap_or_default().iter().copied();
        let stored: Vec<_> = names.filter(|name| has(&attributes, name)).collect();
        let mut entity: T = read_visible(attributes)?;
        entity.set_from_key(parse_key::<T>(key)?, |name| stored.contains(&name));
        Ok(entity)
    } else {
        read_visible(attributes)
    }
}

/// Reads an entity from the attributes that serde sees.
fn read_visible<T: DdbKeys + ReadItem>(attributes: Attributes<'_>) -> Result<T, ItemError> {
    let mut attributes = ItemDeserializer::new(attributes);
    match T::deserialize(&mut attributes) {
        Ok(entity) => Ok(entity),
        Err(error) => Err(unread(T::SCHEMA, attributes.unread(error))),
    }
}

fn has(attributes: &Attributes<'_>, name: &str) -> bool {
    attributes.iter().any(|(other, _)| other == name)
}

/// Removes key attributes that are not fields, if they would end up in a flattened map or be refused. Keeps only the name
/// that counts for each field, and adds the `None` that serde requires for a field that an index leaves out.
fn withhold(schema: &EntitySchema, attributes: &mut Attributes<'_>) {
    for name in schema.withheld() {
        attributes.retain(|(other, _)| other != name);
    }
    for field in schema.fields() {
        for second in field.stored_names(|name| has(attributes, name)).into_iter().skip(1) {
            attributes.retain(|(other, _)| other != second);
        }
        if field.needs_null()
            && let Some(name) = field.read_names().next()
            && field.read_names().all(|name| !has(attributes, name))
        {
            attributes.push((name.into(), Cow::Owned(AttributeValue::Null(true))));
        }
    }
}

/// Returns the error for an entity that serde cannot write. Serde's error may print the value of a field, so it is dropped
/// for a key attribute.
fn unwritten(schema: &EntitySchema, (fault, error): FieldsError) -> ItemError {
    let prints_no_key = match &fault {
        FormatFault::NotWritten(name) => schema.attribute(name).is_none(),
        FormatFault::NoneWritten => !schema.entity.fields.is_converted,
        _ => true,
    };
    format_error(schema, fault, prints_no_key.then_some(error))
}

/// Returns the error for fields that serde cannot read. Serde's error may print a value, so it is dropped for a key
/// attribute, and for a converted struct, where it could concern any attribute.
fn unread(schema: &EntitySchema, (fault, error): FieldsError) -> ItemError {
    let prints_no_key = match &fault {
        FormatFault::Missing(_) => true,
        fault => match fault.attribute() {
            None => !schema.entity.fields.is_converted,
            Some(name) => match schema.attribute(name) {
                None => true,
                Some(key) => return self::fault(schema, key.name(), AttributeFault::Unreadable),
            },
        },
    };
    format_error(schema, fault, prints_no_key.then_some(error))
}

fn format_error(
    schema: &EntitySchema,
    fault: FormatFault,
    source: Option<serde_dynamo::Error>,
) -> ItemError {
    ItemError::new(schema.name(), ItemFault::Format(fault, source.map(Into::into)))
}
