//! An entity of a table: its names, its fields and its keys.

use std::collections::BTreeSet;

use super::{Attribute, Field, Key};

/// An entity of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entity {
    /// The name of the struct.
    pub name: String,
    /// The value of the type attribute in its items.
    pub type_name: String,
    /// The values of the type attribute that serde writes, if there are several.
    pub type_names: Vec<String>,
    /// The values that the type attribute of older items may have.
    pub type_name_was: Vec<String>,
    /// The prefix of the names of its generated types, such as `Order` in `OrderKey`.
    pub prefix: String,
    /// The attribute of the version that each update adds one to, if there is one.
    pub version: Option<String>,
    /// The time to live attribute of the entity, if there is one.
    pub ttl: Option<String>,
    /// The field that holds the tenant of an item, if the declaration names one.
    pub tenant: Option<String>,
    /// The character between the parts of its keys, unless an attribute has its own.
    pub separator: char,
    /// The fields as serde stores them.
    pub fields: Vec<Field>,
    /// Whether a field is flattened, so that an item can have other attributes of any name.
    pub flattened: bool,
    /// Whether serde refuses an item with other attributes.
    pub strict: bool,
    /// Whether serde converts the entity from another type, so that the names of its attributes are unknown.
    pub converted: bool,
    /// The keys of the table that its items are under: the current key, then its alternatives in the order in which they
    /// are tried before it, then the legacy keys.
    pub keys: Vec<Key>,
    /// The keys of its indexes, each with the name of the index.
    pub index_keys: Vec<Key>,
}

impl Entity {
    /// Returns the values of the type attribute in its items.
    pub(crate) fn stored_names(&self) -> BTreeSet<&str> {
        let own = Some(&self.type_name).filter(|_| self.type_names.is_empty());
        self.type_names.iter().chain(own).map(String::as_str).collect()
    }

    /// Returns whether serde may read any attribute.
    pub(crate) const fn has_open_fields(&self) -> bool {
        self.flattened || self.converted
    }

    /// Returns the field that serde writes under this name.
    pub(crate) fn field_written_as(&self, attribute: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.written.as_deref() == Some(attribute))
    }

    /// Returns whether serde reads a field under this name.
    pub(crate) fn reads_field(&self, attribute: &str) -> bool {
        self.fields.iter().any(|field| field.read.iter().any(|name| name == attribute))
    }

    /// Returns the prefix, if one was declared and it differs from the name of the struct.
    pub(crate) fn given_prefix(&self) -> Option<&str> {
        Some(self.prefix.as_str()).filter(|prefix| *prefix != self.name)
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

    pub(crate) fn written_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.legacy.is_none())
    }

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
        key.rust_name.as_deref()
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
