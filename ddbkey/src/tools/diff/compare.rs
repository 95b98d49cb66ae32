//! The comparison: first the table and its indexes, then each entity by its name, then each attribute by its
//! place. What was renamed is called by its new name from then on.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::change::{self, ChangeLine, SchemaChange};
use super::keys::renames;
use super::snapshot::{PrintedAttribute, PrintedEntity, Snapshot};
use super::versions::Versions;
use super::{Cost, Deploy};
use crate::layout::{IndexKind, Projection};
use crate::table::TableKey;

pub(super) fn tables(mut old: Snapshot, new: &Snapshot) -> Vec<SchemaChange> {
    let mut changes = Vec::new();
    if old.table != new.table {
        changes.push(change::TABLE_RENAMED.with(&[("old", &old.table), ("new", &new.table)]));
    }
    old.rename_attributes(new, &mut changes);
    compare_keys(&old, new, &mut changes);
    compare_entities(&old, new, &mut changes);
    changes
}

impl Snapshot {
    /// The keys of an index, or of the table.
    pub(super) fn key(&self, index: Option<&str>) -> Option<&TableKey<String>> {
        self.keys.iter().find(|key| key.index.as_deref() == index)
    }

    fn attribute_names(&self) -> BTreeSet<&str> {
        self.keys.iter().flat_map(TableKey::names).collect()
    }

    fn rename_attributes(&mut self, new: &Self, changes: &mut Vec<SchemaChange>) {
        let pairs = self.keys.iter().filter_map(|key| {
            let now = new.key(key.index.as_deref()).filter(|now| now.has_shape_of(key))?;
            Some(key.names().zip(now.names()))
        });
        let pairs: Vec<_> = pairs.flatten().collect();
        let renames = renames(&pairs, &self.attribute_names(), &new.attribute_names());
        for (old, new) in &renames {
            let index = self.keys.iter().find(|key| key.names().any(|name| name == old));
            let index = index.and_then(|key| Some((key, key.index.as_ref()?)));
            changes.push(match index {
                None => change::TABLE_ATTRIBUTE.with(&[("old", old), ("attribute", new)]),
                Some((key, index)) => key
                    .line_of(change::GSI_ATTRIBUTE, change::LSI_ATTRIBUTE)
                    .with(&[("old", old), ("attribute", new), ("index", index)]),
            });
        }
        let keys = self.keys.iter_mut().flat_map(|key| [&mut key.partition_key, &mut key.sort_key]);
        let names = keys.flatten().map(|(name, _)| name);
        let attributes = self.entities.iter_mut().flat_map(PrintedEntity::attributes_mut);
        for name in names.chain(attributes.map(|attribute| &mut attribute.name)) {
            if let Some(new) = renames.get(name) {
                name.clone_from(new);
            }
        }
    }

    /// The line for keys that an entity had, and the other entity that reads all of them: the first if there is
    /// one, the second if some old keys are those of entities with other values, or else the third.
    pub(super) fn readers_of(
        &self,
        keys: &[&[PrintedAttribute]],
        now: Option<&PrintedEntity>,
        [read, misread, unread]: [ChangeLine; 3],
    ) -> (ChangeLine, &str) {
        let is_other = |entity: &PrintedEntity| now.is_none_or(|now| now.name != entity.name);
        let reads_all = |entity: &&PrintedEntity| {
            is_other(entity) && keys.iter().all(|key| entity.shared_keys(key).all)
        };
        let reads_some =
            |entity: &PrintedEntity| keys.iter().any(|key| entity.shared_keys(key).any);
        match self.entities.iter().find(reads_all) {
            Some(entity) => (read, &entity.name),
            None if self.entities.iter().any(reads_some) => (misread, ""),
            None => (unread, ""),
        }
    }
}

/// The keys of the table and its indexes, and the type attribute.
fn compare_keys(old: &Snapshot, new: &Snapshot, changes: &mut Vec<SchemaChange>) {
    for key in &old.keys {
        let index = key.index.as_deref();
        let details = [("index", index.unwrap_or_default())];
        let Some(now) = new.key(index) else {
            let line = key.line_of(change::GSI_REMOVED, change::LSI_REMOVED);
            changes.push(line.with(&details));
            continue;
        };
        if (key.kind, &key.partition_key, &key.sort_key)
            != (now.kind, &now.partition_key, &now.sort_key)
        {
            let is_local = [key.kind, now.kind].contains(&IndexKind::Lsi);
            let line = match index {
                None => change::TABLE_KEY,
                Some(_) if is_local => change::LSI_CHANGED,
                Some(_) => change::GSI_CHANGED,
            };
            let [old, new] = [key, now].map(|key| match index {
                None => format!("{key}"),
                Some(_) => format!("{} {key}", key.kind),
            });
            changes.push(line.with(&[details[0], ("old", &old), ("new", &new)]));
        }
        if key.projection != now.projection {
            let [old, new] = [key.projection, now.projection].map(|projection| match projection {
                Projection::All => "all attributes",
                Projection::Keys => "the key attributes alone",
            });
            let line = key.line_of(change::GSI_PROJECTION, change::LSI_PROJECTION);
            changes.push(line.with(&[details[0], ("old", old), ("new", new)]));
        }
    }
    for key in &new.keys {
        if old.key(key.index.as_deref()).is_none() {
            let line = key.line_of(change::GSI_ADDED, change::LSI_ADDED);
            changes.push(line.with(&[("index", key.index.as_deref().unwrap_or_default())]));
        }
    }
    changes.extend(match (&old.type_attribute, &new.type_attribute) {
        (Some(old), Some(new)) if old != new => {
            Some(change::TYPE_ATTRIBUTE_RENAMED.with(&[("old", old), ("attribute", new)]))
        }
        (None, Some(new)) => Some(change::TYPE_ATTRIBUTE_ADDED.with(&[("attribute", new)])),
        (Some(old), None) => Some(change::TYPE_ATTRIBUTE_REMOVED.with(&[("attribute", old)])),
        _ => None,
    });
}

/// Entities with the same name belong together; several with one name are paired in order.
fn compare_entities(old: &Snapshot, new: &Snapshot, changes: &mut Vec<SchemaChange>) {
    let mut added: Vec<_> = new.entities.iter().collect();
    let mut removed = Vec::new();
    let compare = |entity: &PrintedEntity, now| {
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
        // It is the new one with the same keys, or else with the same keys of the table, or else one that reads
        // all of its keys.
        let costs =
            added.iter().map(|now| compare(entity, now).iter().map(SchemaChange::cost).max());
        let costs: Vec<_> = costs.collect();
        let find = |most| costs.iter().position(|cost| *cost <= most);
        let at = find(None).or_else(|| find(Some(Cost::EachItemUpdated))).or_else(|| {
            added.iter().position(|now| entity.table_keys().all(|key| now.shared_keys(key).all))
        });
        if let Some(at) = at {
            let now = added.remove(at);
            let renamed =
                || change::ENTITY_RENAMED.with(&[("old", &entity.name), ("entity", &now.name)]);
            changes.push(retyped(entity, now, new).unwrap_or_else(renamed));
            changes.extend(versioned(entity, now));
            changes.extend(compare(entity, now));
        } else {
            let lines = [change::ENTITY_READ, change::ENTITY_MISREAD, change::ENTITY_REMOVED];
            let (line, other) =
                new.readers_of(&entity.table_keys().collect::<Vec<_>>(), None, lines);
            changes.push(line.with(&[("entity", &entity.name), ("other", other)]));
        }
    }
    changes
        .extend(added.iter().map(|entity| change::ENTITY_ADDED.with(&[("entity", &entity.name)])));
}

/// The version that updates compare, where it is another attribute, or where only one of the two has one.
fn versioned(old: &PrintedEntity, new: &PrintedEntity) -> Option<SchemaChange> {
    let shown = |entity: &PrintedEntity| -> String {
        match &entity.version {
            Some(attribute) => format!("`{attribute}`"),
            None => "none".into(),
        }
    };
    let of = [("entity", &*new.name), ("old", &shown(old)), ("new", &shown(new))];
    match (&old.version, &new.version) {
        (old, new) if old == new => None,
        (Some(_), Some(_)) => Some(change::VERSION.with(&of)),
        _ => Some(change::VERSION_OR_NONE.with(&of)),
    }
}

/// What the type attribute holds now, where it is another name.
fn retyped(old: &PrintedEntity, new: &PrintedEntity, table: &Snapshot) -> Option<SchemaChange> {
    let name = table.type_attribute.as_ref().filter(|_| old.type_name != new.type_name)?;
    let line = if old.name == new.name { change::TYPE_NAME } else { change::ENTITY_RETYPED };
    // An index that has it as a key finds items of either name alone.
    let deploy = if new.attribute(name).is_some() { Deploy::Breaking } else { line.deploy };
    Some(ChangeLine { deploy, ..line }.with(&[
        ("entity", &new.name),
        ("attribute", name),
        ("old", &old.name),
        ("new", &new.type_name),
    ]))
}
