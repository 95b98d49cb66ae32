//! The key attributes of a table or of an index, and what the index projects.

use std::collections::BTreeSet;

use ddbkey::__private::IndexKind;
use serde::{Deserialize, Serialize};

/// The attributes of the keys of the table, or of one of its indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TableKey {
    /// The name of the index, or `None` for the keys of the table.
    #[serde(skip)]
    pub index: Option<String>,
    /// The kind of the index, or `None` for the keys of the table.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kind")]
    pub kind: Option<IndexKind>,
    /// The attributes of the partition key, in order.
    #[serde(rename = "pk")]
    pub partition_key: Vec<String>,
    /// The attributes of the sort key, in order. Without a sort key, there are none.
    #[serde(rename = "sk", default, skip_serializing_if = "Vec::is_empty")]
    pub sort_key: Vec<String>,
    /// The attributes that the index projects besides key attributes, or `None` if it projects all. The table has all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub projection: Option<BTreeSet<String>>,
}

/// The kind of an index in a snapshot: `global` or `local`.
mod kind {
    use ddbkey::__private::IndexKind;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    const LOCAL: &str = "local";
    const GLOBAL: &str = "global";

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes fields by reference"
    )]
    pub(super) fn serialize<S: Serializer>(
        kind: &Option<IndexKind>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let name = |own: &IndexKind| if *own == IndexKind::Lsi { LOCAL } else { GLOBAL };
        kind.as_ref().map(name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<IndexKind>, D::Error> {
        match &*String::deserialize(deserializer)? {
            LOCAL => Ok(Some(IndexKind::Lsi)),
            GLOBAL => Ok(Some(IndexKind::Gsi)),
            other => Err(D::Error::unknown_variant(other, &[GLOBAL, LOCAL])),
        }
    }
}

impl TableKey {
    /// Returns the name of the projection in AWS.
    pub(crate) fn projection_type(&self) -> &'static str {
        match &self.projection {
            None => "ALL",
            Some(names) if names.is_empty() => "KEYS_ONLY",
            Some(_) => "INCLUDE",
        }
    }

    /// Returns the attributes that the index projects besides key attributes, unless it projects all or none.
    pub(crate) fn included(&self) -> Option<&BTreeSet<String>> {
        self.projection.as_ref().filter(|names| !names.is_empty())
    }

    #[doc(hidden)]
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.kind == Some(IndexKind::Lsi)
    }

    #[doc(hidden)]
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the attributes of both keys, each with its type in a key schema of AWS.
    pub(crate) fn key_types(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let typed =
            |(at, name)| (name, if at < self.partition_key.len() { "HASH" } else { "RANGE" });
        self.names().enumerate().map(typed)
    }

    /// Returns the attributes of both keys.
    #[doc(hidden)]
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.partition_key.iter().chain(&self.sort_key).map(String::as_str)
    }

    #[doc(hidden)]
    #[must_use]
    pub fn has(&self, attribute: &str) -> bool {
        self.names().any(|name| name == attribute)
    }
}
