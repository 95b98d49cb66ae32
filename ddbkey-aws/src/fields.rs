//! The attributes of an item, as serde reads fields from them.

use std::collections::hash_map::IntoIter;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_dynamo::Error;

use crate::value::Item;

/// What an item has, attribute by attribute: one map less to build than `serde_dynamo::from_item` has, and an error is
/// known to be about an attribute.
struct Attributes {
    left: IntoIter<String, AttributeValue>,
    /// The name of the attribute that serde is at, empty before the first and after the last.
    name: String,
    value: Option<AttributeValue>,
}

/// Reads the fields of an item. An error comes with the name of the attribute that cannot be read, which is empty if it
/// is not about one.
pub(super) fn read<T: DeserializeOwned>(item: Item) -> Result<T, (String, Error)> {
    let mut attributes = Attributes { left: item.into_iter(), name: String::new(), value: None };
    T::deserialize(&mut attributes).map_err(|error| (attributes.name, error))
}

/// A value as `serde_dynamo` reads it.
fn of(value: impl Into<serde_dynamo::AttributeValue>) -> serde_dynamo::Deserializer {
    serde_dynamo::Deserializer::from_attribute_value(value.into())
}

impl<'de> MapAccess<'de> for Attributes {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        (self.name, self.value) = (name, Some(value));
        seed.deserialize(StrDeserializer::new(&self.name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = self.value.take().unwrap_or(AttributeValue::Null(true));
        let read = seed.deserialize(of(value))?;
        self.name.clear();
        Ok(read)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

impl<'de> Deserializer<'de> for &mut Attributes {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let item = self.left.by_ref().map(|(name, value)| (name, value.into())).collect();
        of(serde_dynamo::AttributeValue::M(item)).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
