//! The attributes of an item, as serde reads fields from them.

use std::collections::hash_map;
use std::fmt;
use std::vec;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::error::FormatFault;
use crate::value::Item;

/// What an item has, attribute by attribute: one map less to build than `serde_dynamo::from_item` has, and an error is
/// known to be about an attribute.
struct Attributes {
    left: Left,
    /// The name of the attribute that serde is at, empty before the first and after the last.
    name: String,
    value: Option<AttributeValue>,
}

/// The attributes that serde has not seen yet.
enum Left {
    InAnyOrder(hash_map::IntoIter<String, AttributeValue>),
    InOrder(vec::IntoIter<(String, AttributeValue)>),
}

impl Iterator for Left {
    type Item = (String, AttributeValue);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::InAnyOrder(left) => left.next(),
            Self::InOrder(left) => left.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::InAnyOrder(left) => left.size_hint(),
            Self::InOrder(left) => left.size_hint(),
        }
    }
}

/// What is wrong with the fields, and the error that serde has for it.
pub(super) type Unread = (FormatFault, serde_dynamo::Error);

/// Reads the fields of an item.
pub(super) fn read<T: DeserializeOwned>(item: Item) -> Result<T, Unread> {
    read_left(Left::InAnyOrder(item.into_iter()))
}

/// The same in the order of the names, so that an item with several errors has the same one each time.
pub(super) fn read_in_order<T: DeserializeOwned>(item: Item) -> Result<T, Unread> {
    let mut attributes: Vec<_> = item.into_iter().collect();
    attributes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    read_left(Left::InOrder(attributes.into_iter()))
}

fn read_left<T: DeserializeOwned>(left: Left) -> Result<T, Unread> {
    let mut attributes = Attributes { left, name: String::new(), value: None };
    T::deserialize(&mut attributes).map_err(|error| error.of(attributes.name))
}

/// The error of `serde_dynamo`, and what a derive says of it in constants, which no value can be part of.
#[derive(Debug)]
struct Error {
    missing: Option<&'static str>,
    is_unknown: bool,
    error: serde_dynamo::Error,
}

impl Error {
    /// What is wrong, if serde was at an attribute of this name; it is empty if serde was at none.
    fn of(self, name: String) -> Unread {
        let fault = match self.missing {
            Some(field) => FormatFault::Missing(field),
            None if name.is_empty() => FormatFault::NoneRead,
            None if self.is_unknown => FormatFault::NotAField(name),
            None => match missing_within(&self.error.to_string()) {
                Some(field) => FormatFault::MissingWithin { attribute: name, field: field.into() },
                None => FormatFault::NotRead(name),
            },
        };
        (fault, self.error)
    }
}

/// The field that a struct in an attribute lacks. Of the errors inside of an attribute there is only the string, which
/// here is a constant of the struct.
fn missing_within(error: &str) -> Option<&str> {
    let field = error.strip_prefix("missing field `")?.strip_suffix('`')?;
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    field.chars().all(is_of_name).then_some(field)
}

impl From<serde_dynamo::Error> for Error {
    fn from(error: serde_dynamo::Error) -> Self {
        Self { missing: None, is_unknown: false, error }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        <serde_dynamo::Error as de::Error>::custom(message).into()
    }

    fn missing_field(field: &'static str) -> Self {
        Self { missing: Some(field), ..serde_dynamo::Error::missing_field(field).into() }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let error: Self = serde_dynamo::Error::unknown_field(field, expected).into();
        Self { is_unknown: true, ..error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Error {}

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
        self.left.size_hint().1
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
        let item = of(serde_dynamo::AttributeValue::M(item));
        Ok(item.deserialize_enum(name, variants, visitor)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
