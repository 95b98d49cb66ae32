//! What a variant of an enum holds, without the name of the variant: a struct or a list.

use core::fmt;
use core::marker::PhantomData;

use serde::ser::{
    Error, Impossible, Serialize, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleVariant, Serializer,
};

use crate::entity::DdbKeys;

/// The entity is neither a struct nor a map to serde.
pub(super) struct NotAMap(&'static str);

impl NotAMap {
    pub(super) fn error<T: DdbKeys, E: Error>() -> E {
        E::custom(Self(T::SCHEMA.name()))
    }
}

impl fmt::Display for NotAMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not serialized as a struct or a map", self.0)
    }
}

/// Methods of a serializer that takes structs and maps alone.
macro_rules! refuse {
    ($($method:ident($($type:ty),*) -> $ok:ty;)+) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok, S::Error> {
            Err($crate::item::contents::NotAMap::error::<T, _>())
        }
    )+};
}
pub(super) use refuse;

/// Those of values and lists.
macro_rules! refuse_values {
    () => {
        $crate::item::contents::refuse! {
            serialize_bool(bool) -> S::Ok;
            serialize_i8(i8) -> S::Ok;
            serialize_i16(i16) -> S::Ok;
            serialize_i32(i32) -> S::Ok;
            serialize_i64(i64) -> S::Ok;
            serialize_i128(i128) -> S::Ok;
            serialize_u8(u8) -> S::Ok;
            serialize_u16(u16) -> S::Ok;
            serialize_u32(u32) -> S::Ok;
            serialize_u64(u64) -> S::Ok;
            serialize_u128(u128) -> S::Ok;
            serialize_f32(f32) -> S::Ok;
            serialize_f64(f64) -> S::Ok;
            serialize_char(char) -> S::Ok;
            serialize_str(&str) -> S::Ok;
            serialize_bytes(&[u8]) -> S::Ok;
            serialize_none() -> S::Ok;
            serialize_unit() -> S::Ok;
            serialize_unit_struct(&'static str) -> S::Ok;
            serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
            serialize_seq(Option<usize>) -> Self::SerializeSeq;
            serialize_tuple(usize) -> Self::SerializeTuple;
            serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        }
    };
}
pub(super) use refuse_values;

/// The fields of the variant that the entity is.
pub(super) struct Contents<'t, T>(pub(super) &'t T);

impl<T: DdbKeys + Serialize> Serialize for Contents<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Within::<S, T> { serializer, entity: PhantomData })
    }
}

/// A serializer of a variant that leaves out its name.
struct Within<S, T> {
    serializer: S,
    entity: PhantomData<T>,
}

/// The fields of a variant as those of a struct or a list.
struct Plain<F>(F);

impl<S: Serializer, T: DdbKeys> Serializer for Within<S, T> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Plain<S::SerializeTuple>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = Plain<S::SerializeStruct>;

    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.serializer.serialize_struct(name, length).map(Plain)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.serializer.serialize_tuple(length).map(Plain)
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self.serializer)
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }

    refuse_values!();
    refuse! {
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
    }
}

impl<F: SerializeStruct> SerializeStructVariant for Plain<F> {
    type Ok = F::Ok;
    type Error = F::Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &V,
    ) -> Result<(), F::Error> {
        self.0.serialize_field(name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), F::Error> {
        self.0.skip_field(name)
    }

    fn end(self) -> Result<F::Ok, F::Error> {
        self.0.end()
    }
}

impl<F: SerializeTuple> SerializeTupleVariant for Plain<F> {
    type Ok = F::Ok;
    type Error = F::Error;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), F::Error> {
        self.0.serialize_element(value)
    }

    fn end(self) -> Result<F::Ok, F::Error> {
        self.0.end()
    }
}
