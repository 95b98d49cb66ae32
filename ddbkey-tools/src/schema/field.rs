//! The fields of an entity, as serde writes and reads them.

use ddbkey::__private::engine;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

/// The fields of an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fields {
    #[serde(rename = "fields")]
    pub(super) all: Vec<Field>,
    #[serde(default)]
    pub(super) flattened: bool,
    #[serde(default)]
    pub(super) strict: bool,
    #[serde(default)]
    pub(super) converted: bool,
}

/// A field and its attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    pub(super) name: String,
    #[serde(default)]
    pub(super) written: Option<String>,
    #[serde(default)]
    pub(super) read: Vec<String>,
    #[serde(default, rename = "type")]
    pub(super) stored: Option<String>,
    #[serde(default)]
    pub(super) nullable: bool,
}

impl Fields {
    /// Returns each field.
    pub fn iter(&self) -> impl Iterator<Item = &Field> {
        self.all.iter()
    }

    /// Returns whether a field is flattened, so that an item can have other attributes of any name.
    #[must_use]
    pub const fn is_flattened(&self) -> bool {
        self.flattened
    }

    /// Returns whether serde refuses an item with other attributes.
    #[must_use]
    pub const fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns whether serde converts the entity from another type, so that the names of its attributes are unknown.
    #[must_use]
    pub const fn is_converted(&self) -> bool {
        self.converted
    }

    /// Returns whether serde may read any attribute.
    pub(crate) const fn are_open(&self) -> bool {
        self.flattened || self.converted
    }

    /// Returns whether serde writes a field under this name.
    pub(crate) fn writes(&self, attribute: &str) -> bool {
        self.iter().any(|field| field.written() == Some(attribute))
    }

    /// Returns whether serde reads a field under this name.
    pub(crate) fn reads(&self, attribute: &str) -> bool {
        self.iter().any(|field| field.read_names().any(|name| name == attribute))
    }

    pub(super) fn of(fields: engine::Fields) -> Self {
        Self {
            all: fields.records.iter().copied().map(Field::of).collect(),
            flattened: fields.are_flattened,
            strict: fields.are_all,
            converted: fields.are_unknown,
        }
    }
}

impl Field {
    /// Returns the name of the field.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the attribute that serde writes, or `None` if it writes none or the name is unknown.
    #[must_use]
    pub fn written(&self) -> Option<&str> {
        self.written.as_deref()
    }

    /// Returns the attributes that serde reads. The first one that an item has counts.
    pub fn read_names(&self) -> impl Iterator<Item = &str> {
        self.read.iter().map(String::as_str)
    }

    /// Returns the type of the attribute, `S`, `N`, `BOOL` or `L`, if the type of the field tells it.
    #[must_use]
    pub fn attribute_type(&self) -> Option<&str> {
        self.stored.as_deref()
    }

    /// Returns whether the attribute can have a type.
    pub(crate) fn can_be(&self, attribute_type: AttributeType) -> bool {
        match self.attribute_type() {
            Some("S") => attribute_type == AttributeType::S,
            Some("N") => attribute_type == AttributeType::N,
            Some(_) => false,
            None => true,
        }
    }

    /// Returns whether serde writes `NULL` for `None`.
    #[must_use]
    pub const fn is_nullable(&self) -> bool {
        self.nullable
    }

    fn of(record: engine::Record) -> Self {
        Self {
            name: record.field.into(),
            written: record.written().map(Into::into),
            read: record.read_names().map(Into::into).collect(),
            stored: record.attribute_type().map(Into::into),
            nullable: record.is_nullable(),
        }
    }
}
