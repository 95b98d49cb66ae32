//! Compares the indexes that an entity is in: joined, left, with other items, or sharing an attribute.

use std::collections::BTreeSet;

use super::Deploy;
use super::change::{Difference, Effect, Meaning, SchemaChange, section};
use super::versions::{Versions, list, optional};
use crate::schema::{Attribute, Key, TableKey, is_method};

impl Versions<'_> {
    /// Compares the indexes of the entity. If an index of the table was added or removed, the line for each entity is listed
    /// nevertheless.
    pub(super) fn compare_indexes(&self, changes: &mut Vec<SchemaChange>) {
        let indexes = self.new_table.indexes.iter();
        let names: BTreeSet<_> = indexes.flat_map(TableKey::names).collect();
        for key in firsts(&self.old.index_keys) {
            // An attribute that is not a key of an index has no effect in stored items.
            let own = key.attributes.iter().map(|own| own.name.as_str());
            let is_gone = |name: &&str| self.new.attribute(name).is_none() && names.contains(name);
            let gone = list(own.filter(is_gone));
            let effect = if gone.is_empty() { Effect::Nothing } else { Effect::UpdateEach };
            if !gone.is_empty() || self.new.index_key(key.name()).is_none() {
                let meaning = (effect, Deploy::ReadersFirst, section::INDEX_REMOVED);
                changes.push(self.in_index(key, "is no longer in index", &gone, meaning));
            }
        }
        self.compare_shared(changes);
        for key in firsts(&self.new.index_keys) {
            let own: Vec<_> =
                key.attributes.iter().filter(|own| self.is_new_in(key, own)).collect();
            match self.old.index_key(key.name()) {
                Some(_) if own.is_empty() && self.has_shapes(key.name()) => {
                    self.compare_shapes(key.name(), changes);
                }
                Some(old) if own.is_empty() => changes.extend(self.compare_presence(old, key)),
                _ => changes.push(self.joined_index(key, &own)),
            }
        }
    }

    /// Returns the change for an entity that is now in an index, with the attributes that are new for it.
    fn joined_index(&self, key: &Key, own: &[&Attribute]) -> SchemaChange {
        let names = |is_field: bool| {
            let own = own.iter().filter(|own| self.is_stored_field(own) == is_field);
            list(own.map(|own| own.name.as_str()))
        };
        let (fields, missing) = (names(true), names(false));
        let is_new = self.old_table.key_of(key.index()).is_none();
        let (effect, deploy) = match missing.is_empty() {
            false => (Effect::UpdateEach, Deploy::AfterBackfill),
            // DynamoDB fills a new index.
            true if is_new => (Effect::Create, Deploy::AfterBackfill),
            true => (Effect::Nothing, Deploy::AnyOrder),
        };
        let meaning = (effect, deploy, section::INDEX_ADDED);
        let change = self.in_index(key, "is now in index", &missing, meaning);
        if missing.is_empty() && !fields.is_empty() {
            change.note(format!("stored items are in it, if they hold {fields}"))
        } else {
            change
        }
    }

    /// Creates a change of whether items are in an index, with these attributes.
    fn in_index(&self, key: &Key, verb: &str, attributes: &str, meaning: Meaning) -> SchemaChange {
        let with = if attributes.is_empty() { "" } else { " with " };
        let fact = Difference::Other(format!("{verb} `{}`{with}{attributes}", key.name()));
        self.change(format!("`{}`", self.new.name), fact, meaning).of_index(key.index())
    }

    /// Compares which items are in an index, if one of its parts became or was an `Option`.
    fn compare_presence(&self, old: &Key, key: &Key) -> Vec<SchemaChange> {
        let (was, is) = (optional(old), optional(key));
        let mut changes = Vec::new();
        let mut push = |verb, effect, deploy| {
            changes.push(self.in_index(key, verb, "", (effect, deploy, section::OPTIONAL)));
        };
        if !is.is_subset(&was) {
            push("can now be absent from index", Effect::Nothing, Deploy::ReadersFirst);
        }
        // What is known of a field is compared with the other fields.
        let (effect, deploy) = if self.new.converted {
            (Effect::Unreadable, Deploy::Breaking)
        } else {
            (Effect::UpdateSome, Deploy::AfterBackfill)
        };
        if was.difference(&is).any(|name| is_method(name) || self.new.converted) {
            push("can no longer be absent from index", effect, deploy);
        }
        changes
    }

    /// Compares indexes of both versions that share an attribute with an index of only one version.
    fn compare_shared(&self, changes: &mut Vec<SchemaChange>) {
        let names = |attributes: &[Attribute]| -> BTreeSet<String> {
            attributes.iter().map(|own| own.name.clone()).collect()
        };
        let (old, new) = (firsts(&self.old.index_keys), firsts(&self.new.index_keys));
        let gone = old.iter().filter(|key| self.new.index_key(key.name()).is_none());
        let added = new.iter().filter(|key| self.old.index_key(key.name()).is_none());
        let table = names(self.new.key());
        for other in gone.chain(added) {
            for key in new.iter().filter(|own| self.old.index_key(own.name()).is_some()) {
                // No version removes an attribute that is a field.
                let shared = &names(&key.attributes) & &names(&other.attributes);
                let shared = shared.difference(&table).map(String::as_str);
                let shared = list(shared.filter(|name| !self.new.is_field(name)));
                if !shared.is_empty() {
                    let subject = format!("index `{}` of `{}`", key.name(), self.new.name);
                    let fact =
                        Difference::Other(format!("shares {shared} with `{}`", other.name()));
                    let meaning = (Effect::Nothing, Deploy::Breaking, section::INDEX_ADDED);
                    let change = self.change(subject, fact, meaning);
                    changes.push(change.of_index(key.index()).note(
                        "in one version the entity is not in the other index, and updates of that version can take items \
                         out of this one",
                    ));
                }
            }
        }
    }

    /// Returns whether some items in an index may lack an attribute: another index that has it can be sparse.
    fn is_new_in(&self, key: &Key, attribute: &Attribute) -> bool {
        let is_full = |own: &&Key| own.name() == key.name() || key.is_sparse() || !own.is_sparse();
        let indexes = self.old.index_keys.iter().filter(is_full);
        let mut had = self.old.key().iter().chain(indexes.flat_map(|own| &own.attributes));
        had.all(|own| own.name != attribute.name)
    }

    /// Returns whether an attribute is also a field, and old items have its value.
    fn is_stored_field(&self, attribute: &Attribute) -> bool {
        let had = self.old.sources();
        self.new.is_field(&attribute.name) && attribute.sources().all(|name| had.contains(name))
    }
}

/// Returns the first key of each index.
pub(super) fn firsts(keys: &[Key]) -> Vec<&Key> {
    let mut seen = BTreeSet::new();
    keys.iter().filter(|key| seen.insert(key.name())).collect()
}
