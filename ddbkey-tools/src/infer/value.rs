//! A row as it is stored: attributes in order, each with its type.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

/// The value of an attribute. Bytes stay in base64.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stored {
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
pub(super) struct Row {
    pub(super) attributes: Vec<(String, Stored)>,
}

impl Stored {
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

impl Row {
    pub(super) fn get(&self, name: &str) -> Option<&Stored> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Returns the string of an attribute.
    pub(super) fn string(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Stored::S(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StoredVisitor)
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(|attributes| Self { attributes })
    }
}

struct StoredVisitor;

impl<'de> Visitor<'de> for StoredVisitor {
    type Value = Stored;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its type, as `{\"S\": \"u1\"}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Stored, A::Error> {
        let Some(name) = map.next_key::<Type>()? else {
            return Err(A::Error::custom("a value without a type"));
        };
        let value = match name {
            Type::S => Stored::S(map.next_value()?),
            Type::N => Stored::N(map.next_value()?),
            Type::Bool => Stored::Bool(map.next_value()?),
            Type::Null => map.next_value::<bool>().map(|_| Stored::Null)?,
            Type::B => Stored::B(map.next_value()?),
            Type::Ss => Stored::Strings(map.next_value()?),
            Type::Ns => Stored::Numbers(map.next_value()?),
            Type::Bs => Stored::Binaries(map.next_value()?),
            Type::L => Stored::List(map.next_value()?),
            Type::M => Stored::Map(map.next_value::<Members>()?.0),
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
struct Members(Vec<(String, Stored)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(Self)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(String, Stored)>;

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
