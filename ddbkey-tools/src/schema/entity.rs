//! An entity of a table: its names, its fields and its keys.

use serde::{Deserialize, Serialize};

use super::{AlsoReturned, Attribute, Fields, Key};

/// An entity of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entity {
    pub(crate) name: String,
    pub(crate) type_name: String,
    #[serde(default)]
    pub(crate) prefix: Option<String>,
    #[serde(default)]
    pub(crate) version: Option<String>,
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    #[serde(default)]
    pub(crate) tenant: Option<String>,
    pub(crate) separator: char,
    #[serde(default)]
    pub(crate) fields: Option<Fields>,
    /// The current key, then the alternatives, then the legacy keys.
    pub(crate) keys: Vec<Key>,
    #[serde(default)]
    pub(crate) index_keys: Vec<Key>,
    #[serde(default)]
    pub(crate) also_returned: Vec<AlsoReturned>,
    #[serde(default)]
    pub(crate) notes: Vec<String>,
}

impl Entity {
    /// Returns the name of the struct.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of the type attribute in its items.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Returns the prefix of the names of its generated types, such as `Order` in `OrderKey`.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        self.prefix.as_deref()
    }

    /// Returns the prefix, if one was declared and it differs from the name of the struct.
    pub(crate) fn given_prefix(&self) -> Option<&str> {
        self.prefix().filter(|prefix| *prefix != self.name)
    }

    /// Returns the attribute of the version that each update adds one to, if there is one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the time to live attribute of the entity, if there is one.
    #[must_use]
    pub fn ttl(&self) -> Option<&str> {
        self.ttl.as_deref()
    }

    /// Returns the field that holds the tenant of an item, if the declaration names one.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    /// Returns the fields as serde stores them.
    #[must_use]
    pub const fn fields(&self) -> Option<&Fields> {
        self.fields.as_ref()
    }

    /// Returns the keys of the table that its items are under: the current key, then its alternatives in the order in which
    /// they are tried before it, then the legacy keys.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the keys of its indexes, each with the name of the index.
    #[must_use]
    pub fn index_keys(&self) -> &[Key] {
        &self.index_keys
    }

    /// Returns which rows its queries also return.
    #[must_use]
    pub fn also_returned(&self) -> &[AlsoReturned] {
        &self.also_returned
    }

    /// Returns the notes of the schema: fields with the name of an index attribute, and the time to live of the
    /// table if a flattened field may write it.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the attributes of the current key.
    pub(crate) fn key(&self) -> &[Attribute] {
        self.keys.first().map_or(&[], |key| &key.attributes)
    }

    /// Returns the alternatives: the keys that are written instead of the current one if an item has their optional
    /// parts.
    pub(crate) fn alternatives(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.alternative.is_some())
    }

    /// Returns the keys that are written.
    pub(crate) fn written_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.legacy.is_none())
    }

    /// Returns the legacy keys.
    pub(crate) fn legacy_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.legacy.is_some())
    }

    pub(crate) fn index_key(&self, index: &str) -> Option<&Key> {
        self.index_keys.iter().find(|key| key.index() == Some(index))
    }

    /// Returns the keys of an index: several, if the entity declares it several times.
    pub(crate) fn index_keys_in(&self, index: &str) -> impl Iterator<Item = &Key> {
        self.keys_in(Some(index))
    }

    /// Returns the keys of the table, or the keys of an index.
    pub(crate) fn keys_in(&self, index: Option<&str>) -> impl Iterator<Item = &Key> {
        self.keys.iter().chain(&self.index_keys).filter(move |key| key.index() == index)
    }

    /// Returns the name in Rust of a key of an index that the entity declares several times.
    pub(crate) fn shape<'s>(&self, key: &'s Key) -> Option<&'s str> {
        self.index_keys_in(key.index()?).nth(1)?;
        key.rust_name()
    }

    /// Returns the keys of the indexes that the entity declares once.
    pub(crate) fn single_index_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.index_keys.iter().filter(|key| self.index_keys_in(key.name()).nth(1).is_none())
    }

    /// Returns the key attributes of the table and of its indexes. A shared attribute is listed once for each key.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.key().iter().chain(self.index_keys.iter().flat_map(|key| &key.attributes))
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes().find(|own| own.name == name)
    }
}
