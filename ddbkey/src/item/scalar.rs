//! What a value serializes as, if it is a scalar: to compare a field with a key attribute, and the name of
//! a field with the names of key attributes.

use core::fmt::{self, Display};

use serde::ser::{self, Impossible, Serialize, Serializer};

use crate::key::KeyValue;

/// What a value serializes as. A newtype and `Some` are what they hold.
pub(super) enum Scalar<'a> {
    /// A string, a character or the name of a unit variant.
    Text(&'a str),
    /// An integer.
    Integer(i128),
    /// `None` or `()`.
    None,
}

/// Hands over what a value serializes as; `None` if that is not a scalar, or if serializing fails.
pub(super) fn scalar<V: Serialize + ?Sized, R>(
    value: &V,
    take: impl FnOnce(Scalar<'_>) -> R,
) -> Option<R> {
    value.serialize(Take(take)).ok()
}

impl Scalar<'_> {
    /// Whether it is this key value, type and text.
    pub(super) fn is_key(&self, key: &KeyValue<'_>) -> bool {
        match (self, key) {
            (Self::Text(text), KeyValue::S(key)) => *text == *key,
            (Self::Integer(number), KeyValue::N(digits)) => digits.parse() == Ok(*number),
            _ => false,
        }
    }
}

struct Take<F>(F);

/// The value is not a scalar.
#[derive(Debug)]
pub(super) struct NotScalar;

impl Display for NotScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a scalar")
    }
}

impl core::error::Error for NotScalar {}

impl ser::Error for NotScalar {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// The integers that need no check.
macro_rules! integers {
    ($($method:ident($type:ty)),+) => {$(
        fn $method(self, number: $type) -> Result<R, NotScalar> {
            self.serialize_i128(number.into())
        }
    )+};
}

impl<R, F: FnOnce(Scalar<'_>) -> R> Serializer for Take<F> {
    type Ok = R;
    type Error = NotScalar;
    type SerializeSeq = Impossible<R, NotScalar>;
    type SerializeTuple = Impossible<R, NotScalar>;
    type SerializeTupleStruct = Impossible<R, NotScalar>;
    type SerializeTupleVariant = Impossible<R, NotScalar>;
    type SerializeMap = Impossible<R, NotScalar>;
    type SerializeStruct = Impossible<R, NotScalar>;
    type SerializeStructVariant = Impossible<R, NotScalar>;

    integers! {
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64), serialize_u8(u8),
        serialize_u16(u16), serialize_u32(u32), serialize_u64(u64)
    }

    fn serialize_i128(self, number: i128) -> Result<R, NotScalar> {
        Ok(self.0(Scalar::Integer(number)))
    }

    /// No number of a key has as many digits as those that do not fit.
    fn serialize_u128(self, number: u128) -> Result<R, NotScalar> {
        self.serialize_i128(number.try_into().map_err(|_| NotScalar)?)
    }

    fn serialize_str(self, text: &str) -> Result<R, NotScalar> {
        Ok(self.0(Scalar::Text(text)))
    }

    fn serialize_char(self, character: char) -> Result<R, NotScalar> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<R, NotScalar> {
        self.serialize_str(variant)
    }

    fn serialize_none(self) -> Result<R, NotScalar> {
        Ok(self.0(Scalar::None))
    }

    fn serialize_unit(self) -> Result<R, NotScalar> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<R, NotScalar> {
        self.serialize_none()
    }

    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<R, NotScalar> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &V,
    ) -> Result<R, NotScalar> {
        value.serialize(self)
    }

    fn serialize_bool(self, _: bool) -> Result<R, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_f32(self, _: f32) -> Result<R, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_f64(self, _: f64) -> Result<R, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<R, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Result<R, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, NotScalar> {
        Err(NotScalar)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NotScalar> {
        Err(NotScalar)
    }
}
