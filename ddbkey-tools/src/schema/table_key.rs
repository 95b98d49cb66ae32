//! The key attributes of a table or of an index, and what the index projects.

use std::fmt;

use ddbkey::__private::IndexKind;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

use super::key::number_mark;

/// The attributes of the keys of the table, or of one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableKey {
    /// The name of the index, or `None` for the keys of the table.
    pub index: Option<String>,
    /// The kind of the index, or `None` for the keys of the table.
    pub kind: Option<IndexKind>,
    /// The attributes of the partition key, in order.
    pub partition_key: Vec<TypedName>,
    /// The attributes of the sort key, in order. Without a sort key, there are none.
    pub sort_key: Vec<TypedName>,
    /// What the index projects. The table has all attributes.
    pub projection: Projection,
}

/// A key attribute with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypedName {
    /// The name of the attribute.
    pub name: String,
    /// The type of the attribute.
    pub attribute_type: AttributeType,
}

/// The attributes that an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Projection {
    /// All of an item's attributes.
    #[default]
    All,
    /// Only the key attributes of the table and the index.
    Keys,
    /// The key attributes and these other attributes, sorted by name.
    Include(Vec<String>),
}

impl Projection {
    /// Returns the name of the projection in AWS.
    pub(crate) const fn as_aws(&self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::Keys => "KEYS_ONLY",
            Self::Include(_) => "INCLUDE",
        }
    }
}

impl TableKey {
    pub(crate) fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the attributes of both keys.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &TypedName> + Clone {
        self.partition_key.iter().chain(&self.sort_key)
    }

    /// Returns the attributes of both keys, each with its type in a key schema of AWS.
    pub(crate) fn key_types(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let typed =
            |(at, name)| (name, if at < self.partition_key.len() { "HASH" } else { "RANGE" });
        self.names().enumerate().map(typed)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes().map(|own| own.name.as_str())
    }

    pub(crate) fn has(&self, attribute: &str) -> bool {
        self.names().any(|name| name == attribute)
    }
}

/// Prints the attributes of both keys: `tournament, region / round (N)`.
impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[TypedName]| {
            let names = names.iter().map(|own| own.name.clone() + number_mark(own.attribute_type));
            names.collect::<Vec<_>>().join(", ")
        };
        f.write_str(&list(&self.partition_key))?;
        if self.sort_key.is_empty() { Ok(()) } else { write!(f, " / {}", list(&self.sort_key)) }
    }
}
