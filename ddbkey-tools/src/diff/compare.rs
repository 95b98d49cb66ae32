//! The comparison: first the table and its indexes, then each entity by its name, then each attribute by its
//! position. From then on, anything renamed is called by its new name.

use std::collections::BTreeSet;

use ddbkey::__private::IndexKind;

use super::change::{Difference, Effect, Meaning, SchemaChange, section};
use super::keys::renames;
use super::versions::{Versions, list};
use super::{Cost, Deploy};
use crate::schema::{Attribute, Entity, Schema, TableKey};

/// What DynamoDB would need next to a changed index.
pub(super) const BESIDE: &str = "a new index next to it would serve both versions";

/// How a key reads that now belongs to another entity.
const MISREAD: &str = "old keys read as other values";

pub(super) fn schemas(mut old: Schema, new: &Schema) -> Vec<SchemaChange> {
    let mut changes = Vec::new();
    if old.name != new.name {
        let fact = Difference::Renamed(new.name.clone());
        let meaning = (Effect::Nothing, Deploy::AnyOrder, section::TABLE);
        let change = SchemaChange::new(format!("table `{}`", old.name), fact, meaning);
        changes.push(change.note("`cloud_formation` prints a resource of another name"));
    }
    old.rename_attributes(new, &mut changes);
    compare_keys(&old, new, &mut changes);
    compare_entities(&old, new, &mut changes);
    changes
}

/// Which entities now read the keys that an entity had.
pub(super) enum Readers<'s> {
    /// This entity reads all of the keys.
    One(&'s str),
    /// Some of the keys belong to entities with other values.
    Others,
    Nobody,
}

impl Readers<'_> {
    pub(super) fn note(&self, change: SchemaChange) -> SchemaChange {
        match self {
            Self::One(name) => change.note(format!("`{name}` reads its keys")),
            Self::Others => change.note(MISREAD),
            Self::Nobody => change,
        }
    }

    pub(super) const fn deploy(&self) -> Deploy {
        match self {
            Self::One(_) => Deploy::ReadersFirst,
            Self::Others | Self::Nobody => Deploy::Breaking,
        }
    }
}

impl Schema {
    fn attribute_names(&self) -> BTreeSet<&str> {
        self.keys().flat_map(TableKey::names).collect()
    }

    fn rename_attributes(&mut self, new: &Self, changes: &mut Vec<SchemaChange>) {
        let pairs = self.keys().filter_map(|key| {
            let now = new.key_of(key.index()).filter(|now| new.types(now) == self.types(key))?;
            Some(key.names().zip(now.names()))
        });
        let pairs: Vec<_> = pairs.flatten().collect();
        let renames = renames(&pairs, &self.attribute_names(), &new.attribute_names());
        for (old, new) in &renames {
            let key = self.keys().find(|key| key.has(old)).unwrap_or(&self.key);
            let of_index = key.index().map(|name| format!(" of index `{name}`"));
            let subject = format!("key attribute `{old}`{}", of_index.unwrap_or_default());
            let is_global = key.kind == Some(IndexKind::Gsi);
            let (effect, section) = if is_global {
                (Effect::UpdateEach, section::INDEX_PATTERN)
            } else {
                (Effect::MoveTable, section::TABLE)
            };
            let meaning = (effect, Deploy::Breaking, section);
            let change = SchemaChange::new(subject, Difference::Renamed(new.clone()), meaning);
            let change = change.of_index(key.index()).of_attribute(new);
            changes.push(if is_global { change.note(BESIDE) } else { change });
        }
        let numbers = std::mem::take(&mut self.numbers).into_iter();
        self.numbers = numbers.map(|name| renames.get(&name).cloned().unwrap_or(name)).collect();
        let keys = std::iter::once(&mut self.key).chain(&mut self.indexes);
        let names = keys.flat_map(|key| key.partition_key.iter_mut().chain(&mut key.sort_key));
        let attributes = self.entities.iter_mut().flat_map(Entity::attributes_mut);
        for name in names.chain(attributes.map(|own| &mut own.name)) {
            if let Some(new) = renames.get(name) {
                name.clone_from(new);
            }
        }
    }

    /// Returns which entities read these keys, apart from the entity that has them now.
    pub(super) fn readers_of(&self, keys: &[&[Attribute]], now: Option<&Entity>) -> Readers<'_> {
        let is_other = |entity: &Entity| now.is_none_or(|now| now.name != entity.name);
        let reads_all = |entity: &&Entity| {
            is_other(entity) && keys.iter().all(|key| entity.shared_keys(key).all)
        };
        let reads_some = |entity: &Entity| keys.iter().any(|key| entity.shared_keys(key).any);
        match self.entities.iter().find(reads_all) {
            Some(entity) => Readers::One(&entity.name),
            None if self.entities.iter().any(reads_some) => Readers::Others,
            None => Readers::Nobody,
        }
    }
}

/// Compares the keys of the table and its indexes, and the type attribute.
fn compare_keys(old: &Schema, new: &Schema, changes: &mut Vec<SchemaChange>) {
    for key in old.keys() {
        match new.key_of(key.index()) {
            Some(now) => compare_key((old, key), (new, now), changes),
            None => {
                // A local index remains as long as the table does.
                let effect = if key.is_local() { Effect::Nothing } else { Effect::Delete };
                let meaning = (effect, Deploy::ReadersFirst, section::INDEX_REMOVED);
                changes.push(of_index(key, Difference::Gone, meaning));
            }
        }
    }
    for key in new.keys().filter(|key| old.key_of(key.index()).is_none()) {
        let meaning = (Effect::Create, Deploy::AfterBackfill, section::INDEX_ADDED);
        changes.push(of_index(key, Difference::New, meaning));
    }
    compare_type_attributes(old, new, changes);
    if old.ttl != new.ttl {
        changes.push(expiring(old.ttl.as_deref(), new.ttl.as_deref()));
    }
}

/// Returns the change for a new, a removed or another time to live attribute.
fn expiring(old: Option<&str>, new: Option<&str>) -> SchemaChange {
    let subject = "the time to live";
    let fact = Difference::changed(shown(old), shown(new));
    match new {
        Some(name) => {
            let meaning = (Effect::Expire, Deploy::Breaking, section::TTL);
            SchemaChange::new(subject, fact, meaning).of_attribute(name)
        }
        None => {
            let meaning = (Effect::Nothing, Deploy::AnyOrder, section::TTL);
            SchemaChange::new(subject, fact, meaning)
                .note("it stays on until `UpdateTimeToLive` turns it off")
        }
    }
}

/// Returns the name of an attribute, if there is one.
fn shown(attribute: Option<&str>) -> String {
    attribute.map_or_else(|| "none".into(), |name| format!("`{name}`"))
}

/// Creates a change of an index. A change of a local index needs another table, unless nothing happens.
fn of_index(key: &TableKey, fact: Difference, meaning: Meaning) -> SchemaChange {
    let name = key.index().unwrap_or_default();
    let change = match meaning {
        (Effect::Create | Effect::Recreate, ..) if key.is_local() => {
            let meaning = (Effect::MoveTable, Deploy::Breaking, section::TABLE);
            SchemaChange::new(format!("local index `{name}`"), fact, meaning)
        }
        _ => SchemaChange::new(format!("index `{name}`"), fact, meaning),
    };
    change.of_index(key.index())
}

/// Compares the keys of the table, or of an index that both versions have.
fn compare_key(
    (old, key): (&Schema, &TableKey),
    (new, now): (&Schema, &TableKey),
    changes: &mut Vec<SchemaChange>,
) {
    let shape = |table: &Schema, key: &TableKey| {
        (key.kind, key.partition_key.clone(), key.sort_key.clone(), table.types(key))
    };
    // If a global index becomes a local one or the reverse, it is local in one version.
    let local = if now.is_local() { now } else { key };
    if shape(old, key) != shape(new, now) {
        changes.push(match (key.kind, now.kind) {
            (Some(kind), Some(kind_now)) => {
                let before = format!("{kind} {}", old.shown(key));
                let fact = Difference::quoted(before, format!("{kind_now} {}", new.shown(now)));
                let meaning = (Effect::Recreate, Deploy::Breaking, section::INDEX_PATTERN);
                let change = of_index(local, fact, meaning);
                if local.is_local() { change } else { change.note(BESIDE) }
            }
            _ => SchemaChange::new(
                "the key of the table",
                Difference::quoted(old.shown(key), new.shown(now)),
                (Effect::MoveTable, Deploy::Breaking, section::TABLE),
            ),
        });
    }
    if key.projection != now.projection {
        let projected = |key: &TableKey| match &key.projection {
            None => "all attributes".into(),
            Some(names) if names.is_empty() => "only the key attributes".into(),
            Some(names) => {
                format!("the key attributes and {}", list(names.iter().map(String::as_str)))
            }
        };
        let (old, new) = (projected(key), projected(now));
        let fact = Difference::Other(format!("projects {new} instead of {old}"));
        let meaning = (Effect::Recreate, Deploy::AfterBackfill, section::INDEX_PATTERN);
        changes.push(of_index(local, fact, meaning));
    }
}

fn compare_type_attributes(old: &Schema, new: &Schema, changes: &mut Vec<SchemaChange>) {
    let (name, fact, effect) = match (&old.type_attribute, &new.type_attribute) {
        (Some(old), Some(new)) if old != new => {
            (old, Difference::Renamed(new.clone()), Effect::UpdateEach)
        }
        (None, Some(new)) => (new, Difference::New, Effect::UpdateEach),
        (Some(old), None) => (old, Difference::Gone, Effect::Nothing),
        _ => return,
    };
    let meaning = (effect, Deploy::AnyOrder, section::TYPES);
    let change = SchemaChange::new(format!("type attribute `{name}`"), fact, meaning);
    changes.push(change.of_attribute(new.type_attribute.as_ref().unwrap_or(name)));
}

/// Compares entities with the same name. If several share a name, they are paired in order.
fn compare_entities(old: &Schema, new: &Schema, changes: &mut Vec<SchemaChange>) {
    let mut added: Vec<_> = new.entities.iter().collect();
    let mut removed = Vec::new();
    let compare = |entity: &Entity, now| {
        Versions { old: entity.clone(), new: now, old_table: old, new_table: new }.compare()
    };
    for entity in &old.entities {
        let Some(at) = added.iter().position(|other| other.name == entity.name) else {
            removed.push(entity);
            continue;
        };
        let now = added.remove(at);
        changes.extend(retyped(entity, now, new));
        changes.extend(versioned(entity, now));
        changes.extend(compare(entity, now));
    }
    for entity in removed {
        // The new entity is the one with the same keys, or else with the same table keys, or else one that reads
        // all of its keys.
        let costs =
            added.iter().map(|now| compare(entity, now).iter().map(SchemaChange::cost).max());
        let costs: Vec<_> = costs.collect();
        let is_cheap =
            |most: Cost| costs.iter().position(|cost| cost.is_none_or(|own| own <= most));
        let reads_all = |now: &&Entity| entity.table_keys().all(|key| now.shared_keys(key).all);
        let at = costs.iter().position(Option::is_none);
        let at = at.or_else(|| is_cheap(Cost::EachItemUpdated));
        let at = at.or_else(|| added.iter().position(reads_all));
        if let Some(at) = at {
            let now = added.remove(at);
            changes.push(retyped(entity, now, new).unwrap_or_else(|| renamed(entity, now)));
            changes.extend(versioned(entity, now));
            changes.extend(compare(entity, now));
        } else {
            let readers = new.readers_of(&entity.table_keys().collect::<Vec<_>>(), None);
            let effect = match readers {
                Readers::One(_) => Effect::UpdateEach,
                Readers::Others | Readers::Nobody => Effect::Unreadable,
            };
            let meaning = (effect, readers.deploy(), section::ENTITY_REMOVED);
            changes.push(readers.note(of_entity(entity, Difference::Gone, meaning)));
        }
    }
    let meaning = (Effect::Nothing, Deploy::ReadersFirst, section::ENTITY_ADDED);
    changes.extend(added.iter().map(|entity| of_entity(entity, Difference::New, meaning)));
}

/// Creates a change of a whole entity.
fn of_entity(entity: &Entity, fact: Difference, meaning: Meaning) -> SchemaChange {
    SchemaChange::new(format!("`{}`", entity.name), fact, meaning).of_entity(&entity.name)
}

fn renamed(old: &Entity, new: &Entity) -> SchemaChange {
    let meaning = (Effect::Nothing, Deploy::AnyOrder, section::TYPES);
    of_entity(old, Difference::Renamed(new.name.clone()), meaning).of_entity(&new.name)
}

/// Compares the version that updates check: another attribute, or a version in only one of the two.
fn versioned(old: &Entity, new: &Entity) -> Option<SchemaChange> {
    if old.version == new.version {
        return None;
    }
    let deploy = if old.version.is_none() { Deploy::ReadersFirst } else { Deploy::Breaking };
    let fact = Difference::changed(shown(old.version.as_deref()), shown(new.version.as_deref()));
    let meaning = (Effect::Nothing, deploy, section::VERSION_OF_ITEMS);
    let change = SchemaChange::new(format!("the version of `{}`", new.name), fact, meaning);
    let note = "while both releases run, neither notices updates by the other";
    Some(change.of_entity(&new.name).note(note))
}

/// Compares the names that the type attribute can have.
fn retyped(old: &Entity, new: &Entity, table: &Schema) -> Option<SchemaChange> {
    let (old_names, new_names) = (old.stored_names(), new.stored_names());
    let name = table.type_attribute.as_ref().filter(|_| old_names != new_names)?;
    let (subject, fact) = if old.name == new.name {
        let shown = |names: &BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(" | ");
        let fact = Difference::quoted(shown(&old_names), shown(&new_names));
        (format!("`{name}` of `{}`", new.name), fact)
    } else {
        (format!("`{}`", old.name), Difference::Renamed(new.name.clone()))
    };
    // An index with the type attribute in its key finds items of only one name.
    let is_key = new.attribute(name).is_some();
    let knows = |own: &Entity, others: &BTreeSet<&str>| {
        let known = own.type_name_was.iter().map(String::as_str).chain(own.stored_names());
        others.is_subset(&known.collect())
    };
    let are_known = knows(old, &new_names) && knows(new, &old_names);
    let effect = match old_names.difference(&new_names).count() {
        0 => Effect::Nothing,
        lost if lost < old_names.len() => Effect::UpdateSome,
        _ => Effect::UpdateEach,
    };
    let deploy = if is_key || !are_known { Deploy::Breaking } else { Deploy::AnyOrder };
    let change = SchemaChange::new(subject, fact, (effect, deploy, section::TYPES));
    let change = change.of_entity(&new.name).of_attribute(name);
    let note = "a release updates only items whose type name it has, also in `type_name_was`";
    Some(if are_known { change } else { change.note(note) })
}
