//! What a schema tells about items: the attributes that serde reads and writes, and the indexes of an attribute.

use std::slice::Iter;

use ddbkey::schema::{EntitySchema, TableSchema};

use crate::private::{Alternative, KeySchema, Record};

pub(crate) trait ItemSchema {
    /// Returns this one of the primary keys.
    fn key_of(&self, alternative: Option<Alternative>) -> &'static KeySchema;

    /// Returns how each field is stored.
    fn fields(&self) -> Iter<'static, Record>;

    /// Returns whether the type attribute of the entity's items may have this value.
    fn has_type_name(&self, name: &str) -> bool;

    /// Returns the attributes that are added to what serde writes: the key attributes and the type attribute.
    fn added_names(&self) -> impl Iterator<Item = &'static str>;

    /// Returns whether serde writes a field under this name.
    fn writes(&self, name: &str) -> bool;

    /// Returns whether serde writes or reads a field under this name.
    fn has_field(&self, name: &str) -> bool;

    /// Returns whether serde may read an attribute as a field.
    fn may_read(&self, name: &str) -> bool;

    /// Returns whether serde may read any attribute as a field, because a field is flattened or the struct is converted.
    fn may_read_any(&self) -> bool;

    /// Returns whether a key attribute is withheld from serde: it is not a field, and would end up in a flattened map or
    /// be refused.
    fn withholds(&self, name: &str) -> bool;

    /// Returns the added attributes that serde does not see.
    fn withheld(&self) -> impl Iterator<Item = &'static str>;
}

impl ItemSchema for EntitySchema {
    fn key_of(&self, alternative: Option<Alternative>) -> &'static KeySchema {
        let mut keys = self.primary_keys();
        keys.find(|key| key.alternative == alternative).unwrap_or(self.key())
    }

    fn fields(&self) -> Iter<'static, Record> {
        self.entity.fields.records.iter()
    }

    fn has_type_name(&self, name: &str) -> bool {
        let entity = &self.entity;
        self.type_name() == name
            || [entity.type_names, entity.legacy_type_names].iter().any(|own| own.contains(&name))
    }

    fn added_names(&self) -> impl Iterator<Item = &'static str> {
        let type_attribute = self.type_attribute().filter(|_| self.entity.type_names.is_empty());
        self.attributes().map(|attribute| attribute.name()).chain(type_attribute)
    }

    fn writes(&self, name: &str) -> bool {
        self.fields().any(|field| field.written() == Some(name))
    }

    fn has_field(&self, name: &str) -> bool {
        self.fields().any(|field| field.names().any(|other| other == name))
    }

    fn may_read(&self, name: &str) -> bool {
        self.entity.fields.is_converted || self.has_field(name)
    }

    fn may_read_any(&self) -> bool {
        self.entity.fields.has_flattened || self.entity.fields.is_converted
    }

    fn withholds(&self, name: &str) -> bool {
        (self.entity.fields.has_flattened || self.entity.fields.is_strict) && !self.may_read(name)
    }

    fn withheld(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.entity.fields;
        let names = (fields.has_flattened || fields.is_strict).then(|| self.added_names());
        names.into_iter().flatten().filter(|name| !self.may_read(name))
    }
}

/// Returns the indexes that have an attribute in their keys.
pub(crate) fn indexes_with(table: &TableSchema, name: &str) -> impl Iterator<Item = &'static str> {
    table.indexes().filter(move |index| index.keys.has(name)).map(|index| index.name)
}
