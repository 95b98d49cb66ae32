//! The key attributes of a table or of an index, and what the index projects.

use ddbkey::__private::IndexKind;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

use super::json;

/// The attributes of the keys of the table, or of one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableKey {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<IndexProperties>,
    pub(crate) partition_key: Vec<TypedName>,
    #[serde(default)]
    pub(crate) sort_key: Vec<TypedName>,
}

/// An attribute with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TypedName {
    pub(crate) name: String,
    #[serde(rename = "type", with = "json::named")]
    pub(crate) attribute_type: AttributeType,
}

/// The properties of an index other than its attributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct IndexProperties {
    name: String,
    #[serde(with = "json::named")]
    kind: IndexKind,
    #[serde(default)]
    pub(super) projection: Projection,
}

/// The attributes that an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl TableKey {
    /// Creates the keys of a table.
    pub(crate) const fn new(partition_key: Vec<TypedName>, sort_key: Vec<TypedName>) -> Self {
        Self { index: None, partition_key, sort_key }
    }

    /// Returns the same keys as the keys of an index.
    pub(crate) fn of_index(self, name: String, kind: IndexKind, projection: Projection) -> Self {
        Self { index: Some(IndexProperties { name, kind, projection }), ..self }
    }

    /// Returns the name of the index, or `None` for the keys of the table.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_ref().map(|index| index.name.as_str())
    }

    /// Returns the kind of the index, or `None` for the keys of the table.
    #[must_use]
    pub fn kind(&self) -> Option<IndexKind> {
        self.index.as_ref().map(|index| index.kind)
    }

    /// Returns what the index projects. The table has all attributes.
    #[must_use]
    pub fn projection(&self) -> &Projection {
        self.index.as_ref().map_or(&Projection::All, |index| &index.projection)
    }

    /// Returns the attributes of the partition key with their types, in order.
    pub fn partition_key(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        typed(&self.partition_key)
    }

    /// Returns the attributes of the sort key with their types, in order. Without a sort key, there are none.
    pub fn sort_key(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        typed(&self.sort_key)
    }

    /// Returns the attributes of both keys.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        self.partition_key().chain(self.sort_key())
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes().map(|(name, _)| name)
    }

    pub(crate) fn has(&self, attribute: &str) -> bool {
        self.names().any(|name| name == attribute)
    }
}

fn typed(names: &[TypedName]) -> impl Iterator<Item = (&str, AttributeType)> {
    names.iter().map(|own| (own.name.as_str(), own.attribute_type))
}
