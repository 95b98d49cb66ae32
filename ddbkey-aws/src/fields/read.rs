//! Reads fields from the attributes of an item with serde.

use std::borrow::Cow;
use std::{fmt, vec};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::FieldsError;
use crate::error::FormatFault;
use crate::value::{Attribute, Attributes, Item};

/// Deserializes an item attribute by attribute. Compared with `serde_dynamo::from_item`, this builds one map less, and an
/// error can name its attribute.
pub(crate) struct ItemDeserializer<'i> {
    left: vec::IntoIter<Attribute<'i>>,
    /// The name of the current attribute, empty before the first and after the last.
    name: Cow<'i, str>,
    value: Option<Cow<'i, AttributeValue>>,
}

impl<'i> ItemDeserializer<'i> {
    pub(crate) fn new(attributes: Attributes<'i>) -> Self {
        Self { left: attributes.into_iter(), name: Cow::default(), value: None }
    }

    /// Moves to the next attribute, if there is one.
    fn advance(&mut self) -> bool {
        let Some((name, value)) = self.left.next() else { return false };
        (self.name, self.value) = (name, Some(value));
        true
    }

    /// Returns the value of the current attribute.
    fn value(&mut self) -> serde_dynamo::Deserializer {
        of(self.value.take().map_or(AttributeValue::Null(true), Cow::into_owned))
    }

    /// Returns what is wrong with the current attribute, given its error.
    pub(crate) fn unread(self, error: ReadError) -> FieldsError {
        error.of(self.name.into_owned())
    }
}

pub(crate) fn attributes(item: Cow<'_, Item>) -> Attributes<'_> {
    match item {
        Cow::Borrowed(item) => {
            item.iter().map(|(name, value)| (name.into(), Cow::Borrowed(value))).collect()
        }
        Cow::Owned(item) => {
            item.into_iter().map(|(name, value)| (name.into(), Cow::Owned(value))).collect()
        }
    }
}

/// The error of `serde_dynamo`, or a fault that derived code describes with constants. A constant cannot hold a value.
#[derive(Debug)]
pub(crate) struct ReadError {
    missing: Option<&'static str>,
    is_unknown: bool,
    error: serde_dynamo::Error,
}

impl ReadError {
    /// Returns what is wrong, given the name of the current attribute, which is empty if serde was at none.
    fn of(self, name: String) -> FieldsError {
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

/// Returns the field that a struct inside an attribute lacks. Errors inside an attribute are only strings, and in this
/// string the field name is a constant of the struct.
fn missing_within(error: &str) -> Option<&str> {
    let field = error.strip_prefix("missing field `")?.strip_suffix('`')?;
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    field.chars().all(is_of_name).then_some(field)
}

impl From<serde_dynamo::Error> for ReadError {
    fn from(error: serde_dynamo::Error) -> Self {
        Self { missing: None, is_unknown: false, error }
    }
}

impl de::Error for ReadError {
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

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for ReadError {}

/// Returns the deserializer of `serde_dynamo` for a value.
fn of(value: impl Into<serde_dynamo::AttributeValue>) -> serde_dynamo::Deserializer {
    serde_dynamo::Deserializer::from_attribute_value(value.into())
}

impl<'de> MapAccess<'de> for ItemDeserializer<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        if !self.advance() {
            return Ok(None);
        }
        seed.deserialize(StrDeserializer::new(&self.name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let read = seed.deserialize(self.value())?;
        self.name = Cow::default();
        Ok(read)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

impl<'de> Deserializer<'de> for &mut ItemDeserializer<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let item = self
            .left
            .by_ref()
            .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
            .collect();
        let item = of(serde_dynamo::AttributeValue::M(item));
        Ok(item.deserialize_enum(name, variants, visitor)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
