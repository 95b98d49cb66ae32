//! An owned key as a map of its attributes. Its errors contain no value, unlike the errors of serde's own visitors.

use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::{Keyed, OwnedKey};
use crate::entity::EntitySchema;
use crate::key::schema::KeyAttribute;
use crate::pattern::AttributeType;

impl<T> Serialize for OwnedKey<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.keys.serialize(serializer)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for OwnedKey<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OwnedKeyVisitor(PhantomData))
    }
}

/// Takes a map.
struct OwnedKeyVisitor<T>(PhantomData<fn() -> T>);

/// Takes the name of an attribute, as its position among these names.
struct NameVisitor<'s>(&'s [KeyAttribute]);

/// Takes a string.
struct StringVisitor;

/// Takes an integer, as its digits.
struct IntegerVisitor;

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
        while let Some(place) = map.next_key_seed(NameVisitor(&attributes))? {
            let Some((own, text)) =
                place.and_then(|at| Some((attributes.get(at)?, texts.get_mut(at)?)))
            else {
                let IgnoredAny = map.next_value()?;
                continue;
            };
            if text.is_some() {
                return Err(A::Error::duplicate_field(own.name()));
            }
            *text = Some(match own.attribute_type() {
                AttributeType::S => map.next_value_seed(StringVisitor)?,
                AttributeType::N if is_wide(T::ENTITIES, own) => {
                    let read = map.next_value_seed(WideInteger);
                    read.map_err(|_| unexpected::<A::Error>(&IntegerVisitor))?
                }
                AttributeType::N => map.next_value_seed(IntegerVisitor)?,
            });
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

impl<'de> DeserializeSeed<'de> for NameVisitor<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for NameVisitor<'_> {
    type Value = Option<usize>;

    refuse! { visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64 }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an attribute")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|own| own.name() == name))
    }
}

impl<'de> DeserializeSeed<'de> for StringVisitor {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for StringVisitor {
    type Value = String;

    refuse! { visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64 }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}

impl<'de> DeserializeSeed<'de> for IntegerVisitor {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! digits {
    ($($method:ident $type:ty),+) => {$(
        fn $method<E: Error>(self, number: $type) -> Result<String, E> {
            Ok(number.to_string())
        }
    )+};
}

impl Visitor<'_> for IntegerVisitor {
    type Value = String;

    refuse! { visit_bool bool, visit_f64 f64, visit_str &str }
    digits! { visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128 }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }
}

/// Takes an integer of up to 128 bits. Most formats read such an integer only on request, and their errors can contain
/// a value.
struct WideInteger;

impl<'de> DeserializeSeed<'de> for WideInteger {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_i128(IntegerVisitor)
    }
}

/// Whether a number of this attribute can have more than 64 bits.
fn is_wide(entities: &[&'static EntitySchema], own: &KeyAttribute) -> bool {
    /// The digits of `u64::MAX`.
    const MAX_DIGITS: usize = 20;
    let keys = entities.iter().flat_map(|entity| entity.primary_keys());
    let mut same = keys.filter_map(|key| key.attribute(own.name()));
    same.any(|other| other.pattern().max_len().is_none_or(|length| length > MAX_DIGITS))
}
