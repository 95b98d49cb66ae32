//! Reads fields from the attributes of an item with serde, and writes fields to attributes.

use std::collections::{HashMap, hash_map};
use std::fmt;
use std::vec;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer, forward_to_deserialize_any};

use crate::error::FormatFault;
use crate::value::Item;

/// Deserializes an item attribute by attribute. Compared with `serde_dynamo::from_item`, this builds one map less, and an
/// error can name its attribute.
pub(super) struct Attributes {
    left: Left,
    /// The name of the current attribute, empty before the first and after the last.
    name: String,
    value: Option<AttributeValue>,
}

impl Attributes {
    pub(super) fn new(left: Left) -> Self {
        Self { left, name: String::new(), value: None }
    }

    /// Moves to the next attribute, if there is one.
    fn advance(&mut self) -> bool {
        let Some((name, value)) = self.left.next() else { return false };
        (self.name, self.value) = (name, Some(value));
        true
    }

    /// Returns the value of the current attribute.
    fn value(&mut self) -> serde_dynamo::Deserializer {
        of(self.value.take().unwrap_or(AttributeValue::Null(true)))
    }

    /// Returns what is wrong with the current attribute, given its error.
    pub(super) fn unread(self, error: Error) -> Unread {
        error.of(self.name)
    }
}

/// The attributes that serde has not read yet.
pub(super) enum Left {
    InAnyOrder(hash_map::IntoIter<String, AttributeValue>),
    InOrder(vec::IntoIter<(String, AttributeValue)>),
}

impl Left {
    pub(super) fn in_any_order(item: Item) -> Self {
        Self::InAnyOrder(item.into_iter())
    }

    /// Sorts the attributes by name, so that an item with several errors always reports the same one.
    pub(super) fn in_order(item: Item) -> Self {
        let mut attributes: Vec<_> = item.into_iter().collect();
        attributes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Self::InOrder(attributes.into_iter())
    }
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

/// What is wrong with the fields, and serde's error.
pub(super) type Unread = (FormatFault, serde_dynamo::Error);

/// The error of `serde_dynamo`, or a fault that derived code describes with constants. A constant cannot hold a value.
#[derive(Debug)]
pub(super) struct Error {
    missing: Option<&'static str>,
    is_unknown: bool,
    error: serde_dynamo::Error,
}

impl Error {
    /// Returns what is wrong, given the name of the current attribute, which is empty if serde was at none.
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

/// Returns the field that a struct inside an attribute lacks. Errors inside an attribute are only strings, and in this
/// string the field name is a constant of the struct.
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

/// Returns the deserializer of `serde_dynamo` for a value.
fn of(value: impl Into<serde_dynamo::AttributeValue>) -> serde_dynamo::Deserializer {
    serde_dynamo::Deserializer::from_attribute_value(value.into())
}

impl<'de> MapAccess<'de> for Attributes {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        if !self.advance() {
            return Ok(None);
        }
        seed.deserialize(StrDeserializer::new(&self.name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let read = seed.deserialize(self.value())?;
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

/// What is wrong with the fields, and the error of `serde_dynamo`.
pub(super) type Unwritten = (FormatFault, serde_dynamo::Error);

/// Writes the fields of an entity.
pub(super) fn write<T: Serialize>(entity: &T) -> Result<serde_dynamo::Item, Unwritten> {
    let mut failed = None;
    let written = entity.serialize(Fields { failed: &mut failed });
    item_of(written, failed)
}

/// Returns the written item, or the error if the value is not an item or the field of this name failed.
fn item_of(
    written: Result<serde_dynamo::AttributeValue, serde_dynamo::Error>,
    failed: Option<String>,
) -> Result<serde_dynamo::Item, Unwritten> {
    match written {
        Ok(serde_dynamo::AttributeValue::M(item)) => Ok(item.into()),
        // `()` is not a map either, and gives the same error of `serde_dynamo`.
        Ok(_) => serde_dynamo::to_item(()).map_err(|error| (FormatFault::NotAMap, error)),
        Err(error) => {
            Err((failed.map_or(FormatFault::NoneWritten, FormatFault::NotWritten), error))
        }
    }
}

/// The serializer of `serde_dynamo`, which also records the field that fails.
struct Fields<'f> {
    failed: &'f mut Option<String>,
}

/// Serializes the fields of a struct, and records the field that fails.
struct Struct<'f> {
    item: HashMap<String, serde_dynamo::AttributeValue>,
    failed: &'f mut Option<String>,
}

impl Struct<'_> {
    fn add(
        &mut self,
        name: &'static str,
        value: Result<serde_dynamo::AttributeValue, serde_dynamo::Error>,
    ) -> Result<(), serde_dynamo::Error> {
        match value {
            Ok(value) => {
                self.item.insert(name.into(), value);
                Ok(())
            }
            Err(error) => {
                *self.failed = Some(name.into());
                Err(error)
            }
        }
    }
}

/// Serializes the entries of a map as `serde_dynamo` does, and records the key of the entry that fails.
struct Map<'f, S> {
    entries: S,
    /// The key whose value has not been serialized yet.
    key: Option<String>,
    failed: &'f mut Option<String>,
}

macro_rules! forward {
    (
        types: $($type:ident)*,
        methods: $($method:ident($($name:ident: $of:ty),*) -> $ok:ty;)*
    ) => {
        $(type $type = <serde_dynamo::Serializer as Serializer>::$type;)*
        $(
            fn $method(self, $($name: $of),*) -> Result<$ok, Self::Error> {
                serde_dynamo::Serializer.$method($($name),*)
            }
        )*
    };
}

impl<'f> Serializer for Fields<'f> {
    type Ok = serde_dynamo::AttributeValue;
    type Error = serde_dynamo::Error;

    type SerializeMap = Map<'f, <serde_dynamo::Serializer as Serializer>::SerializeMap>;
    type SerializeStruct = Struct<'f>;

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, Self::Error> {
        let entries = serde_dynamo::Serializer.serialize_map(len)?;
        Ok(Map { entries, key: None, failed: self.failed })
    }

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, Self::Error> {
        Ok(Struct { item: HashMap::with_capacity(len), failed: self.failed })
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Self::Ok, Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Self::Ok, Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Self::Ok, Self::Error> {
        serde_dynamo::Serializer.serialize_newtype_variant(name, index, variant, value)
    }

    forward! {
        types: SerializeSeq SerializeTuple SerializeTupleStruct SerializeTupleVariant SerializeStructVariant,
        methods:
        serialize_bool(value: bool) -> Self::Ok;
        serialize_i8(value: i8) -> Self::Ok;
        serialize_i16(value: i16) -> Self::Ok;
        serialize_i32(value: i32) -> Self::Ok;
        serialize_i64(value: i64) -> Self::Ok;
        serialize_u8(value: u8) -> Self::Ok;
        serialize_u16(value: u16) -> Self::Ok;
        serialize_u32(value: u32) -> Self::Ok;
        serialize_u64(value: u64) -> Self::Ok;
        serialize_f32(value: f32) -> Self::Ok;
        serialize_f64(value: f64) -> Self::Ok;
        serialize_char(value: char) -> Self::Ok;
        serialize_str(value: &str) -> Self::Ok;
        serialize_bytes(value: &[u8]) -> Self::Ok;
        serialize_none() -> Self::Ok;
        serialize_unit() -> Self::Ok;
        serialize_unit_struct(name: &'static str) -> Self::Ok;
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> Self::Ok;
        serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(len: usize) -> Self::SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeTupleVariant;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeStructVariant;
    }
}

impl SerializeStruct for Struct<'_> {
    type Ok = serde_dynamo::AttributeValue;
    type Error = serde_dynamo::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        self.add(name, value.serialize(serde_dynamo::Serializer))
    }

    fn end(self) -> Result<Self::Ok, Self::Error> {
        Ok(serde_dynamo::AttributeValue::M(self.item))
    }
}

impl<S: SerializeMap> SerializeMap for Map<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.key = name_of(key);
        self.entries.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        let written = self.entries.serialize_value(value);
        if written.is_err() {
            *self.failed = self.key.take();
        }
        written
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), S::Error> {
        let written = self.entries.serialize_entry(key, value);
        if written.is_err() {
            *self.failed = name_of(key);
        }
        written
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.entries.end()
    }
}

/// Returns the name of the attribute for a key of a map.
fn name_of<K: Serialize + ?Sized>(key: &K) -> Option<String> {
    match key.serialize(serde_dynamo::Serializer) {
        Ok(serde_dynamo::AttributeValue::S(name) | serde_dynamo::AttributeValue::N(name)) => {
            Some(name)
        }
        _ => None,
    }
}
