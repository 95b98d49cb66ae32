//! Entities as items and back, through `serde_dynamo`.
//!
//! The fields become a map first, and the key attributes are added to it or compared with it. A wrong key
//! is therefore an error with a type of its own, and not a text that has passed through serde.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use super::fields::reads;
use crate::entity::DdbKeys;
use crate::item::{
    AttributeErrorKind, Fields, ItemError, Stored, absent, check, fault, set_from_key,
};
use crate::key::schema::{AttributeSchema, KeySchema};
use crate::key::{KeyAttributes, KeyValue};
use crate::pattern::AttributeType;

type Item = HashMap<String, AttributeValue>;

pub(crate) fn to_item<T: DdbKeys + Serialize>(entity: &T) -> Result<Item, ItemError> {
    let keys = entity.keys()?;
    let mut item: Item = serde_dynamo::to_item(entity).map_err(format::<T>)?;
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
        add::<T>(name, AttributeValue::S(T::SCHEMA.name().into()), &mut item)?;
    }
    Ok(item)
}

fn format<T: DdbKeys>(error: serde_dynamo::Error) -> ItemError {
    ItemError::Format { entity: T::SCHEMA.name(), source: Box::new(error) }
}

/// An attribute of an index that the item is not in may be `NULL` as a field, and nothing else.
fn leave_out<T: DdbKeys>(name: &'static str, item: &mut Item) -> Result<(), ItemError> {
    match item.get(name) {
        None => Ok(()),
        Some(AttributeValue::Null(_)) => {
            item.remove(name);
            Ok(())
        }
        Some(_) => Err(fault::<T>(name, AttributeErrorKind::Unexpected)),
    }
}

/// Adds a key attribute. A field with the same name must have the same value.
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
        Entry::Occupied(entry) if *entry.get() == value => Ok(()),
        Entry::Occupied(_) => Err(ItemError::Mismatch { entity: T::SCHEMA.name(), name }),
    }
}

pub(crate) fn from_item<'de, T: DdbKeys + Deserialize<'de>>(
    mut item: Item,
) -> Result<T, ItemError> {
    let fields = reads::<T>();
    let mut taken = Taken::default();
    for attribute in T::SCHEMA.keys().flat_map(KeySchema::attributes) {
        taken.take::<T>(attribute.name(), Some(attribute), fields, &mut item)?;
    }
    if let Some(name) = T::SCHEMA.type_attribute() {
        taken.take::<T>(name, None, fields, &mut item)?;
    }
    for name in absent::<T>(fields, |name| item.contains_key(name)) {
        item.insert(name.into(), AttributeValue::Null(true));
    }
    let Taken { stored, withheld } = taken;
    if withheld.is_empty() {
        return read(item, &stored);
    }
    let first = match read(item.clone(), &stored) {
        Ok(entity) => return Ok(entity),
        Err(error) => error,
    };
    item.extend(withheld);
    match read(item, &stored) {
        Err(ItemError::Format { .. }) => Err(first),
        result => result,
    }
}

/// The entity that the fields of an item make, whatever its key attributes are.
pub(crate) fn read_fields<'de, T: DdbKeys + Deserialize<'de>>(
    mut item: Item,
) -> Result<T, ItemError> {
    let fields = reads::<T>();
    let mut stored = Stored::default();
    let of_keys = T::SCHEMA.keys().flat_map(KeySchema::attributes);
    let attributes = of_keys.map(|own| (own.name(), Some(own)));
    for (name, attribute) in attributes.chain(T::SCHEMA.type_attribute().map(|name| (name, None))) {
        if stored.has(name) || !item.contains_key(name) {
            continue;
        }
        stored.push(name, KeyAttributes::value(&item, name).map(KeyValue::into_owned));
        if !fields.has::<T>(name, attribute) {
            item.remove(name);
        }
    }
    for name in absent::<T>(fields, |name| item.contains_key(name)) {
        item.insert(name.into(), AttributeValue::Null(true));
    }
    read_unchecked(item, &stored)
}

/// The key attributes of an item.
#[derive(Default)]
struct Taken {
    stored: Stored<'static>,
    /// Those that an entity may want to see if it chooses from all of them.
    withheld: Item,
}

impl Taken {
    /// Takes a key attribute out of an item, or copies it if it is also a field.
    fn take<'de, T: DdbKeys + Deserialize<'de>>(
        &mut self,
        name: &'static str,
        attribute: Option<AttributeSchema>,
        fields: Fields,
        item: &mut Item,
    ) -> Result<(), ItemError> {
        if self.stored.has(name) {
            return Ok(());
        }
        let is_field = fields.has::<T>(name, attribute);
        let value = if is_field { item.get(name).cloned() } else { item.remove(name) };
        let Some(value) = value else { return Ok(()) };
        if !is_field && matches!(fields, Fields::Any) {
            self.withheld.insert(name.into(), value.clone());
        }
        let expected = attribute.map_or(AttributeType::S, |own| own.attribute_type());
        let is_null = matches!(value, AttributeValue::Null(_));
        let key = key_value(value).filter(|key| key.is_number() == (expected == AttributeType::N));
        if key.is_none() && !is_null {
            return Err(fault::<T>(name, AttributeErrorKind::WrongType { expected }));
        }
        self.stored.push(name, key);
        Ok(())
    }
}

fn key_value(value: AttributeValue) -> Option<KeyValue<'static>> {
    match value {
        AttributeValue::S(text) => Some(KeyValue::S(text.into())),
        AttributeValue::N(digits) => Some(KeyValue::N(digits.into())),
        _ => None,
    }
}

fn read<'de, T: DdbKeys + Deserialize<'de>>(
    item: Item,
    stored: &Stored<'_>,
) -> Result<T, ItemError> {
    let entity = read_unchecked(item, stored)?;
    check(&entity, stored)?;
    Ok(entity)
}

/// The entity, whose keys can be others than those that are stored.
fn read_unchecked<'de, T: DdbKeys + Deserialize<'de>>(
    item: Item,
    stored: &Stored<'_>,
) -> Result<T, ItemError> {
    let names = T::FROM_KEY.unwrap_or_default().iter();
    let there: Vec<_> = names.filter(|name| item.contains_key(**name)).collect();
    let mut entity = serde_dynamo::from_item(item).map_err(format::<T>)?;
    set_from_key(&mut entity, stored, |name| there.iter().any(|own| **own == name))?;
    Ok(entity)
}
