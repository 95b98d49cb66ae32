//! The text of a value, if it serialises as text: to compare a field with a key attribute.

use alloc::string::String;
use core::fmt::{self, Display};

use serde::ser::{self, Impossible, Serialize, Serializer};

/// A serializer of text alone.
pub(super) struct Text;

/// The value is not text.
#[derive(Debug)]
pub(super) struct NotText;

impl Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not text")
    }
}

impl core::error::Error for NotText {}

impl ser::Error for NotText {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// The methods of a `Serializer` that takes neither scalars nor sequences, with what they fail as.
/// A newtype and `Some` are what they hold.
macro_rules! refuse_scalars {
    ($self:ident => $refusal:expr) => {
        crate::item::text::refuse_scalars! {
            @scalars $self => $refusal;
            serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32),
            serialize_i64(i64), serialize_i128(i128), serialize_u8(u8), serialize_u16(u16),
            serialize_u32(u32), serialize_u64(u64), serialize_u128(u128), serialize_f32(f32),
            serialize_f64(f64), serialize_char(char), serialize_bytes(&[u8]),
            serialize_unit_struct(&'static str)
        }

        fn serialize_none($self) -> Result<Self::Ok, Self::Error> {
            Err($refusal)
        }

        fn serialize_unit($self) -> Result<Self::Ok, Self::Error> {
            Err($refusal)
        }

        fn serialize_some<V: Serialize + ?Sized>($self, value: &V) -> Result<Self::Ok, Self::Error> {
            value.serialize($self)
        }

        fn serialize_newtype_struct<V: Serialize + ?Sized>(
            $self,
            _: &'static str,
            value: &V,
        ) -> Result<Self::Ok, Self::Error> {
            value.serialize($self)
        }

        fn serialize_newtype_variant<V: Serialize + ?Sized>(
            $self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &V,
        ) -> Result<Self::Ok, Self::Error> {
            Err($refusal)
        }

        fn serialize_seq($self, _: Option<usize>) -> Result<Self::SerializeSeq, Self::Error> {
            Err($refusal)
        }

        fn serialize_tuple($self, _: usize) -> Result<Self::SerializeTuple, Self::Error> {
            Err($refusal)
        }

        fn serialize_tuple_struct(
            $self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct, Self::Error> {
            Err($refusal)
        }

        fn serialize_tuple_variant(
            $self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant, Self::Error> {
            Err($refusal)
        }

        fn serialize_struct_variant(
            $self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant, Self::Error> {
            Err($refusal)
        }
    };
    (@scalars $self:ident => $refusal:expr; $($method:ident($type:ty)),+) => {$(
        fn $method($self, _: $type) -> Result<Self::Ok, Self::Error> {
            Err($refusal)
        }
    )+};
}
pub(super) use refuse_scalars;

impl Serializer for Text {
    type Ok = String;
    type Error = NotText;
    type SerializeSeq = Impossible<String, NotText>;
    type SerializeTuple = Impossible<String, NotText>;
    type SerializeTupleStruct = Impossible<String, NotText>;
    type SerializeTupleVariant = Impossible<String, NotText>;
    type SerializeMap = Impossible<String, NotText>;
    type SerializeStruct = Impossible<String, NotText>;
    type SerializeStructVariant = Impossible<String, NotText>;

    refuse_scalars!(self => NotText);

    fn serialize_str(self, text: &str) -> Result<String, NotText> {
        Ok(text.into())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, NotText> {
        Ok(variant.into())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NotText> {
        Err(NotText)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, NotText> {
        Err(NotText)
    }
}
