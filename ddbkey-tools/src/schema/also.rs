//! Rows that a query also returns.

use serde::{Deserialize, Serialize};

/// Rows that a query of an entity also returns: rows of another entity, or its own rows under another key.
///
/// It prints as in the schema: `Team (index all, up to 1 part given)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AlsoReturned {
    pub(super) entity: String,
    /// `today`, or the name of a legacy key. If the entity has alternatives, `plain` or the name of an alternative. In
    /// an index, the name of another of its keys.
    #[serde(default)]
    pub(super) key: Option<String>,
    #[serde(default)]
    pub(super) index: Option<String>,
    #[serde(default)]
    pub(super) alternative: Option<String>,
    pub(super) shape: Option<String>,
    #[serde(default)]
    pub(super) legacy: Option<String>,
    #[serde(default)]
    pub(super) parts: usize,
}

impl AlsoReturned {
    /// Returns the name of the entity that the rows belong to.
    #[must_use]
    pub fn entity(&self) -> &str {
        &self.entity
    }

    /// Returns the key that these rows are under, if they belong to the queried entity: `today`, or the name of a legacy key.
    /// If the entity has alternatives, `plain` or the name of an alternative; in an index that the entity declares several
    /// times, the name of another of these keys. `None` for rows of another entity.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the queried index, or `None` for the table.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the queried alternative, or `None` for any other key.
    #[must_use]
    pub fn alternative(&self) -> Option<&str> {
        self.alternative.as_deref()
    }

    /// Returns the name of the queried key, in an index that the entity declares several times.
    #[must_use]
    pub fn shape(&self) -> Option<&str> {
        self.shape.as_deref()
    }

    /// Returns the queried legacy key, or `None` for the current key and for an index.
    #[must_use]
    pub fn legacy(&self) -> Option<&str> {
        self.legacy.as_deref()
    }

    /// Returns the greatest number of parts that the query may give and still return the rows.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.parts
    }
}
