//! An owned key as a map of its attributes, whose values are strings: the digits of a number fit into no integer of some
//! formats. Its errors contain no value, unlike the errors of serde's own visitors.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use super::{Keyed, OwnedKey};

impl<T> Serialize for OwnedKey<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.keys.len()))?;
        for (name, value) in &self.keys {
            map.serialize_entry(name, value.as_str())?;
        }
        map.end()
    }
}

impl<'de, T: Keyed> Deserialize<'de> for OwnedKey<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OwnedKeyVisitor(PhantomData))
    }
}

struct OwnedKeyVisitor<T>(PhantomData<fn() -> T>);

/// Takes a string that is described like this.
struct TextVisitor(&'static str);

/// The error for a value of another type.
fn unexpected<E: Error>(expected: &dyn Expected) -> E {
    E::custom(format_args!("invalid type: expected {expected}"))
}

macro_rules! refuse {
    ($($method:ident $type:ty),+) => {$(
        fn $method<E: Error>(self, _: $type) -> Result<Self::Value, E> {
            Err(unexpected(&self))
        }
    )+};
}

impl<'de, T: Keyed> Visitor<'de> for OwnedKeyVisitor<T> {
    type Value = OwnedKey<T>;

    refuse! { visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64, visit_str &str }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of key attributes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let attributes: alloc::vec::Vec<_> = super::attributes(T::ENTITIES).collect();
        let mut texts = [None, None];
        while let Some(name) = map.next_key_seed(TextVisitor("the name of an attribute"))? {
            let mut places = attributes.iter().zip(&mut texts);
            let Some((own, text)) = places.find(|(own, _)| own.name() == name) else {
                let IgnoredAny = map.next_value()?;
                continue;
            };
            if text.is_some() {
                return Err(A::Error::duplicate_field(own.name()));
            }
            *text = Some(map.next_value_seed(TextVisitor("a string"))?);
        }
        let mut texts = texts
            .into_iter()
            .zip(&attributes)
            .map(|(text, own)| text.ok_or_else(|| A::Error::missing_field(own.name())));
        let pk = texts.next().unwrap_or_else(|| Err(unexpected(&"no key")))?;
        let sk = texts.next().transpose()?;
        OwnedKey::parse_texts(pk, sk).map_err(A::Error::custom)
    }
}

impl<'de> DeserializeSeed<'de> for TextVisitor {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for TextVisitor {
    type Value = String;

    refuse! { visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64 }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}
