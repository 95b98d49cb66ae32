//! Rows that a query also returns.

use serde::{Deserialize, Serialize};

/// Rows that a query of an entity also returns: another entity's, or its own under another key.
///
/// It prints as the schema lists it: `Team (index all, up to 1 part given)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AlsoReturned {
    pub(super) entity: String,
    /// `today`, or the name of a legacy key; in an index, that of another key of it.
    #[serde(default)]
    pub(super) key: Option<String>,
    #[serde(default)]
    pub(super) index: Option<String>,
    #[serde(default)]
    pub(super) shape: Option<String>,
    #[serde(default)]
    pub(super) legacy: Option<String>,
    #[serde(default)]
    pub(super) parts: usize,
}

impl AlsoReturned {
    /// Returns the name of the entity whose rows these are.
    #[must_use]
    pub fn entity(&self) -> &str {
        &self.entity
    }

    /// Returns the key of the queried entity that these rows of its own are under: `today`, or the name of a legacy key; in an
    /// index that the entity declares several times, the name of another of these keys. It is `None` for another entity's rows.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the index that is queried, `None` for the table.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the name of the key that is queried, in an index that the entity declares several times.
    #[must_use]
    pub fn shape(&self) -> Option<&str> {
        self.shape.as_deref()
    }

    /// Returns the legacy key that is queried, `None` for the current key and for an index.
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
