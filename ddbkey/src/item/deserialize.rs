//! Reading an item: the key attributes are taken out on the way to the entity, and compared with what
//! its fields build.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::{Fault, Item, attributes};
use crate::entity::DdbKeys;
use crate::schema::EntitySchema;

/// The key attributes that were found, and their texts.
type Found = Vec<(&'static str, String)>;

impl<'de, T: DdbKeys + Deserialize<'de>> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut found = Found::new();
        let entity = T::deserialize(Aside { deserializer, schema: T::SCHEMA, found: &mut found })?;
        check(&entity, &found).map_err(|fault| D::Error::custom(fault.of::<T>()))?;
        Ok(Self(entity))
    }
}

/// The stored keys are those that the fields build, no more and no fewer.
fn check<T: DdbKeys>(entity: &T, found: &Found) -> Result<(), Fault> {
    let built = attributes(entity).map_err(Fault::Key)?;
    for (name, text) in &built {
        match found.iter().find(|(other, _)| other == name) {
            Some((_, stored)) if stored == text => {}
            Some(_) => return Err(Fault::Differs(name)),
            None => return Err(Fault::Missing(name)),
        }
    }
    let is_built = |name: &str| built.iter().any(|(other, _)| *other == name);
    match found.iter().find(|(name, _)| !is_built(name)) {
        Some((name, _)) => Err(Fault::LeftOver(name)),
        None => Ok(()),
    }
}

/// A deserializer that lays the key attributes of its map aside.
struct Aside<'f, D> {
    deserializer: D,
    schema: &'static EntitySchema,
    found: &'f mut Found,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Aside<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.read(visitor, &[])
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.read(visitor, fields)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.deserializer.is_human_readable()
    }
}

impl<D> Aside<'_, D> {
    /// Reads a map, whose fields of these names the entity wants to see in any case.
    fn read<'de, V: Visitor<'de>>(
        self,
        visitor: V,
        fields: &'static [&'static str],
    ) -> Result<V::Value, D::Error>
    where
        D: Deserializer<'de>,
    {
        let Self { deserializer, schema, found } = self;
        deserializer.deserialize_map(Map { visitor, fields, schema, found })
    }
}

/// The entity's visitor, which sees the map without the attributes that are not its fields.
struct Map<'f, V> {
    visitor: V,
    fields: &'static [&'static str],
    schema: &'static EntitySchema,
    found: &'f mut Found,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Map<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let Self { visitor, fields, schema, found } = self;
        visitor.visit_map(Entries { map, fields, schema, found, text: None })
    }
}

/// The entries of the map but for key attributes that are not fields.
struct Entries<'f, A> {
    map: A,
    fields: &'static [&'static str],
    schema: &'static EntitySchema,
    found: &'f mut Found,
    /// The text of a key attribute that is a field as well, whose key was just given out.
    text: Option<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Entries<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            if let Some(name) = self.schema.attribute(&key) {
                let text = self.map.next_value::<String>()?;
                self.found.push((name, text.clone()));
                if !self.fields.contains(&name) {
                    continue;
                }
                self.text = Some(text);
            }
            return seed.deserialize(StrDeserializer::new(&key)).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.text.take() {
            Some(text) => seed.deserialize(StringDeserializer::new(text)),
            None => self.map.next_value_seed(seed),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        None
    }
}
