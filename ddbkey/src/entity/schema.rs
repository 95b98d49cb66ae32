//! What the declaration of an entity says, as constants.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "aws-sdk")]
use super::Record;
use super::{DdbKeys, Entity, Field, Version};
use crate::key::schema::{IndexList, Indexes, KeyAttribute, KeySchema};
use crate::pattern::{Name, Pattern, SnapshotPattern};
use crate::text::same_optional_text;

/// The keys of an entity: its [`DdbKeys::SCHEMA`](crate::DdbKeys::SCHEMA).
///
/// It prints as plain text that changes whenever stored keys would, so that a snapshot of it in a test
/// catches a changed key, which is a data migration. It also changes when a field of a key is renamed,
/// which needs no migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntitySchema {
    pub(crate) entity: Entity,
    key: &'static KeySchema,
    indexes: Option<&'static IndexList>,
    /// The former keys of the table.
    former: Option<&'static IndexList>,
    /// Whether one of the key attributes is a number.
    pub(crate) has_number: bool,
}

impl EntitySchema {
    pub(crate) const fn of<T: DdbKeys>() -> Self {
        let key = <T::AnyKey<'static> as crate::key::AnyKey<'static>>::CURRENT;
        let former = <T::AnyKey<'static> as crate::key::AnyKey<'static>>::FORMER;
        Self::new(T::ENTITY, key, <T::Indexes as Indexes>::LIST, former)
    }

    const fn new(
        entity: Entity,
        key: &'static KeySchema,
        indexes: Option<&'static IndexList>,
        former: Option<&'static IndexList>,
    ) -> Self {
        let (mut has_number, mut next) = (key.has_number(), indexes);
        while let Some(list) = next {
            has_number |= list.index.has_number();
            next = list.next;
        }
        Self { entity, key, indexes, former, has_number }
    }

    /// Returns the name of the struct.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.entity.name
    }

    /// Returns what the type attribute of its items holds: the name of the struct, or another that the
    /// declaration gives by `#[ddb(type_name = "…")]`.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        self.entity.type_name
    }

    /// Returns the attribute that holds the name of the entity, if its table has one.
    #[must_use]
    pub const fn type_attribute(&self) -> Option<&'static str> {
        match self.entity.layout {
            Some(layout) => layout.type_attribute,
            None => None,
        }
    }

    /// The version that each update of an item adds one to.
    pub(crate) const fn version(&self) -> Option<Version> {
        self.entity.version
    }

    pub(crate) const fn key(&self) -> &'static KeySchema {
        self.key
    }

    pub(crate) fn indexes(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::successors(self.indexes, |list| list.next).map(|list| list.index)
    }

    /// The keys of the table at 0, and those of the indexes after them.
    pub(crate) const fn key_at(&self, at: usize) -> Option<&'static KeySchema> {
        nth(self.key, self.indexes, at)
    }

    /// The key attribute at this place, counted over the keys of the table and those of the indexes.
    pub(crate) const fn attribute_at(&self, mut at: usize) -> Option<KeyAttribute> {
        let mut place = 0;
        while let Some(key) = self.key_at(place) {
            if at < key.len() {
                return key.attribute_at(at);
            }
            (at, place) = (at - key.len(), place + 1);
        }
        None
    }

    /// The former keys of the table, in declared order.
    pub(crate) fn former_keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::successors(self.former, |list| list.next).map(|list| list.index)
    }

    #[cfg(feature = "aws-sdk")]
    pub(crate) const fn has_former_keys(&self) -> bool {
        self.former.is_some()
    }

    /// The keys of the table that items have: today's, then the former ones.
    pub(crate) fn primary_keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::once(self.key).chain(self.former_keys())
    }

    /// The same by their places: today's at 0, and the former ones after them.
    pub(crate) const fn primary_key_at(&self, at: usize) -> Option<&'static KeySchema> {
        nth(self.key, self.former, at)
    }

    pub(crate) const fn index(&self, name: &str) -> Option<&'static KeySchema> {
        let mut next = self.indexes;
        while let Some(list) = next {
            if same_optional_text(list.index.index, Some(name)) {
                return Some(list.index);
            }
            next = list.next;
        }
        None
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::once(self.key).chain(self.indexes())
    }

    /// The template of the partition key, which a table has in one attribute.
    pub(crate) const fn pk(&self) -> &'static Pattern {
        self.key.table_pk()
    }

    /// The template of the sort key, if there is one, which a table has in one attribute.
    pub(crate) const fn sk(&self) -> Option<&'static Pattern> {
        self.key.table_sk()
    }

    /// The field whose attribute has this name.
    pub(crate) fn field(&self, name: &str) -> Option<Field> {
        self.entity.fields.get(name)
    }

    /// The key attribute of this name, of the table or of an index.
    pub(crate) fn attribute(&self, name: &str) -> Option<KeyAttribute> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// Returns the key attributes of the table, then those of each index in declared order, the partition key
    /// before the sort key. An attribute of several indexes is there once for each.
    pub fn key_attributes(&self) -> impl Iterator<Item = KeyAttribute> + Clone + use<> {
        self.keys().flat_map(KeySchema::attributes)
    }

    /// Every key attribute once, those of the table first.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = KeyAttribute> + use<> {
        let keys = self.keys();
        let all = keys.clone().flat_map(KeySchema::attributes);
        all.enumerate().filter_map(move |(at, attribute)| {
            let mut before = keys.clone().flat_map(KeySchema::attributes).take(at);
            before.all(|other| other.name() != attribute.name()).then_some(attribute)
        })
    }
}

/// Which attributes serde reads and writes.
#[cfg(feature = "aws-sdk")]
impl EntitySchema {
    /// Whether serde writes or reads a field under this name.
    pub(crate) fn has_field(&self, name: &str) -> bool {
        self.fields().any(|own| own.names().any(|own| own == name))
    }

    /// Whether serde may read an attribute as a field.
    pub(crate) fn may_read(&self, name: &str) -> bool {
        self.entity.fields.are_unknown || self.has_field(name)
    }

    /// Whether serde may read any attribute as a field, because one is flattened or the struct is converted.
    pub(crate) const fn may_read_any(&self) -> bool {
        self.entity.fields.are_flattened || self.entity.fields.are_unknown
    }

    /// How each field is stored.
    pub(crate) fn fields(&self) -> impl Iterator<Item = Record> {
        self.entity.fields.records()
    }

    /// Whether a key attribute is withheld from serde: it is not a field, and would end in a flattened map or
    /// be refused.
    pub(crate) fn withholds(&self, name: &str) -> bool {
        (self.entity.fields.are_flattened || self.entity.fields.are_all) && !self.may_read(name)
    }

    /// The key attributes that serde does not get to see, the type attribute among them.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = &'static str> {
        let names = self.attributes().map(|own| own.name()).chain(self.type_attribute());
        names.filter(|name| self.withholds(name))
    }
}

/// The keys before the list at 0, and those of the list after them.
const fn nth(
    first: &'static KeySchema,
    others: Option<&'static IndexList>,
    at: usize,
) -> Option<&'static KeySchema> {
    let (mut key, mut next, mut left) = (first, others, at);
    while left > 0 {
        let Some(list) = next else { return None };
        (key, next, left) = (list.index, list.next, left - 1);
    }
    Some(key)
}

impl fmt::Display for EntitySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Name(self.entity.name))?;
        if self.entity.type_name != self.entity.name {
            writeln!(f, "  type name: {}", Name(self.entity.type_name))?;
        }
        if let Some(version) = self.version() {
            writeln!(f, "  version: {}", Name(version.attribute))?;
        }
        let separator = self.pk().separator;
        if separator != '#' {
            writeln!(f, "  separator: {separator}")?;
        }
        write_keys(f, self.key)?;
        let mut formers: Vec<_> = self.former_keys().collect();
        formers.sort_unstable_by_key(|former| former.former);
        for former in formers {
            writeln!(f, "  was {}: {former:#}", Name(former.former.unwrap_or_default()))?;
            for attribute in former.attributes() {
                let own = attribute.pattern().separator;
                if own != separator {
                    writeln!(f, "    separator of {}: {own}", Name(attribute.name()))?;
                }
            }
            write_keys(f, former)?;
        }
        let mut indexes: Vec<_> = self.indexes().collect();
        indexes.sort_unstable_by_key(|index| index.index);
        for index in indexes {
            let sparse = if index.is_sparse() { ", sparse" } else { "" };
            writeln!(f, "  {} {}{sparse}", index.kind, Name(index.index.unwrap_or_default()))?;
            if index.is_sparse() {
                writeln!(f, "  optional: {}", index.optional.join(", "))?;
            }
            write_keys(f, index)?;
        }
        Ok(())
    }
}

/// A `=` precedes an attribute of its own, a `:` joined text.
fn write_keys(f: &mut fmt::Formatter<'_>, key: &'static KeySchema) -> fmt::Result {
    key.attributes().try_for_each(|attribute| {
        let kind = if attribute.pattern().is_number() { " (N)" } else { "" };
        let sign = if attribute.pattern().entry.is_some() { " =" } else { ":" };
        writeln!(
            f,
            "    {}{kind}{sign} {}",
            Name(attribute.name()),
            SnapshotPattern(attribute.pattern())
        )
    })
}
