//! Entities as items and back, through `serde_dynamo`.
//!
//! The fields become a map first, and the key attributes are added to it or compared with it. A wrong key
//! is therefore an error with a type of its own, and not a text that has passed through serde.

use alloc::string::String;
use alloc::vec::Vec;
use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{SdkItem, fields};
use crate::entity::DdbKeys;
use crate::error::ParseError;
use crate::item::{AttributeErrorKind, ItemError, stored};
use crate::key::any::parse_any;
use crate::key::schema::KeyAttribute;
use crate::key::{AnyKey as _, Keys, PrimaryKey as _};

pub(crate) fn to_item<T: DdbKeys + Serialize>(entity: &T) -> Result<SdkItem, ItemError> {
    let keys = entity.keys()?;
    let mut item: SdkItem = write_fields(entity)?;
    for index in T::SCHEMA.indexes().filter(|index| index.is_sparse()) {
        for attribute in index.attributes().filter(|own| keys.get(own.name()).is_none()) {
            leave_out::<T>(attribute.name(), &mut item)?;
        }
    }
    item.reserve(keys.len());
    for (name, key) in keys {
        add::<T>(name, key.into(), &mut item)?;
    }
    if let Some(name) = T::SCHEMA.type_attribute() {
        add::<T>(name, AttributeValue::S(T::SCHEMA.type_name().into()), &mut item)?;
    }
    Ok(item)
}

/// What serde writes, as the SDK has it or as serde does.
pub(super) fn write_fields<T: DdbKeys + Serialize, I: From<serde_dynamo::Item>>(
    entity: &T,
) -> Result<I, ItemError> {
    serde_dynamo::to_item(entity).map_err(|error| ItemError::format(T::SCHEMA.name(), error))
}

fn fault<T: DdbKeys>(name: &'static str, kind: AttributeErrorKind) -> ItemError {
    ItemError::Attribute { entity: T::SCHEMA.name(), name, kind }
}

/// An attribute of an index that the item is not in may be `NULL` as a field, and nothing else.
fn leave_out<T: DdbKeys>(name: &'static str, item: &mut SdkItem) -> Result<(), ItemError> {
    match item.remove(name) {
        None | Some(AttributeValue::Null(_)) => Ok(()),
        Some(_) => Err(fault::<T>(name, AttributeErrorKind::Unexpected)),
    }
}

/// Adds a key attribute. A field with the same name must have the same value. What a flattened field writes
/// would not be read again.
fn add<T: DdbKeys>(
    name: &'static str,
    value: AttributeValue,
    item: &mut SdkItem,
) -> Result<(), ItemError> {
    match item.entry(name.into()) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            Ok(())
        }
        Entry::Occupied(entry) if *entry.get() != value => {
            Err(ItemError::Mismatch { entity: T::SCHEMA.name(), name })
        }
        Entry::Occupied(_) if T::SCHEMA.withholds(name) => {
            Err(fault::<T>(name, AttributeErrorKind::Duplicate))
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
pub(crate) fn read_item<T: DdbKeys + DeserializeOwned>(
    item: SdkItem,
) -> Result<Read<T>, ItemError> {
    let stored = stored_key::<T>(&item)?;
    let entity = read_fields::<T>(item)?;
    let key = key_under(&entity, &stored);
    let (former, keys) = (key.former_name(), key.keys()?);
    match stored.iter().find(|(name, value)| keys.value(name).as_ref() != Some(value)) {
        Some((name, _)) => Err(ItemError::Mismatch { entity: T::SCHEMA.name(), name }),
        None => Ok(Read { entity, key: stored, former }),
    }
}

/// What an item has in the key attributes of its table.
pub(super) fn stored_key<T: DdbKeys>(item: &SdkItem) -> Result<Keys, ItemError> {
    let value = |own: KeyAttribute| match stored(item, own.name(), own.attribute_type()) {
        Ok(value) => Ok((own.name(), value.into_owned())),
        Err(kind) => Err(fault::<T>(own.name(), kind)),
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

/// The entity that the fields of an item make, whatever its key attributes are.
pub(super) fn read_fields<T: DdbKeys + DeserializeOwned>(
    mut item: SdkItem,
) -> Result<T, ItemError> {
    let from_key = match T::FROM_KEY {
        None => None,
        Some(names) => {
            let is_stored = |name: &&&str| item.contains_key(**name);
            Some((stored_key::<T>(&item)?, names.iter().filter(is_stored).collect::<Vec<_>>()))
        }
    };
    withhold::<T>(&mut item);
    let mut entity: T = fields::read(item).map_err(unread::<T>)?;
    if let Some((key, stored)) = from_key {
        entity.set_from_key(parse_key::<T>(&key)?, |name| stored.iter().any(|own| **own == name));
    }
    Ok(entity)
}

/// Takes out the key attributes that are not fields, if they would end in a flattened map or be refused. Leaves of each
/// field the name that counts, and puts in the `None` that serde demands of a field which an index leaves out.
fn withhold<T: DdbKeys>(item: &mut SdkItem) {
    for name in T::SCHEMA.withheld() {
        item.remove(name);
    }
    for field in T::SCHEMA.fields() {
        for other in field.stored_names(item).into_iter().skip(1) {
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

/// The error of an attribute that serde does not read, and which may print its value: of a key attribute it is left out,
/// and so it is if that of a struct which serde converts may be about any.
fn unread<T: DdbKeys>((path, error): (String, serde_dynamo::Error)) -> ItemError {
    if let Some(own) = T::SCHEMA.attribute(&path) {
        return fault::<T>(own.name(), AttributeErrorKind::Unreadable);
    }
    let is_known = !path.is_empty() || !T::SCHEMA.entity.fields.are_unknown;
    let source = is_known.then(|| error.into());
    ItemError::Format { entity: T::SCHEMA.name(), path, source }
}
