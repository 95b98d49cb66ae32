//! Entities as items and back, through `serde_dynamo`.
//!
//! The fields become a map first, and the key attributes are added to it or compared with it. A wrong key
//! is therefore an error with a type of its own, and not a text that has passed through serde.
//!
//! The crate that calls these functions compiles each generic one anew for every entity. So they only call what the type
//! of the entity decides, and plain functions of its schema do the rest.

use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::key::{AnyKey as _, KeyPair as _, PrimaryKey as _};
use ddbkey::part::Format;
use ddbkey::schema::{EntitySchema, KeyAttribute};
use ddbkey::{DdbKeys, KeyError, KeyPart, Keys, ParseError};

use crate::bounds::{ReadItem, WriteItem};
use crate::error::{AttributeFault, FormatFault, ItemError, stored};
use crate::fields::{self, Attributes, Left, Unread, Unwritten};
use crate::index_keys::IndexKeys;
use crate::private::{Collect, KeySchema, Pair, Record};
use crate::schema::ItemSchema;
use crate::ttl;
use crate::value::{Item, attribute_value};

pub(crate) fn to_item<T: DdbKeys + WriteItem>(entity: &T) -> Result<Item, ItemError> {
    let keys = entity.keys()?;
    add_keys(T::SCHEMA, keys, write_fields(entity)?)
}

/// Adds the key attributes and the type attribute to what serde writes.
fn add_keys(schema: &'static EntitySchema, keys: Keys, mut item: Item) -> Result<Item, ItemError> {
    for index in schema.indexes().filter(|index| index.is_sparse()) {
        for attribute in index.attributes().filter(|own| keys.get(own.name()).is_none()) {
            leave_out(schema, attribute.name(), &mut item)?;
        }
    }
    ttl::write(schema, &mut item)?;
    item.reserve(keys.len());
    for (name, key) in keys {
        add(schema, name, attribute_value(key), &mut item)?;
    }
    if let Some(name) = schema.type_attribute() {
        add(schema, name, AttributeValue::S(schema.type_name().into()), &mut item)?;
    }
    Ok(item)
}

/// What serde writes, as the SDK has it or as serde does.
pub(super) fn write_fields<T: DdbKeys + WriteItem, I: From<serde_dynamo::Item>>(
    entity: &T,
) -> Result<I, ItemError> {
    match fields::write(entity) {
        Ok(item) => Ok(item.into()),
        Err(error) => Err(unwritten(T::SCHEMA, error)),
    }
}

fn fault(schema: &EntitySchema, name: &'static str, fault: AttributeFault) -> ItemError {
    ItemError::at(schema.name(), name, fault)
}

/// An attribute of an index that the item is not in may be `NULL` as a field, and nothing else.
fn leave_out(schema: &EntitySchema, name: &'static str, item: &mut Item) -> Result<(), ItemError> {
    match item.remove(name) {
        None | Some(AttributeValue::Null(_)) => Ok(()),
        Some(_) => Err(fault(schema, name, AttributeFault::Unexpected)),
    }
}

/// Adds a key attribute. A field with the same name must have the same value. What a flattened field writes
/// would not be read again.
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
            Err(ItemError::mismatch(schema.name(), name))
        }
        Entry::Occupied(_) if schema.withholds(name) => {
            Err(fault(schema, name, AttributeFault::Duplicate))
        }
        Entry::Occupied(_) => Ok(()),
    }
}

/// An entity, the key under which its item is stored, and the name of that key if it is a former one.
pub(crate) struct Read<T> {
    pub(crate) entity: T,
    pub(super) key: Keys,
    pub(super) former: Option<&'static str>,
    /// The keys that it has in its indexes, of an entity that declares an index several times.
    pub(super) shapes: Vec<&'static KeySchema>,
}

/// Takes the keys that an entity has in its indexes.
struct Shapes(Vec<&'static KeySchema>);

impl Collect for Shapes {
    fn index<'k, P: Pair<'k>>(&mut self, _: P) -> &mut Self {
        self.0.push(P::SCHEMA);
        self
    }

    fn field<'k, P: Pair<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        _: &'static str,
        _: Option<T::Ref<'k>>,
    ) -> &mut Self {
        self
    }
}

fn shapes<T: DdbKeys>(entity: &T) -> Vec<&'static KeySchema> {
    let mut shapes = Shapes(Vec::new());
    // Of other entities, the code is not compiled.
    if const { T::SCHEMA.has_shapes() } {
        entity.collect_indexes(&mut shapes);
    }
    shapes.0
}

/// The entity of an item, whose table key has to be the one that the fields produce, under today's or a former
/// pattern. What an index has is read only where it is a field.
pub(crate) fn read_item<T: DdbKeys + ReadItem>(item: Item) -> Result<Read<T>, ItemError> {
    let key = stored_key(T::SCHEMA, &item)?;
    let entity = read_fields::<T>(item)?;
    let (former, keys) = keys_under(&entity, &key);
    check_key(T::SCHEMA, &key, keys)?;
    let shapes = shapes(&entity);
    Ok(Read { entity, key, former, shapes })
}

/// Makes sure that the key of the fields is the stored one.
fn check_key(
    schema: &EntitySchema,
    stored: &Keys,
    keys: Result<Keys, KeyError>,
) -> Result<(), ItemError> {
    let keys = keys?;
    match stored.iter().find(|(name, value)| keys.value(name).as_ref() != Some(value)) {
        Some((name, _)) => Err(ItemError::mismatch(schema.name(), name)),
        None => Ok(()),
    }
}

/// What an item has in the key attributes of its table.
pub(super) fn stored_key(schema: &EntitySchema, item: &Item) -> Result<Keys, ItemError> {
    let value = |own: KeyAttribute| match stored(item, own.name(), own.attribute_type()) {
        Ok(value) => Ok((own.name(), value.into_owned())),
        Err(wrong) => Err(fault(schema, own.name(), wrong)),
    };
    let values = schema.key().attributes().map(value).collect::<Result<_, _>>()?;
    Ok(Keys::of_row(schema.key(), values))
}

/// The key that the fields produce: the one of today, or the former one that an item is under.
pub(super) fn key_under<'e, T: DdbKeys>(entity: &'e T, stored: &Keys) -> T::AnyKey<'e> {
    if T::SCHEMA.has_former_keys()
        && let Ok(key) = parse_key::<T>(stored)
    {
        return entity.key_under(key);
    }
    entity.key().into()
}

/// The name of that key if it is a former one, and its attributes.
fn keys_under<T: DdbKeys>(
    entity: &T,
    stored: &Keys,
) -> (Option<&'static str>, Result<Keys, KeyError>) {
    // The code of the other branch is not compiled.
    if const { T::SCHEMA.has_former_keys() } {
        let key = key_under(entity, stored);
        (key.former_name(), key.keys())
    } else {
        (None, entity.start_key())
    }
}

/// The parts of a key of the table, of today or a former one.
pub(super) fn parse_key<T: DdbKeys>(keys: &Keys) -> Result<T::AnyKey<'_>, ParseError> {
    let (pk, sk) = texts(T::SCHEMA, keys);
    T::AnyKey::parse_any(&pk, &sk)
}

/// The texts of the partition key and of the sort key of the table.
fn texts<'k>(schema: &EntitySchema, keys: &'k Keys) -> (Vec<&'k str>, Vec<&'k str>) {
    let key = schema.key();
    let text = |own: KeyAttribute| keys.get(own.name());
    (key.pk_attributes().filter_map(text).collect(), key.sk_attributes().filter_map(text).collect())
}

/// The keys in the indexes of an entity that was read from an item under this key.
pub(super) fn index_keys<T: DdbKeys>(entity: &T, key: &Keys, item: &Item) -> IndexKeys {
    IndexKeys::of(entity, item, missing_fields::<T>(key, item))
}

/// The fields that an item under this key lacks, so that serde reads their defaults. What the key gives is not missing.
fn missing_fields<T: DdbKeys>(key: &Keys, item: &Item) -> Vec<&'static str> {
    let mut missing = missing_records(T::SCHEMA, item);
    if let Some(names) = T::FROM_KEY
        && !missing.is_empty()
        && let Ok(own) = parse_key::<T>(key)
    {
        retain_beside(T::SCHEMA, own.former_name(), names, &mut missing);
    }
    missing.into_iter().map(|field| field.field).collect()
}

/// The fields of which an item has no attribute.
fn missing_records(schema: &EntitySchema, item: &Item) -> Vec<Record> {
    let is_missing = |field: &Record| {
        let mut names = field.read_names().peekable();
        names.peek().is_some() && names.all(|name| !item.contains_key(name))
    };
    schema.fields().filter(is_missing).collect()
}

/// Leaves those that a key does not give: that of today, or the former one of this name. It gives fields with these names.
fn retain_beside(
    schema: &EntitySchema,
    former: Option<&'static str>,
    names: &[&'static str],
    missing: &mut Vec<Record>,
) {
    let own = schema.primary_keys().find(|other| other.former == former);
    let has = |field: &Record| {
        let mut attributes = own.into_iter().flat_map(KeySchema::attributes);
        attributes.any(|own| own.pattern().has_field(field.field))
    };
    missing.retain(|field| !(field.read_names().any(|own| names.contains(&own)) && has(field)));
}

/// The entity that the fields of an item make, whatever its key attributes are.
pub(super) fn read_fields<T: DdbKeys + ReadItem>(item: Item) -> Result<T, ItemError> {
    read_fields_by(item, Left::in_any_order)
}

/// The same, where an item with several errors has the same one each time.
pub(super) fn read_fields_in_order<T: DdbKeys + ReadItem>(item: Item) -> Result<T, ItemError> {
    read_fields_by(item, Left::in_order)
}

fn read_fields_by<T: DdbKeys + ReadItem>(
    item: Item,
    left: fn(Item) -> Left,
) -> Result<T, ItemError> {
    // The code of the other branch is not compiled.
    if const { T::FROM_KEY.is_some() } {
        read_beside_key(item, left)
    } else {
        read_visible(item, left)
    }
}

/// The entity of which a key gives fields.
fn read_beside_key<T: DdbKeys + ReadItem>(
    item: Item,
    left: fn(Item) -> Left,
) -> Result<T, ItemError> {
    let from_key = from_key(T::SCHEMA, T::FROM_KEY, &item)?;
    let mut entity: T = read_visible(item, left)?;
    if let Some((key, stored)) = from_key {
        entity.set_from_key(parse_key::<T>(&key)?, |name| stored.contains(&name));
    }
    Ok(entity)
}

/// The entity that serde makes of an item.
fn read_visible<T: DdbKeys + ReadItem>(item: Item, left: fn(Item) -> Left) -> Result<T, ItemError> {
    let mut attributes = visible(T::SCHEMA, item, left);
    match T::deserialize(&mut attributes) {
        Ok(entity) => Ok(entity),
        Err(error) => Err(unread(T::SCHEMA, attributes.unread(error))),
    }
}

/// What serde sees of an item.
fn visible(schema: &EntitySchema, mut item: Item, left: fn(Item) -> Left) -> Attributes {
    withhold(schema, &mut item);
    Attributes::new(left(item))
}

/// The key of an item that gives fields with these names, and those of the names that are stored.
fn from_key(
    schema: &EntitySchema,
    names: Option<&[&'static str]>,
    item: &Item,
) -> Result<Option<(Keys, Vec<&'static str>)>, ItemError> {
    let Some(names) = names else { return Ok(None) };
    let stored = names.iter().copied().filter(|name| item.contains_key(*name));
    Ok(Some((stored_key(schema, item)?, stored.collect())))
}

/// Takes out the key attributes that are not fields, if they would end in a flattened map or be refused. Leaves of each
/// field the name that counts, and puts in the `None` that serde demands of a field which an index leaves out.
fn withhold(schema: &EntitySchema, item: &mut Item) {
    for name in schema.withheld() {
        item.remove(name);
    }
    for field in schema.fields() {
        for other in field.stored_names(|name| item.contains_key(name)).into_iter().skip(1) {
            item.remove(other);
        }
        if field.needs_null()
            && let Some(name) = field.read_names().next()
            && field.read_names().all(|name| !item.contains_key(name))
        {
            item.insert(name.into(), AttributeValue::Null(true));
        }
    }
}

/// The error of an entity that serde does not write, and which may print the value of a field: of a key attribute it is left
/// out.
fn unwritten(schema: &EntitySchema, (fault, error): Unwritten) -> ItemError {
    let prints_no_key = match &fault {
        FormatFault::NotWritten(name) => schema.attribute(name).is_none(),
        FormatFault::NoneWritten => !schema.entity.fields.are_unknown,
        _ => true,
    };
    ItemError::format(schema.name(), fault, prints_no_key.then(|| error.into()))
}

/// The error of fields that serde does not read, and which may print a value: of a key attribute it is left out, and so it
/// is if that of a struct which serde converts may be about any.
fn unread(schema: &EntitySchema, (fault, error): Unread) -> ItemError {
    let prints_no_key = match &fault {
        FormatFault::Missing(_) => true,
        fault => match fault.attribute() {
            None => !schema.entity.fields.are_unknown,
            Some(name) => match schema.attribute(name) {
                None => true,
                Some(own) => return self::fault(schema, own.name(), AttributeFault::Unreadable),
            },
        },
    };
    ItemError::format(schema.name(), fault, prints_no_key.then(|| error.into()))
}
