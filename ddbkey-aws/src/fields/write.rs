//! Writes fields to attributes with serde, and records the field that fails.

use std::collections::HashMap;

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_dynamo::AttributeValue as SerdeValue;

use super::FieldsError;
use crate::error::FormatFault;

/// Writes the fields of an entity.
pub(crate) fn write<T: Serialize>(entity: &T) -> Result<serde_dynamo::Item, FieldsError> {
    let mut failed = None;
    let written = entity.serialize(FieldsSerializer { failed: &mut failed });
    item_of(written, failed)
}

/// Returns the written item, or the error if the value is not an item or the field of this name failed.
fn item_of(
    written: Result<SerdeValue, serde_dynamo::Error>,
    failed: Option<String>,
) -> Result<serde_dynamo::Item, FieldsError> {
    match written {
        Ok(SerdeValue::M(item)) => Ok(item.into()),
        // `()` is not a map either, and gives the same error of `serde_dynamo`.
        Ok(_) => serde_dynamo::to_item(()).map_err(|error| (FormatFault::NotAMap, error)),
        Err(error) => {
            Err((failed.map_or(FormatFault::NoneWritten, FormatFault::NotWritten), error))
        }
    }
}

/// The serializer of `serde_dynamo`, which also records the field that fails.
struct FieldsSerializer<'f> {
    failed: &'f mut Option<String>,
}

/// Serializes the fields of a struct, and records the field that fails.
struct StructSerializer<'f> {
    item: HashMap<String, SerdeValue>,
    failed: &'f mut Option<String>,
}

impl StructSerializer<'_> {
    fn add(
        &mut self,
        name: &'static str,
        value: Result<SerdeValue, serde_dynamo::Error>,
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
struct MapSerializer<'f, S> {
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

impl<'f> Serializer for FieldsSerializer<'f> {
    type Ok = SerdeValue;
    type Error = serde_dynamo::Error;

    type SerializeMap = MapSerializer<'f, <serde_dynamo::Serializer as Serializer>::SerializeMap>;
    type SerializeStruct = StructSerializer<'f>;

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, Self::Error> {
        let entries = serde_dynamo::Serializer.serialize_map(len)?;
        Ok(MapSerializer { entries, key: None, failed: self.failed })
    }

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, Self::Error> {
        Ok(StructSerializer { item: HashMap::with_capacity(len), failed: self.failed })
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

impl SerializeStruct for StructSerializer<'_> {
    type Ok = SerdeValue;
    type Error = serde_dynamo::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        self.add(name, value.serialize(serde_dynamo::Serializer))
    }

    fn end(self) -> Result<Self::Ok, Self::Error> {
        Ok(SerdeValue::M(self.item))
    }
}

impl<S: SerializeMap> SerializeMap for MapSerializer<'_, S> {
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
        Ok(SerdeValue::S(name) | SerdeValue::N(name)) => Some(name),
        _ => None,
    }
}
