//! A value of any type, kept to be read later, perhaps more than once.
//!
//! Key attributes are kept so that they can be compared, and whole items where the type keeps them itself
//! before it chooses, as an untagged enum does.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::{
    CowStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer,
};
use serde::de::{
    Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::key::KeyValue;

/// A value. A newtype and `Some` are what they hold.
#[derive(Clone, Debug)]
pub(super) enum Buffer<'de> {
    None,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    Float(f64),
    Text(Cow<'de, str>),
    Bytes(Cow<'de, [u8]>),
    Seq(Vec<Self>),
    Map(Vec<(Self, Self)>),
    /// A value of a format that no person reads, where types write themselves in another way.
    Compact(Box<Self>),
}

impl<'de> Buffer<'de> {
    /// A key attribute, as a number in the narrowest type that holds it.
    pub(super) fn of(key: KeyValue<'de>) -> Self {
        let digits = match key {
            KeyValue::S(text) => return Self::Text(text),
            KeyValue::N(digits) => digits,
        };
        match (digits.parse(), digits.parse(), digits.parse()) {
            (Ok(number), _, _) => Self::Signed(number),
            (_, Ok(number), _) => Self::Unsigned(number),
            (_, _, Ok(number)) => Self::Wide(number),
            _ => Self::Text(digits),
        }
    }

    /// A deserializer of the value.
    pub(super) fn read<E: Error>(&self) -> Read<'_, 'de, E> {
        match self {
            Self::Compact(buffer) => Read { is_human_readable: false, ..buffer.read() },
            _ => Read { buffer: self, is_human_readable: true, error: PhantomData },
        }
    }
}

impl<'de> Deserialize<'de> for Buffer<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_human_readable = deserializer.is_human_readable();
        let buffer = deserializer.deserialize_any(Fill)?;
        Ok(if is_human_readable { buffer } else { Self::Compact(Box::new(buffer)) })
    }
}

/// Keeps whatever there is.
pub(super) struct Fill;

impl<'de> Visitor<'de> for Fill {
    type Value = Buffer<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Buffer::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Buffer::Signed(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Buffer::Unsigned(value))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Self::Value, E> {
        Ok(Buffer::Wide(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Buffer::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Buffer::Text(String::from(text).into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Buffer::Text(text.into()))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Buffer::Text(text.into()))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Buffer::Bytes(Vec::from(bytes).into()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Buffer::Bytes(bytes.into()))
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Buffer::Bytes(bytes.into()))
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Buffer::None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Buffer::None)
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        Buffer::deserialize(value)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        Buffer::deserialize(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Buffer::Seq(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Buffer::Map(entries))
    }
}

/// Reads a kept value.
pub(super) struct Read<'b, 'de, E> {
    buffer: &'b Buffer<'de>,
    is_human_readable: bool,
    error: PhantomData<E>,
}

impl<'de, E: Error> IntoDeserializer<'de, E> for Read<'_, 'de, E> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de, E: Error> Deserializer<'de> for Read<'_, 'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.buffer {
            Buffer::None => visitor.visit_unit(),
            Buffer::Bool(value) => visitor.visit_bool(*value),
            Buffer::Signed(value) => visitor.visit_i64(*value),
            Buffer::Unsigned(value) => visitor.visit_u64(*value),
            Buffer::Wide(value) => visitor.visit_i128(*value),
            Buffer::Float(value) => visitor.visit_f64(*value),
            Buffer::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Buffer::Text(Cow::Owned(text)) => visitor.visit_str(text),
            Buffer::Bytes(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            Buffer::Bytes(Cow::Owned(bytes)) => visitor.visit_bytes(bytes),
            Buffer::Seq(values) => {
                visitor.visit_seq(SeqDeserializer::new(values.iter().map(Buffer::read)))
            }
            Buffer::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.read(), value.read()));
                visitor.visit_map(MapDeserializer::new(entries))
            }
            Buffer::Compact(_) => self.buffer.read().deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.buffer {
            Buffer::None => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.buffer {
            Buffer::Text(text) => {
                CowStrDeserializer::new(text.clone()).deserialize_enum(name, variants, visitor)
            }
            Buffer::Map(entries) if entries.len() == 1 => {
                let entries = entries.iter().map(|(key, value)| (key.read(), value.read()));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(entries)))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.is_human_readable
    }
}
