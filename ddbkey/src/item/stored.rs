//! Reading a stored key attribute from any format, whatever its type.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::key::KeyValue;
use crate::key::schema::AttributeSchema;

/// What is stored in a key attribute.
pub(super) enum Found<'de> {
    /// `NULL`: nothing.
    Null,
    /// A string or a number.
    Key(KeyValue<'de>),
    /// Something that cannot be a key.
    Other,
}

/// Reads a key attribute; `None` is the attribute that holds the name of the entity.
pub(super) struct Attribute(pub(super) Option<AttributeSchema>);

/// How `serde_json` hands over a number with its feature `arbitrary_precision`.
const JSON_NUMBER: &str = "$serde_json::private::Number";

impl<'de> DeserializeSeed<'de> for Attribute {
    type Value = Found<'de>;

    /// Asks for any type. Asking for one type would leave the error for another to the format, which prints the
    /// value. Only integers of more than 64 bits have to be asked for.
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found<'de>, D::Error> {
        match self.0 {
            Some(attribute) if attribute.is_wide() => deserializer.deserialize_option(Wide),
            _ => deserializer.deserialize_any(Any),
        }
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Found<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key attribute")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Found<'de>, E> {
        Ok(Found::Key(KeyValue::S(Cow::Borrowed(text))))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Found<'de>, E> {
        self.visit_string(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Found<'de>, E> {
        Ok(Found::Key(KeyValue::S(Cow::Owned(text))))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Found<'de>, E> {
        self.visit_i128(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Found<'de>, E> {
        self.visit_i128(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Found<'de>, E> {
        Ok(Found::Key(KeyValue::N(Cow::Owned(number.to_string()))))
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Found<'de>, E> {
        Ok(Found::Key(KeyValue::N(Cow::Owned(number.to_string()))))
    }

    fn visit_none<E: Error>(self) -> Result<Found<'de>, E> {
        Ok(Found::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Found<'de>, E> {
        Ok(Found::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Found<'de>, D::Error> {
        value.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Found<'de>, D::Error> {
        value.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Found<'de>, E> {
        Ok(Found::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Found<'de>, E> {
        Ok(Found::Other)
    }

    fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<Found<'de>, E> {
        Ok(Found::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Found<'de>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Found<'de>, A::Error> {
        let mut found = Found::Other;
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            if key == JSON_NUMBER {
                found = Found::Key(KeyValue::N(Cow::Owned(map.next_value()?)));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Reads a number of more than 64 bits, or nothing.
struct Wide;

impl<'de> Visitor<'de> for Wide {
    type Value = Found<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }

    fn visit_none<E: Error>(self) -> Result<Found<'de>, E> {
        Ok(Found::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Found<'de>, E> {
        Ok(Found::Null)
    }

    /// The error of another type is not kept, since it may print the value.
    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Found<'de>, D::Error> {
        let number = i128::deserialize(value).map_err(|_| Error::custom("not an integer"))?;
        Any.visit_i128(number)
    }
}
