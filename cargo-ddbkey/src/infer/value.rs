//! A stored row: attributes in order, each with its type.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// The value of an attribute. Bytes stay in base64.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) enum StoredValue {
    S(String),
    N(String),
    #[serde(rename = "BOOL")]
    Bool(bool),
    #[serde(rename = "NULL", deserialize_with = "null")]
    Null,
    B(String),
    #[serde(rename = "SS")]
    Strings(Vec<String>),
    #[serde(rename = "NS")]
    Numbers(Vec<String>),
    #[serde(rename = "BS")]
    Binaries(Vec<String>),
    #[serde(rename = "L")]
    List(Vec<Self>),
    #[serde(rename = "M", deserialize_with = "members")]
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

    /// Returns whether this is DynamoDB's name for a type.
    pub(super) fn is_type(name: &str) -> bool {
        matches!(name, "S" | "N" | "BOOL" | "NULL" | "B" | "SS" | "NS" | "BS" | "L" | "M")
    }

    /// Returns a value of plain JSON, whose parts may have their types.
    pub(super) fn of_json(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::N(number.to_string()),
            Value::String(text) => Self::S(text.clone()),
            Value::Array(values) => Self::List(values.iter().map(Self::of_json).collect()),
            Value::Object(members) => {
                let is_typed = members.len() == 1 && members.keys().all(|name| Self::is_type(name));
                let typed = is_typed.then(|| Self::deserialize(value).ok()).flatten();
                // The members of a typed map may be plain.
                let inner = members.get("M").and_then(Value::as_object).filter(|_| is_typed);
                let members = inner.unwrap_or(members);
                typed.unwrap_or_else(|| Self::Map(StoredRow::of_json(members).attributes))
            }
        }
    }
}

impl StoredRow {
    /// Returns the row with these members, whose values are plain JSON.
    pub(super) fn of_json<'m>(members: impl IntoIterator<Item = (&'m String, &'m Value)>) -> Self {
        let members = members.into_iter();
        let attributes = members.map(|(name, own)| (name.clone(), StoredValue::of_json(own)));
        Self { attributes: attributes.collect() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&StoredValue> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    pub(super) fn string(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(StoredValue::S(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the string of an attribute, or the digits of a number.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }
}

impl<'de> Deserialize<'de> for StoredRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        members(deserializer).map(|attributes| Self { attributes })
    }
}

/// `{"NULL": true}`
fn null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    bool::deserialize(deserializer).map(|_| ())
}

/// Reads the members of a map, in order.
fn members<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, StoredValue)>, D::Error> {
    deserializer.deserialize_map(MembersVisitor)
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
