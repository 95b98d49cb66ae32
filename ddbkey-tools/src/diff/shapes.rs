//! An index that an entity declares several times in at least one of two versions: which old and new keys correspond,
//! and which rows get another key.

use std::collections::BTreeSet;

use super::Deploy;
use super::change::{Difference, Effect, SchemaChange, section};
use super::compare::BESIDE;
use super::indexes::firsts;
use super::versions::{Versions, optional};
use crate::schema::{Attribute, Key};

/// An old key of an index, and the new key that replaces it.
pub(super) type OldAndNew<'v> = (&'v Key, &'v Key);

/// The keys of an index in both versions. `pairs` holds the positions of an old key and the new key that replaces it.
struct IndexShapes<'v> {
    old: Vec<&'v Key>,
    new: Vec<&'v Key>,
    pairs: Vec<(usize, usize)>,
    /// The parts of old keys that every stored item has.
    always: BTreeSet<String>,
}

impl Versions<'_> {
    /// Returns whether both versions have keys in an index, and at least one of them has several.
    pub(super) fn has_shapes(&self, index: &str) -> bool {
        let counts = [&self.old, self.new].map(|entity| entity.index_keys_in(index).count());
        counts.iter().all(|count| *count > 0) && counts.iter().any(|count| *count > 1)
    }

    /// Returns the old and new keys of indexes that correspond.
    pub(super) fn index_pairs(&self) -> Vec<OldAndNew<'_>> {
        let firsts = firsts(&self.new.index_keys).into_iter();
        firsts
            .flat_map(|key| IndexShapes::of(self, key.name()).keys().collect::<Vec<_>>())
            .collect()
    }

    /// Reports what happens to the items of an index if the entity's keys in it, or their order, have changed.
    pub(super) fn compare_shapes(&self, index: &str, changes: &mut Vec<SchemaChange>) {
        let shapes = IndexShapes::of(self, index);
        let mut push = |key: &Key, said: String, effect, deploy| {
            let fact = Difference::Other(said);
            let meaning = (effect, deploy, section::INDEX_PATTERN);
            let change = self.change(format!("`{}`", self.new.name), fact, meaning);
            let change = change.of_index(key.index());
            changes.push(if deploy == Deploy::Breaking { change.note(BESIDE) } else { change });
        };
        for (at, key) in shapes.old.iter().enumerate() {
            if shapes.leaves(at) {
                let said = format!("is no longer in index `{index}` as {}", name(key));
                push(key, said, Effect::UpdateSome, Deploy::ReadersFirst);
            }
        }
        for (at, key) in shapes.new.iter().enumerate() {
            let before = shapes.moved_to(at);
            let is_new = shapes.pairs.iter().all(|(_, new)| *new != at);
            if !before.is_empty() {
                let before = before.into_iter().map(name).collect::<Vec<_>>().join(" and ");
                let said =
                    format!("is in index `{index}` as {} where it was as {before}", name(key));
                push(key, said, Effect::UpdateSome, Deploy::Breaking);
            }
            if shapes.joins(at) {
                let said = format!("is now in index `{index}` as {}", name(key));
                push(key, said, Effect::UpdateSome, Deploy::AfterBackfill);
            } else if is_new && shapes.moved_to(at).is_empty() {
                let said = format!("can be in index `{index}` as {}", name(key));
                push(key, said, Effect::Nothing, Deploy::ReadersFirst);
            }
        }
    }
}

fn name(key: &Key) -> String {
    format!("`{}`", key.method_name())
}

impl<'v> IndexShapes<'v> {
    fn of(versions: &'v Versions<'_>, index: &'v str) -> Self {
        let old: Vec<_> = versions.old.index_keys_in(index).collect();
        let new: Vec<_> = versions.new.index_keys_in(index).collect();
        let mut shapes = Self { pairs: Vec::new(), always: always(&old), old, new };
        if let ([_], [_]) = (&shapes.old[..], &shapes.new[..]) {
            shapes.pairs.push((0, 0));
        }
        shapes.pair(is_stored_alike);
        shapes.pair(|old, new| old.rust_name == new.rust_name);
        shapes
    }

    /// Pairs keys that are not paired yet.
    fn pair(&mut self, belong: impl Fn(&Key, &Key) -> bool) {
        for (at, key) in self.new.iter().enumerate() {
            let is_free = |old: &usize| self.pairs.iter().all(|(other, _)| other != old);
            let mut old = (0..self.old.len()).filter(is_free);
            let is_paired = self.pairs.iter().any(|(_, new)| *new == at);
            if let Some(old) = old.find(|old| !is_paired && belong(self.old[*old], key)) {
                self.pairs.push((old, at));
            }
        }
    }

    fn keys(&self) -> impl Iterator<Item = OldAndNew<'v>> {
        self.pairs.iter().map(|(old, new)| (self.old[*old], self.new[*new]))
    }

    /// Returns the other old keys of items that have the new key at this position.
    fn moved_to(&self, new: usize) -> Vec<&'v Key> {
        let moved = (0..self.old.len()).filter(|old| {
            let filled = self.filled([self.old[*old], self.new[new]]);
            !self.pairs.contains(&(*old, new))
                && first(&self.old, &filled) == Some(*old)
                && first(&self.new, &filled) == Some(new)
        });
        moved.map(|old| self.old[old]).collect()
    }

    /// Returns whether items that were not in the index have the new key at this position.
    fn joins(&self, new: usize) -> bool {
        let filled = self.filled([self.new[new]]);
        first(&self.old, &filled).is_none() && first(&self.new, &filled) == Some(new)
    }

    /// Returns whether items that had the old key at this position have left the index.
    fn leaves(&self, old: usize) -> bool {
        let filled = self.filled([self.old[old]]);
        first(&self.old, &filled) == Some(old) && first(&self.new, &filled).is_none()
    }

    /// Returns the optional parts of an item that has as few parts as these keys need. With more parts, an item could
    /// have an earlier key.
    fn filled<const N: usize>(&self, keys: [&Key; N]) -> BTreeSet<String> {
        keys.into_iter().flat_map(optional).chain(self.always.clone()).collect()
    }
}

/// Returns the first key whose optional parts all have a value.
fn first(keys: &[&Key], filled: &BTreeSet<String>) -> Option<usize> {
    keys.iter().position(|key| optional(key).is_subset(filled))
}

/// Returns the parts of old keys that are not optional.
fn always(old: &[&Key]) -> BTreeSet<String> {
    let optional: BTreeSet<_> = old.iter().flat_map(|key| optional(key)).collect();
    let values = old.iter().flat_map(|key| &key.attributes).flat_map(Attribute::values);
    let sources: BTreeSet<_> = values.map(|value| value.source.clone()).collect();
    &sources - &optional
}

/// Returns whether both have the same literals, and between them values with the same strings.
fn is_stored_alike(old: &Key, new: &Key) -> bool {
    let is_alike = |(old, new): (&Attribute, &Attribute)| {
        let languages = old.values().map(|value| &value.language);
        new.has_places_of(old) && languages.eq(new.values().map(|value| &value.language))
    };
    old.attributes.len() == new.attributes.len()
        && old.attributes.iter().zip(&new.attributes).all(is_alike)
}
