//! Which attributes a type reads as fields, without an item: serde tells a deserializer what it wants.

use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::{self, Display};

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::entity::DdbKeys;
use crate::key::schema::{AttributeSchema, KeySchema};

/// The fields that a type reads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fields {
    /// Those of these names, and no others.
    Known(&'static [&'static str]),
    /// Those of a struct with a flattened field, or of a map: any name can be one.
    Map,
    /// Everything, to choose from it later, as an untagged enum does.
    Any,
}

impl Fields {
    /// Whether an entity reads a key attribute as a field.
    pub(crate) fn has<'de, T: DdbKeys + Deserialize<'de>>(
        self,
        name: &'static str,
        attribute: Option<AttributeSchema>,
    ) -> bool {
        match self {
            Self::Known(names) => names.contains(&name),
            Self::Map | Self::Any => {
                attribute.is_some_and(|attribute| attribute.is_field()) || is_typed::<T>(name)
            }
        }
    }
}

/// The fields that are attributes of sparse indexes and that an item lacks: they are `None`. A field that
/// is also in another key is missing.
pub(crate) fn absent<'de, T: DdbKeys + Deserialize<'de>>(
    fields: Fields,
    is_there: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    let sparse = T::SCHEMA.indexes().filter(|index| index.is_sparse());
    let attributes = sparse.flat_map(KeySchema::attributes).filter(AttributeSchema::is_field);
    let mut names = Vec::new();
    for attribute in attributes {
        let name = attribute.name();
        let mut others = T::SCHEMA.keys().filter(|key| !key.is_sparse());
        if !is_there(name)
            && !names.contains(&name)
            && !others.any(|key| key.has_attribute(name))
            && fields.has::<T>(name, Some(attribute))
        {
            names.push(name);
        }
    }
    names
}

/// Whether a struct with a flattened field reads a field of this name by its own type. What it keeps for
/// the flattened field, it reads as any type.
fn is_typed<'de, T: Deserialize<'de>>(name: &'static str) -> bool {
    let is_typed = Cell::new(false);
    // It stops at the value.
    let _ = T::deserialize(One { name: Some(name), is_typed: &is_typed });
    is_typed.get()
}

/// The end of a question.
#[derive(Debug)]
pub(crate) struct Stop;

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing to read")
    }
}

impl core::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// A map with one entry, whose value only tells how it is read.
struct One<'c> {
    name: Option<&'static str>,
    is_typed: &'c Cell<bool>,
}

impl<'de> Deserializer<'de> for One<'_> {
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_map(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for One<'_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stop> {
        let key = |name| seed.deserialize(BorrowedStrDeserializer::new(name));
        self.name.take().map(key).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        seed.deserialize(Typed(self.is_typed))
    }
}

/// A value that tells whether a type of its own was asked for.
struct Typed<'c>(&'c Cell<bool>);

macro_rules! typed {
    ($($method:ident($($type:ty),*);)+) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $type,)* _: V) -> Result<V::Value, Stop> {
            self.0.set(true);
            Err(Stop)
        }
    )+};
}

impl<'de> Deserializer<'de> for Typed<'_> {
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        Err(Stop)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        Err(Stop)
    }

    typed! {
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(&'static str);
        deserialize_newtype_struct(&'static str);
        deserialize_seq();
        deserialize_tuple(usize);
        deserialize_tuple_struct(&'static str, usize);
        deserialize_map();
        deserialize_struct(&'static str, &'static [&'static str]);
        deserialize_enum(&'static str, &'static [&'static str]);
        deserialize_identifier();
    }
}
