//! The declaration of an entity, as constants.

#[cfg(test)]
mod tests;

use super::entity::{Entity, Updates, Version};
use super::fields::Fields;
use super::key::{KeyAttribute, KeySchema};
use crate::pattern::Pattern;
use crate::text::same_text;

/// The keys of an entity: its [`DdbKeys::SCHEMA`](crate::DdbKeys::SCHEMA).
///
/// The crate `ddbkey-tools` prints it as a snapshot, with which a test catches a changed key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntitySchema {
    #[doc(hidden)]
    pub entity: Entity,
    key: &'static KeySchema,
    indexes: &'static [&'static KeySchema],
    /// The other keys of the table, besides the plain one: the alternatives, then the legacy keys.
    alternatives: &'static [&'static KeySchema],
    pub(crate) has_number: bool,
}

impl EntitySchema {
    pub(crate) const fn new(
        entity: Entity,
        key: &'static KeySchema,
        indexes: &'static [&'static KeySchema],
        alternatives: &'static [&'static KeySchema],
    ) -> Self {
        let has_number = key.has_number() || any!(index in indexes => index.has_number());
        Self { entity, key, indexes, alternatives, has_number }
    }

    /// Returns the name of the struct.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.entity.name
    }

    /// Returns the value of the type attribute of its items: the name of the struct, or the name that the declaration
    /// gives with `#[ddb(type_name = "…")]`.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        self.entity.type_name
    }

    /// Returns the attribute that holds the name of the entity, if its table has one.
    #[doc(hidden)]
    #[must_use]
    pub const fn type_attribute(&self) -> Option<&'static str> {
        match self.entity.layout {
            Some(layout) => layout.type_attribute,
            None => None,
        }
    }

    /// Returns the prefix of the names of generated types: the name of the struct, or the prefix that the declaration
    /// gives with `#[ddb(prefix = …)]`.
    #[doc(hidden)]
    #[must_use]
    pub const fn prefix(&self) -> &'static str {
        match self.entity.prefix {
            Some(prefix) => prefix,
            None => self.entity.name,
        }
    }

    /// Returns the attribute that holds the version of an item, if the declaration names one.
    #[doc(hidden)]
    #[must_use]
    pub const fn version_attribute(&self) -> Option<&'static str> {
        match self.version() {
            Some(version) => Some(version.attribute),
            None => None,
        }
    }

    /// Returns the attribute by which DynamoDB deletes expired items of the entity, its time to live, if the
    /// declaration names one.
    #[doc(hidden)]
    #[must_use]
    pub const fn ttl_attribute(&self) -> Option<&'static str> {
        self.entity.ttl
    }

    /// Returns the field that says which tenant an item belongs to, if the declaration names one with `#[ddb(tenant =
    /// …)]`.
    #[doc(hidden)]
    #[must_use]
    pub const fn tenant_field(&self) -> Option<&'static str> {
        self.entity.tenant
    }

    /// The version, which each update of an item increments.
    #[doc(hidden)]
    #[must_use]
    pub const fn version(&self) -> Option<Version> {
        match self.entity.updates {
            Updates::Counted(version) => Some(version),
            _ => None,
        }
    }

    /// Whether the program makes its own updates of the entity.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_updated_by_hand(&self) -> bool {
        matches!(self.entity.updates, Updates::ByHand)
    }

    /// Whether the wide condition of an update leaves a field out.
    #[doc(hidden)]
    #[must_use]
    pub fn is_unguarded(&self, field: &str) -> bool {
        self.entity.unguarded.contains(&field)
    }

    /// The plain keys of the table.
    #[doc(hidden)]
    #[must_use]
    pub const fn key(&self) -> &'static KeySchema {
        self.key
    }

    /// The keys of the indexes, in declared order.
    #[doc(hidden)]
    pub fn indexes(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        self.indexes.iter().copied()
    }

    /// The keys of an index. There are several if the entity declares the index several times.
    #[doc(hidden)]
    pub fn keys_in(&self, index: &str) -> impl Iterator<Item = &'static KeySchema> + Clone {
        self.indexes().filter(move |key| key.index == Some(index))
    }

    /// The other keys in the index of a key.
    #[doc(hidden)]
    pub fn keys_beside(&self, key: &KeySchema) -> impl Iterator<Item = &'static KeySchema> {
        self.indexes().filter(move |other| other.is_beside(key) && *other != key)
    }

    /// Whether the entity declares an index several times.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_shapes(&self) -> bool {
        let mut indexes = self.indexes;
        while let [index, later @ ..] = indexes {
            if any!(own in later => own.is_beside(index)) {
                return true;
            }
            indexes = later;
        }
        false
    }

    /// The keys of the table at 0, and the keys of the indexes after them.
    pub(crate) const fn key_at(&self, at: usize) -> Option<&'static KeySchema> {
        nth(self.key, self.indexes, at)
    }

    /// The key attribute at this position, counted over the keys of the table and of the indexes.
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

    /// The other keys of the table, besides the plain one: the alternatives, then the legacy keys, in declared order.
    #[doc(hidden)]
    pub fn alternatives(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        self.alternatives.iter().copied()
    }

    /// Whether items can be under a legacy key.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_legacy_keys(&self) -> bool {
        self.has_alternative(false)
    }

    /// Whether several primary keys are written.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_alternatives(&self) -> bool {
        self.has_alternative(true)
    }

    const fn has_alternative(&self, is_written: bool) -> bool {
        any!(key in self.alternatives => {
            matches!(key.alternative, Some(own) if own.is_written == is_written)
        })
    }

    /// Whether items can be under several keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_several_keys(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// The keys of the table that items can have: the plain key, then the others.
    #[doc(hidden)]
    pub fn primary_keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::once(self.key).chain(self.alternatives())
    }

    pub(crate) const fn count_primary_keys(&self) -> usize {
        1 + self.alternatives.len()
    }

    /// The same by position: the plain key at 0, and the others after it.
    pub(crate) const fn primary_key_at(&self, at: usize) -> Option<&'static KeySchema> {
        nth(self.key, self.alternatives, at)
    }

    pub(crate) const fn index(&self, name: &str) -> Option<&'static KeySchema> {
        find!(key in self.indexes => match key.index {
            Some(own) if same_text(own, name) => Some(*key),
            _ => None,
        })
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::once(self.key).chain(self.indexes())
    }

    /// The template of the partition key, which is a single attribute in a table.
    #[doc(hidden)]
    #[must_use]
    pub const fn pk(&self) -> &'static Pattern {
        self.key.table_pk()
    }

    /// The template of the sort key, if there is one. It is a single attribute in a table.
    pub(crate) const fn sk(&self) -> Option<&'static Pattern> {
        self.key.table_sk()
    }

    /// The fields as serde stores them.
    #[doc(hidden)]
    #[must_use]
    pub const fn stored_fields(&self) -> Fields {
        self.entity.fields
    }

    /// The key attribute of this name, of the table or of an index.
    #[doc(hidden)]
    #[must_use]
    pub const fn attribute(&self, name: &str) -> Option<KeyAttribute> {
        match self.key.attribute(name) {
            None => find!(key in self.indexes => key.attribute(name)),
            own => own,
        }
    }

    /// The patterns of a key attribute. There are several if the entity declares an index of this attribute several
    /// times.
    #[doc(hidden)]
    pub fn patterns_of(&self, name: &str) -> impl Iterator<Item = &'static Pattern> {
        self.keys().filter_map(move |key| Some(key.attribute(name)?.pattern()))
    }

    /// Returns the key attributes of the table, then the key attributes of each index in declared order, the partition
    /// key before the sort key. An attribute of several indexes occurs once for each.
    pub fn key_attributes(&self) -> impl Iterator<Item = KeyAttribute> + Clone + use<> {
        self.keys().flat_map(KeySchema::attributes)
    }

    /// Every key attribute once, the attributes of the table first.
    #[doc(hidden)]
    pub fn attributes(&self) -> impl Iterator<Item = KeyAttribute> + use<> {
        let keys = self.keys();
        let all = keys.clone().flat_map(KeySchema::attributes);
        all.enumerate().filter_map(move |(at, attribute)| {
            let mut before = keys.clone().flat_map(KeySchema::attributes).take(at);
            before.all(|other| other.name() != attribute.name()).then_some(attribute)
        })
    }
}

/// The keys before the list at 0, and the keys of the list after them.
const fn nth(
    first: &'static KeySchema,
    others: &'static [&'static KeySchema],
    at: usize,
) -> Option<&'static KeySchema> {
    match at {
        0 => Some(first),
        _ if at <= others.len() => Some(others[at - 1]),
        _ => None,
    }
}
