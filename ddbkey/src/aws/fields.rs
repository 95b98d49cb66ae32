//! The fields of a type, without an item: serde names them to a deserializer before it reads anything.

use core::cell::Cell;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::item::{Fields, Stop};

/// What a type reads.
pub(super) fn reads<'de, T: Deserialize<'de>>() -> Fields {
    let fields = Cell::new(Fields::Any);
    // It stops as soon as it has asked for its fields.
    let _ = T::deserialize(Ask { fields: &fields });
    fields.get()
}

/// Asks for the fields of a type.
struct Ask<'c> {
    fields: &'c Cell<Fields>,
}

impl<'de> Deserializer<'de> for Ask<'_> {
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        Err(Stop)
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.fields.set(Fields::Map);
        Err(Stop)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Stop> {
        self.fields.set(Fields::Known(fields));
        Err(Stop)
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
        unit_struct seq tuple tuple_struct enum identifier ignored_any
    }
}
