//! Entities as items and back, through `serde_dynamo`.
//!
//! The fields become a map first, and the key attributes are added to it or compared with it. A wrong key
//! is therefore an error with a type of its own, and not a text that has passed through serde.

use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::key::{AnyKey as _, PrimaryKey as _};
use ddbkey::schema::KeyAttribute;
use ddbkey::{DdbKeys, Keys, ParseError};
use serde_path_to_error::Segment;

use crate::bounds::{ReadItem, WriteItem};
use crate::error::{AttributeFault, FormatFault, ItemError, stored};
use crate::fields::{self, Unread};
use crate::index_keys::IndexKeys;
use crate::private::{KeySchema, Record, parse_any};
use crate::schema::ItemSchema;
use crate::ttl;
use crate::value::{Item, attribute_value};

pub(crate) fn to_item<T: DdbKeys + WriteItem>(entity: &T) -> Result<Item, ItemError> {
    let keys = entity.keys()?;
    let mut item: Item = write_fields(entity)?;
    for index in T::SCHEMA.indexes().filter(|index| index.is_sparse()) {
        for attribute in index.attributes().filter(|own| keys.get(own.name()).is_none()) {
            leave_out::<T>(attribute.name(), &mut item)?;
        }
    }
    ttl::write(T::SCHEMA, &mut item)?;
    item.reserve(keys.len());
    for (name, key) in keys {
        add::<T>(name, attribute_value(key), &mut item)?;
    }
    if let Some(name) = T::SCHEMA.type_attribute() {
        add::<T>(name, AttributeValue::S(T::SCHEMA.type_name().into()), &mut item)?;
    }
    Ok(item)
}

/// What serde writes, as the SDK has it or as serde does.
pub(super) fn write_fields<T: DdbKeys + WriteItem, I: From<serde_dynamo::Item>>(
    entity: &T,
) -> Result<I, ItemError> {
    serde_dynamo::to_item(entity).map_err(|error| unwritten(entity, error))
}

fn fault<T: DdbKeys>(name: &'static str, fault: AttributeFault) -> ItemError {
    ItemError::at(T::SCHEMA.name(), name, fault)
}

/// An attribute of an index that the item is not in may be `NULL` as a field, and nothing else.
fn leave_out<T: DdbKeys>(name: &'static str, item: &mut Item) -> Result<(), ItemError> {
    match item.remove(name) {
        None | Some(AttributeValue::Null(_)) => Ok(()),
        Some(_) => Err(fault::<T>(name, AttributeFault::Unexpected)),
    }
}

/// Adds a key attribute. A field with the same name must have the same value. What a flattened field writes
/// would not be read again.
fn add<T: DdbKeys>(
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
            Err(ItemError::mismatch(T::SCHEMA.name(), name))
        }
        Entry::Occupied(_) if T::SCHEMA.withholds(name) => {
            Err(fault::<T>(name, AttributeFault::Duplicate))
        }
        Entry::Occupied(_) => Ok(()),
    }
}

/// An entity, the key under which its item is stored, and the name of that key if it is a former one.
pub(crate) struct Read<T> {
    pub(crate) entity: T,
    pub(super) key: Keys,
    pub(super) former: Option<&'static str>,
}

/// The entity of an item, whose table key has to be the one that the fields produce, under today's or a former
/// pattern. What an index has is read only where it is a field.
pub(crate) fn read_item<T: DdbKeys + ReadItem>(item: Item) -> Result<Read<T>, ItemError> {
    let stored = stored_key::<T>(&item)?;
    let entity = read_fields::<T>(item)?;
    let key = key_under(&entity, &stored);
    let (former, keys) = (key.former_name(), key.keys()?);
    match stored.iter().find(|(name, value)| keys.value(name).as_ref() != Some(value)) {
        Some((name, _)) => Err(ItemError::mismatch(T::SCHEMA.name(), name)),
        None => Ok(Read { entity, key: stored, former }),
    }
}

/// What an item has in the key attributes of its table.
pub(super) fn stored_key<T: DdbKeys>(item: &Item) -> Result<Keys, ItemError> {
    let value = |own: KeyAttribute| match stored(item, own.name(), own.attribute_type()) {
        Ok(value) => Ok((own.name(), value.into_owned())),
        Err(wrong) => Err(fault::<T>(own.name(), wrong)),
    };
    let values = T::SCHEMA.key().attributes().map(value).collect::<Result<_, _>>()?;
    Ok(Keys::of_row(T::SCHEMA.key(), values))
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

/// The parts of a key of the table, of today or a former one.
pub(super) fn parse_key<T: DdbKeys>(keys: &Keys) -> Result<T::AnyKey<'_>, ParseError> {
    let key = T::SCHEMA.key();
    let text = |own: KeyAttribute| keys.get(own.name());
    let pk: Vec<_> = key.pk_attributes().filter_map(text).collect();
    let sk: Vec<_> = key.sk_attributes().filter_map(text).collect();
    parse_any(&*pk, &*sk)
}

/// The keys in the indexes of an entity that was read from an item under this key.
pub(super) fn index_keys<T: DdbKeys>(entity: &T, key: &Keys, item: &Item) -> IndexKeys {
    IndexKeys::of(entity, item, missing_fields::<T>(key, item))
}

/// The fields that an item under this key lacks, so that serde reads their defaults. What the key gives is not missing.
fn missing_fields<T: DdbKeys>(key: &Keys, item: &Item) -> Vec<&'static str> {
    let is_missing = |field: &Record| {
        let mut names = field.read_names().peekable();
        names.peek().is_some() && names.all(|name| !item.contains_key(name))
    };
    let mut missing: Vec<_> = T::SCHEMA.fields().filter(is_missing).collect();
    if let Some(names) = T::FROM_KEY
        && !missing.is_empty()
        && let Ok(own) = parse_key::<T>(key)
    {
        let own = T::SCHEMA.primary_keys().find(|other| other.former == own.former_name());
        let has = |field: &Record| {
            let mut attributes = own.into_iter().flat_map(KeySchema::attributes);
            attributes.any(|own| own.pattern().has_field(field.field))
        };
        missing.retain(|field| !(field.read_names().any(|own| names.contains(&own)) && has(field)));
    }
    missing.into_iter().map(|field| field.field).collect()
}

/// The entity that the fields of an item make, whatever its key attributes are.
pub(super) fn read_fields<T: DdbKeys + ReadItem>(item: Item) -> Result<T, ItemError> {
    read_fields_by(item, fields::read)
}

/// The same, where an item with several errors has the same one each time.
pub(super) fn read_fields_in_order<T: DdbKeys + ReadItem>(item: Item) -> Result<T, ItemError> {
    read_fields_by(item, fields::read_in_order)
}

fn read_fields_by<T: DdbKeys + ReadItem>(
    mut item: Item,
    read: fn(Item) -> Result<T, Unread>,
) -> Result<T, ItemError> {
    let from_key = match T::FROM_KEY {
        None => None,
        Some(names) => {
            let is_stored = |name: &&&str| item.contains_key(**name);
            Some((stored_key::<T>(&item)?, names.iter().filter(is_stored).collect::<Vec<_>>()))
        }
    };
    withhold::<T>(&mut item);
    let mut entity: T = read(item).map_err(unread::<T>)?;
    if let Some((key, stored)) = from_key {
        entity.set_from_key(parse_key::<T>(&key)?, |name| stored.iter().any(|own| **own == name));
    }
    Ok(entity)
}

/// Takes out the key attributes that are not fields, if they would end in a flattened map or be refused. Leaves of each
/// field the name that counts, and puts in the `None` that serde demands of a field which an index leaves out.
fn withhold<T: DdbKeys>(item: &mut Item) {
    for name in T::SCHEMA.withheld() {
        item.remove(name);
    }
    for field in T::SCHEMA.fields() {
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

/// The error of an entity that serde does not write. It writes the entity again to find the field, whose error may print
/// its value: of a key attribute it is left out.
fn unwritten<T: DdbKeys + WriteItem>(entity: &T, error: serde_dynamo::Error) -> ItemError {
    let again = serde_path_to_error::serialize(entity, serde_dynamo::Serializer);
    let fault = match again.map_err(|error| error.path().iter().next().cloned()) {
        Ok(_) => FormatFault::NotAMap,
        Err(Some(Segment::Map { key })) => FormatFault::NotWritten(key),
        Err(_) => FormatFault::NoneWritten,
    };
    let prints_no_key = match &fault {
        FormatFault::NotWritten(name) => T::SCHEMA.attribute(name).is_none(),
        FormatFault::NoneWritten => !T::SCHEMA.entity.fields.are_unknown,
        _ => true,
    };
    ItemError::format(T::SCHEMA.name(), fault, prints_no_key.then(|| error.into()))
}

/// The error of fields that serde does not read, and which may print a value: of a key attribute it is left out, and so it
/// is if that of a struct which serde converts may be about any.
fn unread<T: DdbKeys>((fault, error): Unread) -> ItemError {
    let prints_no_key = match &fault {
        FormatFault::Missing(_) => true,
        fault => match fault.attribute() {
            None => !T::SCHEMA.entity.fields.are_unknown,
            Some(name) => match T::SCHEMA.attribute(name) {
                None => true,
                Some(own) => return self::fault::<T>(own.name(), AttributeFault::Unreadable),
            },
        },
    };
    ItemError::format(T::SCHEMA.name(), fault, prints_no_key.then(|| error.into()))
}
