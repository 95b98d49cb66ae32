//! What a schema says about items: which attributes serde reads and writes, and which indexes an attribute is in.

use ddbkey::schema::{AttributeType, EntitySchema, TableSchema};

use crate::private::Record;

pub(crate) trait ItemSchema {
    /// How each field is stored.
    fn fields(&self) -> impl Iterator<Item = Record>;

    /// Whether serde writes a field under this name.
    fn writes(&self, name: &str) -> bool;

    /// Whether serde writes or reads a field under this name.
    fn has_field(&self, name: &str) -> bool;

    /// Whether serde may read an attribute as a field.
    fn may_read(&self, name: &str) -> bool;

    /// Whether serde may read any attribute as a field, because one is flattened or the struct is converted.
    fn may_read_any(&self) -> bool;

    /// Whether a key attribute is withheld from serde: it is not a field, and would end in a flattened map or
    /// be refused.
    fn withholds(&self, name: &str) -> bool;

    /// The key attributes that serde does not get to see, the type attribute among them.
    fn withheld(&self) -> impl Iterator<Item = &'static str>;
}

impl ItemSchema for EntitySchema {
    fn fields(&self) -> impl Iterator<Item = Record> {
        self.entity.fields.records()
    }

    fn writes(&self, name: &str) -> bool {
        self.fields().any(|own| own.written() == Some(name))
    }

    fn has_field(&self, name: &str) -> bool {
        self.fields().any(|own| own.names().any(|own| own == name))
    }

    fn may_read(&self, name: &str) -> bool {
        self.entity.fields.are_unknown || self.has_field(name)
    }

    fn may_read_any(&self) -> bool {
        self.entity.fields.are_flattened || self.entity.fields.are_unknown
    }

    fn withholds(&self, name: &str) -> bool {
        (self.entity.fields.are_flattened || self.entity.fields.are_all) && !self.may_read(name)
    }

    fn withheld(&self) -> impl Iterator<Item = &'static str> {
        let names = self.attributes().map(|own| own.name()).chain(self.type_attribute());
        names.filter(|name| self.withholds(name))
    }
}

/// The indexes of which an attribute is a key.
pub(crate) fn indexes_with(table: &TableSchema, name: &str) -> impl Iterator<Item = &'static str> {
    let has = move |key: &[(&str, AttributeType)]| key.iter().any(|(own, _)| *own == name);
    let indexes = table.indexes();
    let having = indexes.filter(move |own| has(&own.partition_key) || has(&own.sort_key));
    having.filter_map(|own| own.index)
}
