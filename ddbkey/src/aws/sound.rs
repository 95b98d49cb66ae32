//! Whether a stored item is as its entity writes it, found out in place: nothing of it is copied but what
//! the entity itself holds, and no key is kept that was compared.
//!
//! A *no* can be wrong, for items that this does not read; a *yes* never is.

use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::borrowed::{Name, Read, View, Viewed};
use super::fields::reads;
use super::image::Image;
use crate::entity::{AttributeList, DdbKeys};
use crate::item::{Fields, Stop, Stored, absent, has_keys, set_from_key};
use crate::key::KeyValue;
use crate::key::schema::AttributeSchema;
use crate::pattern::AttributeType;

/// Whether an item whose keys are those of this entity is as the entity writes it.
#[must_use]
pub fn is_sound<T: DdbKeys + DeserializeOwned, I: Image>(item: &I) -> bool {
    let fields = reads::<T>();
    if matches!(fields, Fields::Any) {
        return false;
    }
    let absent = absent::<T>(fields, |name| item.has(name));
    let mut met = Met::<T>::new(fields);
    let source = Item { entries: item.entries(), absent: &absent, met: &mut met, value: None };
    let Ok(mut entity) = T::deserialize(source) else { return false };
    // Whoever stops before the end has not seen all that there is.
    if !met.is_all {
        return false;
    }
    let is_stored = |name: &str| absent.contains(&name) || (item.has(name) && !met.withholds(name));
    set_from_key(&mut entity, &met.stored, is_stored).is_ok() && has_keys(&entity, &met.stored)
}

/// The key attributes of an item that were met.
struct Met<'i, T> {
    stored: Stored<'i>,
    /// The fields that the entity reads.
    fields: Fields,
    /// Whether no attribute is left.
    is_all: bool,
    entity: PhantomData<T>,
}

/// A key attribute, without a schema the one that holds the name of the entity.
#[derive(Clone, Copy)]
struct Attribute {
    name: &'static str,
    schema: Option<AttributeSchema>,
}

impl<'i, T: DdbKeys + DeserializeOwned> Met<'i, T> {
    const ALL: AttributeList = AttributeList::of(T::SCHEMA);
    const KEYS: &'static [AttributeSchema] = Self::ALL.as_slice();

    fn new(fields: Fields) -> Self {
        let stored = Stored::with_capacity(Self::KEYS.len() + 1);
        Self { stored, fields, is_all: false, entity: PhantomData }
    }

    fn find(name: &str) -> Option<Attribute> {
        match Self::KEYS.iter().find(|own| own.name() == name) {
            Some(own) => Some(Attribute { name: own.name(), schema: Some(*own) }),
            None => {
                let own = T::SCHEMA.type_attribute().filter(|own| *own == name)?;
                Some(Attribute { name: own, schema: None })
            }
        }
    }

    fn is_field(&self, attribute: Attribute) -> bool {
        self.fields.has::<T>(attribute.name, attribute.schema)
    }

    /// Whether the entity does not get to see an attribute.
    fn withholds(&self, name: &str) -> bool {
        Self::find(name).is_some_and(|attribute| !self.is_field(attribute))
    }

    /// Keeps a key attribute.
    fn keep<V: Viewed>(&mut self, attribute: Attribute, value: &'i V) -> Result<(), Stop> {
        let expected = attribute.schema.map_or(AttributeType::S, |own| own.attribute_type());
        let key = match (value.view(), expected) {
            (View::S(text), AttributeType::S) => Some(KeyValue::S(text.into())),
            (View::N(digits), AttributeType::N) => Some(KeyValue::N(digits.into())),
            (View::Null(_), _) => None,
            _ => return Err(Stop),
        };
        self.stored.push(attribute.name, key);
        Ok(())
    }
}

/// An item without the key attributes that are not fields, and with `NULL` for each absent field.
struct Item<'a, 'i, T, E, V> {
    entries: E,
    absent: &'a [&'static str],
    met: &'a mut Met<'i, T>,
    value: Option<&'i V>,
}

impl<'de, 'i, T, E, V> Deserializer<'de> for Item<'_, 'i, T, E, V>
where
    T: DdbKeys + DeserializeOwned,
    E: Iterator<Item = (&'i str, &'i V)>,
    V: Viewed + 'i,
{
    type Error = Stop;

    fn deserialize_any<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        visitor.visit_map(self)
    }

    fn deserialize_newtype_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: W,
    ) -> Result<W::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        <W: Visitor<'de>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, 'i, T, E, V> MapAccess<'de> for Item<'_, 'i, T, E, V>
where
    T: DdbKeys + DeserializeOwned,
    E: Iterator<Item = (&'i str, &'i V)>,
    V: Viewed + 'i,
{
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        for (name, value) in self.entries.by_ref() {
            if let Some(attribute) = Met::<T>::find(name) {
                self.met.keep(attribute, value)?;
                if !self.met.is_field(attribute) {
                    continue;
                }
            }
            self.value = Some(value);
            return seed.deserialize(Name(name)).map(Some);
        }
        if let [name, rest @ ..] = self.absent {
            self.absent = rest;
            return seed.deserialize(Name(name)).map(Some);
        }
        self.met.is_all = true;
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        match self.value.take() {
            Some(value) => seed.deserialize(Read::of(value)),
            None => seed.deserialize(Read::<V>(View::Null(true))),
        }
    }
}
