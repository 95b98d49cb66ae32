//! A row as it is stored: attributes in order, each with its type.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

/// The value of an attribute. Bytes stay in base64.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StoredValue {
    S(String),
    N(String),
    Bool(bool),
    Null,
    B(String),
    Strings(Vec<String>),
    Numbers(Vec<String>),
    Binaries(Vec<String>),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
}

/// An item of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StoredRow {
    pub(super) attributes: Vec<(String, StoredValue)>,
}

impl StoredValue {
    /// Returns the string, or the digits of the number.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::S(text) | Self::N(text) => Some(text),
            _ => None,
        }
    }

    /// Returns DynamoDB's name for its type.
    pub(super) const fn type_name(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::Bool(_) => "BOOL",
            Self::Null => "NULL",
            Self::B(_) => "B",
            Self::Strings(_) => "SS",
            Self::Numbers(_) => "NS",
            Self::Binaries(_) => "BS",
            Self::List(_) => "L",
            Self::Map(_) => "M",
        }
    }
}

impl StoredRow {
    pub(super) fn get(&self, name: &str) -> Option<&StoredValue> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Returns the string of an attribute.
    pub(super) fn string(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(StoredValue::S(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }
}

impl<'de> Deserialize<'de> for StoredValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StoredVisitor)
    }
}

impl<'de> Deserialize<'de> for StoredRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(|attributes| Self { attributes })
    }
}

struct StoredVisitor;

impl<'de> Visitor<'de> for StoredVisitor {
    type Value = StoredValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its type, as `{\"S\": \"u1\"}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<StoredValue, A::Error> {
        let Some(name) = map.next_key::<Type>()? else {
            return Err(A::Error::custom("a value without a type"));
        };
        let value = match name {
            Type::S => StoredValue::S(map.next_value()?),
            Type::N => StoredValue::N(map.next_value()?),
            Type::Bool => StoredValue::Bool(map.next_value()?),
            Type::Null => map.next_value::<bool>().map(|_| StoredValue::Null)?,
            Type::B => StoredValue::B(map.next_value()?),
            Type::Ss => StoredValue::Strings(map.next_value()?),
            Type::Ns => StoredValue::Numbers(map.next_value()?),
            Type::Bs => StoredValue::Binaries(map.next_value()?),
            Type::L => StoredValue::List(map.next_value()?),
            Type::M => StoredValue::Map(map.next_value::<Members>()?.0),
        };
        match map.next_key::<IgnoredAny>()? {
            None => Ok(value),
            Some(_) => Err(A::Error::custom("a value with two types")),
        }
    }
}

/// The name of a type in JSON.
#[derive(serde::Deserialize)]
enum Type {
    S,
    N,
    #[serde(rename = "BOOL")]
    Bool,
    #[serde(rename = "NULL")]
    Null,
    B,
    #[serde(rename = "SS")]
    Ss,
    #[serde(rename = "NS")]
    Ns,
    #[serde(rename = "BS")]
    Bs,
    L,
    M,
}

/// The members of a map, in order.
struct Members(Vec<(String, StoredValue)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(Self)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(String, StoredValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("attributes by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::with_capacity(12);
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
