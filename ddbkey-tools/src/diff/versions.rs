//! Compares an entity with its old version: its fields, then each key attribute by its position, its alternatives, its
//! legacy keys and its indexes, and finally its names in Rust.

use std::collections::BTreeSet;

use super::Deploy;
use super::change::{Difference, Effect, Meaning, SchemaChange, section};
use super::compare::{BESIDE, Readers};
use super::keys::{reads, renames};
use super::shapes::OldAndNew;
use crate::schema::{Attribute, Entity, Key, Piece, PlacedTexts, Schema, is_method, joined};

/// An entity that both schemas have.
pub(super) struct Versions<'s> {
    pub(super) old: Entity,
    pub(super) new: &'s Entity,
    pub(super) old_table: &'s Schema,
    pub(super) new_table: &'s Schema,
}

impl Versions<'_> {
    pub(super) fn compare(&mut self) -> Vec<SchemaChange> {
        let mut changes = Vec::new();
        self.rename_fields(&mut changes);
        self.compare_fields(&mut changes);
        for (old, own) in self.attribute_pairs() {
            self.compare_attribute(old, own, &mut changes);
        }
        self.compare_alternatives(&mut changes);
        self.compare_legacy_keys(&mut changes);
        self.compare_indexes(&mut changes);
        self.compare_names(&mut changes);
        changes
    }

    /// Returns the key attributes that both versions have. An attribute of several keys is paired once, by its name. In an
    /// index with several keys, attributes are paired as the keys are.
    fn attribute_pairs(&self) -> Vec<(&Attribute, &Attribute)> {
        let (mut names, mut pairs) = (BTreeSet::new(), Vec::new());
        for old in self.single_attributes(&self.old).filter(|old| names.insert(&old.name)) {
            let own = self.single_attributes(self.new).find(|own| own.name == old.name);
            pairs.extend(own.map(|own| (old, own)));
        }
        let shapes = self.index_pairs().into_iter().filter(|(_, key)| self.has_shapes(key.name()));
        pairs.extend(shapes.flat_map(|(old, key)| old.attributes.iter().zip(&key.attributes)));
        pairs
    }

    /// Returns the key attributes of the table, and of the indexes in which no version has several keys.
    fn single_attributes<'e>(&self, entity: &'e Entity) -> impl Iterator<Item = &'e Attribute> {
        let single = entity.index_keys.iter().filter(|key| !self.has_shapes(key.name()));
        entity.key().iter().chain(single.flat_map(|key| &key.attributes))
    }

    /// Returns the alternatives and legacy keys of both versions that have the same name.
    fn other_keys(&self) -> Vec<OldAndNew<'_>> {
        let named = |key: &Key| self.old.keys.iter().skip(1).find(|old| old.noun() == key.noun());
        let keys = self.new.keys.iter().skip(1);
        keys.filter_map(|key| Some((named(key)?, key))).collect()
    }

    /// Creates a change of something in the entity.
    pub(super) fn change(
        &self,
        subject: impl Into<String>,
        fact: Difference,
        meaning: Meaning,
    ) -> SchemaChange {
        SchemaChange::new(subject, fact, meaning).of_entity(&self.new.name)
    }

    /// Creates the change for a new name with the same stored value.
    fn rename(&self, subject: String, fact: Difference) -> SchemaChange {
        self.change(subject, fact, (Effect::Nothing, Deploy::AnyOrder, section::FIELD_NAME))
    }

    fn rename_fields(&mut self, changes: &mut Vec<SchemaChange>) {
        let others = self.other_keys().into_iter();
        let others = others.flat_map(|(old, own)| old.attributes.iter().zip(&own.attributes));
        let current = self.attribute_pairs().into_iter();
        let pairs = current.chain(others).filter(|(old, own)| own.has_places_of(old));
        let pairs: Vec<_> = pairs.flat_map(|(old, own)| old.sources().zip(own.sources())).collect();
        let mut renames = renames(&pairs, &self.old.sources(), &self.new.sources());
        // What a method with a new name computes is unknown.
        renames
            .retain(|old, new| !is_method(old) && !is_method(new) && self.new.has_lost(old, new));
        for (old, new) in &renames {
            let subject = format!("field `{old}` of `{}`", self.new.name);
            let change = self.rename(subject, Difference::Renamed(new.clone()));
            changes.push(change.note("provided that it holds the same values"));
        }
        let renamed = |name: &mut String| {
            if let Some(new) = renames.get(name) {
                name.clone_from(new);
            }
        };
        let keys = self.old.keys.iter_mut().chain(&mut self.old.index_keys);
        let optional = keys.flat_map(|key| &mut key.optional);
        optional.for_each(renamed);
        let pieces = self.old.attributes_mut().flat_map(|attribute| &mut attribute.pieces);
        pieces.filter_map(Piece::value_mut).for_each(|value| renamed(&mut value.source));
    }

    fn compare_attribute(&self, old: &Attribute, own: &Attribute, changes: &mut Vec<SchemaChange>) {
        if !own.has_texts_of(old, PlacedTexts::are_like) {
            let change = self.other_key(old, own);
            changes.extend(change.iter().flat_map(|change| self.compare_reused(own, change)));
            changes.extend(change);
            return;
        }
        // If an index has strings of both kinds, neither version finds everything that the other writes.
        let has_both = own.values_with(old).any(|(_, old, own)| !own.are_within(&old));
        for (value, old, texts) in own.values_with(old) {
            let change = |effect, deploy, more: &str| {
                let subject =
                    format!("`{}` in `{}` of `{}`", value.source, own.name, self.new.name);
                let fact = format!("is {}, which {more} {}", texts.shown(), old.shown());
                let meaning = (effect, deploy, section::ENUM_TEXT);
                self.about(own, self.change(subject, Difference::Other(fact), meaning))
            };
            if !texts.are_within(&old) {
                let more = "allows more strings than";
                changes.push(change(Effect::Nothing, Deploy::ReadersFirst, more));
            }
            if !old.are_within(&texts) {
                let is_read = !self.is_primary(own)
                    && (value.is_method() || value.is_read_from(&old.language));
                let (effect, deploy) = if is_read {
                    (Effect::UpdateSome, Deploy::AfterBackfill)
                } else {
                    (Effect::Unreadable, Deploy::Breaking)
                };
                let deploy = if has_both { Deploy::Breaking } else { deploy };
                changes.push(change(effect, deploy, "does not allow all strings of"));
            }
        }
    }

    /// Adds the attribute to a change, and its first index if it is not in the table's own key.
    fn about(&self, attribute: &Attribute, change: SchemaChange) -> SchemaChange {
        let first = self.index_keys_with(attribute).next().map(Key::name);
        let index = first.filter(|_| !self.is_primary(attribute));
        change.of_attribute(&attribute.name).of_index(index)
    }

    fn index_keys_with(&self, attribute: &Attribute) -> impl Iterator<Item = &Key> {
        let has_it = |key: &&Key| key.attributes.iter().any(|own| own.name == attribute.name);
        self.new.index_keys.iter().filter(has_it)
    }

    /// Returns whether an attribute is in a key of the table, and not only in indexes.
    fn is_primary(&self, attribute: &Attribute) -> bool {
        self.new.key().iter().chain(self.old.key()).any(|own| own.name == attribute.name)
    }

    fn other_key(&self, old: &Attribute, own: &Attribute) -> Option<SchemaChange> {
        // The line for the renamed entity says this.
        let is_type = self.new_table.type_attribute.as_ref() == Some(&own.name);
        if is_type && old.is_name_of(&self.old) && own.is_name_of(self.new) {
            return None;
        }
        let is_of_shards = own.has_texts_of(old, PlacedTexts::differ_by_shards);
        let subject = format!("`{}` of `{}`", own.name, self.new.name);
        let mut others = self.new.keys.iter().skip(1).filter(|_| self.is_primary(own));
        let other = others.find(|own| reads(&own.attributes, self.old.key()));
        let still = other.map(|key| format!(", which is still read as `{}`", key.name()));
        let still = still.unwrap_or_default();
        let (old, new) = (format!("`{}`{still}", old.stored()), format!("`{}`", own.stored()));
        let fact = Difference::changed(old, new);
        if !self.is_primary(own) {
            let effect = if is_of_shards { Effect::UpdateSome } else { Effect::UpdateEach };
            let meaning = (effect, Deploy::Breaking, section::INDEX_PATTERN);
            let change = self.change(subject, fact, meaning);
            return Some(self.about(own, change).note(BESIDE));
        }
        let effect = match other {
            // Items with its parts stay under it.
            Some(key) if key.alternative.is_some() => Effect::Nothing,
            _ if is_of_shards => Effect::MoveSome,
            _ => Effect::MoveEach,
        };
        let change = |deploy| {
            self.change(subject, fact, (effect, deploy, section::KEY)).of_attribute(&own.name)
        };
        if other.is_none() {
            let readers = self.new_table.readers_of(&[self.old.key()], Some(self.new));
            return Some(readers.note(change(readers.deploy())));
        }
        let is_announced = self.old.reads(self.new.key());
        Some(change(if is_announced { Deploy::AnyOrder } else { Deploy::ReadersFirst }))
    }

    /// Returns the changes for indexes that also use a changed attribute of the table, which its own line does not mention.
    fn compare_reused(&self, own: &Attribute, change: &SchemaChange) -> Vec<SchemaChange> {
        let is_reported = change.deploy() == Deploy::Breaking;
        let indexes = self.index_keys_with(own).filter(|_| !is_reported);
        let note =
            "its queries have no form for the legacy key, and find an item when it has moved";
        let changes = indexes.map(|key| change.clone().in_index(key.name()).note(note));
        changes.collect()
    }

    /// Compares the keys that are written if an item has their optional parts: new keys, removed keys, and their order.
    fn compare_alternatives(&self, changes: &mut Vec<SchemaChange>) {
        let entity = format!("`{}`", self.new.name);
        let stored = |key: &Key| joined(&key.attributes, Attribute::stored);
        let key_change = |fact, effect, deploy| {
            self.change(&entity, Difference::Other(fact), (effect, deploy, section::KEY))
        };
        for key in self.old.alternatives().filter(|key| !self.new.writes(&key.attributes)) {
            let (name, is_read) = (key.name(), self.new.reads(&key.attributes));
            let fact = format!("no longer writes `{}`, its alternative `{name}`", stored(key));
            let effect = if is_read { Effect::MoveConcerned } else { Effect::Unreadable };
            changes.push(key_change(fact, effect, Deploy::Breaking));
        }
        for key in self.new.alternatives().filter(|key| !self.old.writes(&key.attributes)) {
            let is_announced = self.old.reads(&key.attributes);
            let deploy = if is_announced { Deploy::AnyOrder } else { Deploy::ReadersFirst };
            let fact =
                format!("also writes `{}`, as its alternative `{}`", stored(key), key.name());
            let parts = list(key.optional.iter().map(String::as_str));
            let change = key_change(fact, Effect::MoveEach, deploy);
            changes.push(change.note(format!("an item without {parts} stays where it is")));
        }
        let place = |entity: &Entity, key: &Key| {
            entity.alternatives().position(|own| reads(&own.attributes, &key.attributes))
        };
        let places: Vec<_> =
            self.old.alternatives().filter_map(|key| place(self.new, key)).collect();
        if !places.is_sorted() {
            let fact = "writes its alternatives in another order".into();
            let change = key_change(fact, Effect::MoveConcerned, Deploy::Breaking);
            changes.push(change.note("an item with the parts of several has another key"));
        }
    }

    fn compare_legacy_keys(&self, changes: &mut Vec<SchemaChange>) {
        let entity = format!("`{}`", self.new.name);
        let stored = |key: &Key| joined(&key.attributes, Attribute::stored);
        for key in self.old.legacy_keys().filter(|key| !self.new.reads(&key.attributes)) {
            let readers = self.new_table.readers_of(&[&key.attributes], Some(self.new));
            let effect = match readers {
                Readers::One(_) => Effect::UpdateSome,
                Readers::Others | Readers::Nobody => Effect::Unreadable,
            };
            let name = key.name();
            let fact = format!("no longer reads `{}`, its legacy key `{name}`", stored(key));
            let meaning = (effect, readers.deploy(), section::KEY);
            let change = readers.note(self.change(&entity, Difference::Other(fact), meaning));
            changes.push(match effect {
                Effect::Unreadable => change.note("wait until an audit counts no `OtherKey`"),
                _ => change,
            });
        }
        for key in self.new.legacy_keys().filter(|key| !self.old.reads(&key.attributes)) {
            let name = key.name();
            let fact = format!("also reads `{}`, as its legacy key `{name}`", stored(key));
            let meaning = (Effect::Nothing, Deploy::AnyOrder, section::KEY);
            changes.push(self.change(&entity, Difference::Other(fact), meaning));
        }
        let is_same_key = reads(self.new.key(), self.old.key());
        let fields = |key: &[Attribute]| -> BTreeSet<String> {
            let sources = key.iter().flat_map(Attribute::sources);
            sources.filter(|name| !is_method(name)).map(String::from).collect()
        };
        let own = fields(self.new.key());
        for key in self.new.legacy_keys() {
            let is_old = |old: &Key| reads(&key.attributes, &old.attributes);
            let was_there = is_same_key && self.old.legacy_keys().any(is_old);
            let lost = fields(&key.attributes);
            let lost = list(lost.difference(&own).map(String::as_str));
            if !lost.is_empty() && !was_there {
                let fact = format!("lacks {lost} of its legacy key `{}`", key.name());
                let meaning = (Effect::UpdateSome, Deploy::Breaking, section::KEY);
                let change =
                    self.change(format!("the key of {entity}"), Difference::Other(fact), meaning);
                changes.push(change.note(
                    "items that differ in nothing else have one key, and only one of them can move",
                ));
            }
        }
    }

    /// Compares names in Rust.
    fn compare_names(&self, changes: &mut Vec<SchemaChange>) {
        let named = |subject: String, old: &str, new: &str| {
            let subject = format!("{subject} of `{}`", self.new.name);
            (old != new).then(|| self.rename(subject, Difference::quoted(old, new)))
        };
        // The prefix of a renamed entity changes with it.
        let is_default = |own: &Entity| own.prefix == own.name;
        if !is_default(&self.old) || !is_default(self.new) {
            changes.extend(named("the prefix of types".into(), &self.old.prefix, &self.new.prefix));
        }
        for (old, key) in self.other_keys().into_iter().chain(self.index_pairs()) {
            let owner = key.noun().map_or("index", |(noun, _)| noun);
            let subject = format!("the name in Rust of {owner} `{}`", key.name());
            let change = named(subject, old.method_name(), key.method_name());
            changes.extend(change.map(|change| change.of_index(key.index())));
        }
        let pairs = self.attribute_pairs().into_iter();
        for (old, own) in pairs.filter(|(old, own)| old.stored() == own.stored()) {
            let subject = format!("the template of `{}`", own.name);
            let change = named(subject, &old.template(), &own.template());
            changes.extend(change.map(|change| change.of_attribute(&own.name)));
        }
    }
}

/// Returns the fields and methods that make an index sparse.
pub(super) fn optional(key: &Key) -> BTreeSet<String> {
    key.optional.iter().cloned().collect()
}

/// `` `gsi1pk`, `gsi1sk` ``
pub(super) fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
