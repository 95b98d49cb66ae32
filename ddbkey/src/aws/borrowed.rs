//! Attribute values read in place, by the rules of `serde_dynamo`, which takes them apart.
//!
//! What it reads, `serde_dynamo` reads as the same value. It may refuse more: it is asked for items of which
//! most are right, and those that it refuses are read again. Text is handed over as one that cannot be kept,
//! since `serde_dynamo` has none that can.

use alloc::string::String;
use std::collections::HashMap;
use std::collections::hash_map;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::item::Stop;

/// An attribute value, borrowed.
pub enum View<'i, V> {
    /// A string.
    S(&'i str),
    /// A number, as digits.
    N(&'i str),
    /// A truth value.
    Bool(bool),
    /// Nothing, if it is true.
    Null(bool),
    /// Bytes.
    B(&'i [u8]),
    /// A map.
    M(&'i HashMap<String, V>),
    /// A list.
    L(&'i [V]),
    /// A set of strings.
    Ss(&'i [String]),
    /// A set of numbers.
    Ns(&'i [String]),
    /// What is left to `serde_dynamo`.
    Other,
}

/// A type of attribute values.
pub trait Viewed: Sized {
    /// Borrows it.
    fn view(&self) -> View<'_, Self>;
}

impl Viewed for AttributeValue {
    #[inline]
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::S(text) => View::S(text),
            Self::N(digits) => View::N(digits),
            Self::Bool(value) => View::Bool(*value),
            Self::Null(value) => View::Null(*value),
            Self::B(bytes) => View::B(bytes.as_ref()),
            Self::M(map) => View::M(map),
            Self::L(list) => View::L(list),
            Self::Ss(texts) => View::Ss(texts),
            Self::Ns(numbers) => View::Ns(numbers),
            _ => View::Other,
        }
    }
}

impl Viewed for serde_dynamo::AttributeValue {
    #[inline]
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::S(text) => View::S(text),
            Self::N(digits) => View::N(digits),
            Self::Bool(value) => View::Bool(*value),
            Self::Null(value) => View::Null(*value),
            Self::B(bytes) => View::B(bytes),
            Self::M(map) => View::M(map),
            Self::L(list) => View::L(list),
            Self::Ss(texts) => View::Ss(texts),
            Self::Ns(numbers) => View::Ns(numbers),
            Self::Bs(_) => View::Other,
        }
    }
}

/// Reads an attribute value.
pub(super) struct Read<'i, V>(pub(super) View<'i, V>);

impl<'i, V: Viewed> Read<'i, V> {
    pub(super) fn of(value: &'i V) -> Self {
        Self(value.view())
    }
}

macro_rules! numbers {
    ($($method:ident)+) => {$(
        fn $method<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
            match self.0 {
                View::N(digits) => Number(digits).$method(visitor),
                _ => Err(Stop),
            }
        }
    )+};
}

impl<'de, V: Viewed> Deserializer<'de> for Read<'_, V> {
    type Error = Stop;

    fn deserialize_any<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::S(text) => visitor.visit_str(text),
            View::N(digits) => Number(digits).deserialize_any(visitor),
            View::Bool(value) => visitor.visit_bool(value),
            View::Null(_) => self.deserialize_unit(visitor),
            View::B(bytes) => visitor.visit_bytes(bytes),
            View::M(map) => visitor.visit_map(Entries::of(map)),
            View::L(_) | View::Ss(_) | View::Ns(_) => self.deserialize_seq(visitor),
            View::Other => Err(Stop),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::S(text) => visitor.visit_str(text),
            _ => Err(Stop),
        }
    }

    fn deserialize_string<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        let View::S(text) = self.0 else { return Err(Stop) };
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => visitor.visit_char(character),
            _ => Err(Stop),
        }
    }

    fn deserialize_bool<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::Bool(value) => visitor.visit_bool(value),
            _ => Err(Stop),
        }
    }

    fn deserialize_unit<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::Null(true) => visitor.visit_unit(),
            _ => Err(Stop),
        }
    }

    fn deserialize_unit_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: W,
    ) -> Result<W::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::Null(true) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: W,
    ) -> Result<W::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bytes<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::B(bytes) => visitor.visit_bytes(bytes),
            _ => Err(Stop),
        }
    }

    fn deserialize_byte_buf<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_seq<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::L(list) => visitor.visit_seq(Elements(list.iter().map(Read::of))),
            View::Ss(texts) => {
                let texts = texts.iter().map(|text| text.as_str().into_deserializer());
                visitor.visit_seq(Elements(texts))
            }
            View::Ns(numbers) => {
                visitor.visit_seq(Elements(numbers.iter().map(|digits| Number(digits))))
            }
            _ => Err(Stop),
        }
    }

    fn deserialize_tuple<W: Visitor<'de>>(self, _: usize, visitor: W) -> Result<W::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: W,
    ) -> Result<W::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        match self.0 {
            View::M(map) => visitor.visit_map(Entries::of(map)),
            _ => Err(Stop),
        }
    }

    fn deserialize_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: W,
    ) -> Result<W::Value, Stop> {
        match self.0 {
            View::L(_) => self.deserialize_seq(visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<W: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: W,
    ) -> Result<W::Value, Stop> {
        match self.0 {
            View::S(text) => visitor.visit_enum(text.into_deserializer()),
            View::M(map) => visitor.visit_enum(Variant::of(map).ok_or(Stop)?),
            _ => Err(Stop),
        }
    }

    fn deserialize_ignored_any<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        self.deserialize_any(visitor)
    }
}

/// Reads the digits of a number.
struct Number<'i>(&'i str);

macro_rules! parsed {
    ($($method:ident $visit:ident)+) => {$(
        fn $method<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
            visitor.$visit(self.0.parse().map_err(|_| Stop)?)
        }
    )+};
}

impl<'de> Deserializer<'de> for Number<'_> {
    type Error = Stop;

    fn deserialize_any<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        if let Ok(number) = self.0.parse::<i64>() {
            visitor.visit_i64(number)
        } else if let Ok(number) = self.0.parse::<u64>() {
            visitor.visit_u64(number)
        } else {
            self.deserialize_f64(visitor)
        }
    }

    parsed! {
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple tuple_struct
        map struct enum identifier ignored_any
    }
}

/// Reads a list or a set.
struct Elements<I>(I);

impl<'de, I> SeqAccess<'de> for Elements<I>
where
    I: Iterator<Item: Deserializer<'de, Error = Stop>>,
{
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        self.0.next().map(|element| seed.deserialize(element)).transpose()
    }
}

/// Reads a map.
struct Entries<'i, V> {
    entries: hash_map::Iter<'i, String, V>,
    value: Option<&'i V>,
}

impl<'i, V> Entries<'i, V> {
    fn of(map: &'i HashMap<String, V>) -> Self {
        Self { entries: map.iter(), value: None }
    }
}

impl<'de, V: Viewed> MapAccess<'de> for Entries<'_, V> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some((name, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(Read::of(self.value.take().ok_or(Stop)?))
    }
}

/// Reads the name of an attribute, or a key of a map.
pub(super) struct Name<'i>(pub(super) &'i str);

impl<'de> Deserializer<'de> for Name<'_> {
    type Error = Stop;

    fn deserialize_any<W: Visitor<'de>>(self, visitor: W) -> Result<W::Value, Stop> {
        visitor.visit_str(self.0)
    }

    parsed! {
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_bool visit_bool
    }

    fn deserialize_enum<W: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: W,
    ) -> Result<W::Value, Stop> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    fn deserialize_newtype_struct<W: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: W,
    ) -> Result<W::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// Reads a variant of an enum with data: a map of one entry.
struct Variant<'i, V> {
    name: &'i str,
    value: &'i V,
}

impl<'i, V> Variant<'i, V> {
    fn of(map: &'i HashMap<String, V>) -> Option<Self> {
        let mut entries = map.iter();
        let (name, value) = entries.next()?;
        entries.next().is_none().then_some(Self { name, value })
    }
}

impl<'de, V: Viewed> EnumAccess<'de> for Variant<'_, V> {
    type Error = Stop;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Stop> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de, V: Viewed> VariantAccess<'de> for Variant<'_, V> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(Read::of(self.value))
    }

    fn tuple_variant<W: Visitor<'de>>(self, _: usize, visitor: W) -> Result<W::Value, Stop> {
        Read::of(self.value).deserialize_seq(visitor)
    }

    fn struct_variant<W: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: W,
    ) -> Result<W::Value, Stop> {
        Read::of(self.value).deserialize_map(visitor)
    }
}
