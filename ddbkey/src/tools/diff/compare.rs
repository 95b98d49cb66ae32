//! The comparison: first the table and its indexes, then each entity by its name, then each attribute by its
//! place. What was renamed is called by its new name from then on.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

use super::change::{self, ChangeLine, SchemaChange};
use super::shared::Shared;
use super::snapshot::{PrintedAttribute, PrintedEntity, PrintedKey, PrintedPiece, Snapshot};
use super::texts::Texts;
use super::{Cost, Deploy};
use crate::entity::EntitySchema;
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

impl TableKey<String> {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.partition_key.iter().chain(&self.sort_key).map(|(name, _)| name.as_str())
    }

    /// Whether both have as many attributes of each kind and type.
    fn has_shape_of(&self, other: &Self) -> bool {
        let types = |attributes: &[(String, _)]| -> Vec<_> {
            attributes.iter().map(|(_, attribute_type)| *attribute_type).collect()
        };
        types(&self.partition_key) == types(&other.partition_key)
            && types(&self.sort_key) == types(&other.sort_key)
    }
}

/// The pairs of names that are a renaming: one to one, and neither name is on the other side. A name that is
/// on both was not renamed but moved.
fn renames(
    pairs: &[(&str, &str)],
    all_old: &BTreeSet<&str>,
    all_new: &BTreeSet<&str>,
) -> BTreeMap<String, String> {
    let is_renaming = |(old, new): &&(&str, &str)| {
        let is_consistent = pairs.iter().all(|(other, renamed)| (other == old) == (renamed == new));
        old != new && is_consistent && !all_new.contains(old) && !all_old.contains(new)
    };
    let renamings = pairs.iter().filter(is_renaming);
    renamings.map(|(old, new)| ((*old).to_string(), (*new).to_string())).collect()
}

impl Snapshot {
    /// The keys of an index, or of the table.
    fn key(&self, index: Option<&str>) -> Option<&TableKey<String>> {
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
            changes.push(match index.and_then(|key| key.index.as_ref()) {
                None => change::TABLE_ATTRIBUTE.with(&[("old", old), ("attribute", new)]),
                Some(index) => change::INDEX_ATTRIBUTE.with(&[
                    ("old", old),
                    ("attribute", new),
                    ("index", index),
                ]),
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
    fn readers_of(
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
            changes.push(change::INDEX_REMOVED.with(&details));
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
            changes.push(change::PROJECTION.with(&[details[0], ("old", old), ("new", new)]));
        }
    }
    for key in &new.keys {
        if old.key(key.index.as_deref()).is_none() {
            let line =
                if key.kind == IndexKind::Lsi { change::LSI_ADDED } else { change::GSI_ADDED };
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

impl PrintedEntity {
    /// The key attributes of the table and of its indexes; one of several is there once for each.
    fn attributes(&self) -> impl Iterator<Item = &PrintedAttribute> {
        self.key.iter().chain(self.indexes.iter().flat_map(|index| &index.attributes))
    }

    /// Those of former keys, too.
    fn attributes_mut(&mut self) -> impl Iterator<Item = &mut PrintedAttribute> {
        let keys = self.former.iter_mut().chain(&mut self.indexes);
        self.key.iter_mut().chain(keys.flat_map(|key| &mut key.attributes))
    }

    /// The key of today, then former ones.
    fn table_keys(&self) -> impl Iterator<Item = &[PrintedAttribute]> {
        iter::once(&self.key[..]).chain(self.former.iter().map(|key| &key.attributes[..]))
    }

    fn attribute(&self, name: &str) -> Option<&PrintedAttribute> {
        self.attributes().find(|own| own.name == name)
    }

    fn index(&self, name: &str) -> Option<&PrintedKey> {
        self.indexes.iter().find(|index| index.name == name)
    }

    fn fields(&self) -> BTreeSet<&str> {
        let attributes = self.attributes().chain(self.table_keys().flatten());
        attributes.flat_map(PrintedAttribute::fields).collect()
    }

    /// Whether no other field than this one has the name that it had before, as a field or as an attribute,
    /// as far as the struct is known.
    fn has_lost(&self, old: &str, field: &str) -> bool {
        let Some(fields) = self.schema.map(EntitySchema::fields) else { return true };
        let is_free = |(_, other, attribute): (&str, &str, Option<&str>)| {
            other == field || (other != old && attribute != Some(old))
        };
        let is_own = |own: &PrintedAttribute| {
            own.name != old || !own.is_entry || own.fields().any(|own| own == field)
        };
        !fields.are_flattened
            && !fields.are_unknown
            && fields.names().all(is_free)
            && self.attributes().all(is_own)
    }

    /// Which of these keys are keys of this entity.
    pub(super) fn shared_keys(&self, old: &[PrintedAttribute]) -> Shared {
        self.table_keys().map(|own| shared_keys(own, old)).fold(Shared::NOTHING, Shared::or)
    }

    /// Whether one of its keys has all of these texts, with the same values.
    fn reads(&self, old: &[PrintedAttribute]) -> bool {
        self.table_keys().any(|own| reads(own, old))
    }
}

/// Which old keys are also new ones, whatever they say.
fn shared_keys(own: &[PrintedAttribute], old: &[PrintedAttribute]) -> Shared {
    let pairs = || old.iter().zip(own);
    if old.len() != own.len() || pairs().any(|(old, own)| old.attribute_type != own.attribute_type)
    {
        return Shared::NOTHING;
    }
    let shared = pairs().map(|(old, own)| Shared::of(&old.texts(), &own.texts()));
    let shared = shared.fold(Shared { all: true, any: true }, Shared::and);
    // A key in which the values of one field differ is not read.
    let (firsts, old_firsts) = (repetitions(own), repetitions(old));
    let has_none = firsts.iter().enumerate().all(|(at, first)| at == *first);
    let has_same = firsts == old_firsts && pairs().all(|(old, own)| own.has_places_of(old));
    Shared { all: shared.all && (has_none || has_same), ..shared }
}

/// Whether old keys are also new ones, and say the same.
fn reads(own: &[PrintedAttribute], old: &[PrintedAttribute]) -> bool {
    let is_read = |old: &Texts, own: &Texts| old.are_like(own) && old.are_within(own);
    let pairs = old.iter().zip(own);
    old.len() == own.len() && pairs.into_iter().all(|(old, own)| own.has_texts_of(old, is_read))
}

/// For each value of a key, the first one of the same field.
fn repetitions(key: &[PrintedAttribute]) -> Vec<usize> {
    let fields: Vec<_> = key.iter().flat_map(PrintedAttribute::fields).collect();
    let first = |field| fields.iter().position(|other| *other == field);
    fields.iter().filter_map(|field| first(*field)).collect()
}

impl PrintedAttribute {
    /// The fields of its values, in order; methods with their `()`.
    fn fields(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| piece.field.as_deref())
    }

    fn texts(&self) -> Vec<&Texts> {
        self.pieces.iter().map(|piece| &piece.texts).collect()
    }

    /// Whether both have pieces of which each is like the other one.
    fn matches(&self, old: &Self, is_like: impl Fn(&PrintedPiece, &PrintedPiece) -> bool) -> bool {
        self.attribute_type == old.attribute_type
            && self.pieces.len() == old.pieces.len()
            && old.pieces.iter().zip(&self.pieces).all(|(old, own)| is_like(old, own))
    }

    /// Whether both have the same literals, and values in the same places.
    fn has_places_of(&self, old: &Self) -> bool {
        self.matches(old, |old, own| match (&old.field, &own.field) {
            (None, None) => old.texts == own.texts,
            (old, own) => old.is_some() && own.is_some(),
        })
    }

    /// Whether both have the same fields, with texts of which this is true.
    fn has_texts_of(&self, old: &Self, are_like: fn(&Texts, &Texts) -> bool) -> bool {
        self.matches(old, |old, own| old.field == own.field && are_like(&old.texts, &own.texts))
    }

    /// Whether it holds the name of its entity alone.
    fn is_name_of(&self, entity: &PrintedEntity) -> bool {
        matches!(&self.pieces[..], [PrintedPiece { field: None, printed, .. }] if *printed == entity.name)
    }
}

/// An entity that is in both schemas.
struct Versions<'s> {
    old: PrintedEntity,
    new: &'s PrintedEntity,
    old_table: &'s Snapshot,
    new_table: &'s Snapshot,
}

impl Versions<'_> {
    fn compare(&mut self) -> Vec<SchemaChange> {
        let mut changes = Vec::new();
        self.rename_fields(&mut changes);
        let mut names = BTreeSet::new();
        for old in self.old.attributes().filter(|old| names.insert(&old.name)) {
            if let Some(own) = self.new.attribute(&old.name) {
                self.compare_attribute(old, own, &mut changes);
            }
        }
        self.compare_former_keys(&mut changes);
        self.compare_indexes(&mut changes);
        changes
    }

    /// A change of the entity.
    fn change(&self, line: &ChangeLine, details: &[(&str, &str)]) -> SchemaChange {
        line.with(&[&[("entity", self.new.name.as_str())], details].concat())
    }

    fn rename_fields(&mut self, changes: &mut Vec<SchemaChange>) {
        let former = self.old.former.iter().filter_map(|old| {
            let own = self.new.former.iter().find(|own| own.name == old.name)?;
            Some(old.attributes.iter().zip(&own.attributes))
        });
        let today = self.old.attributes();
        let today = today.filter_map(|old| Some((old, self.new.attribute(&old.name)?)));
        let pairs = today.chain(former.flatten()).filter(|(old, own)| own.has_places_of(old));
        let pairs: Vec<_> = pairs.flat_map(|(old, own)| old.fields().zip(own.fields())).collect();
        let mut renames = renames(&pairs, &self.old.fields(), &self.new.fields());
        // What a method of another name computes is not known.
        let is_known = |name: &str| !name.ends_with("()");
        renames.retain(|old, new| is_known(old) && is_known(new) && self.new.has_lost(old, new));
        for (old, new) in &renames {
            changes.push(self.change(&change::FIELD_RENAMED, &[("old", old), ("new", new)]));
        }
        for piece in self.old.attributes_mut().flat_map(|attribute| &mut attribute.pieces) {
            if let Some(new) = piece.field.as_ref().and_then(|field| renames.get(field)) {
                piece.field = Some(new.clone());
            }
        }
    }

    fn compare_attribute(
        &self,
        old: &PrintedAttribute,
        own: &PrintedAttribute,
        changes: &mut Vec<SchemaChange>,
    ) {
        if !own.has_texts_of(old, Texts::are_like) {
            changes.extend(self.other_key(old, own));
            return;
        }
        let pairs = || old.pieces.iter().zip(&own.pieces);
        let is_wider =
            |(old, own): (&PrintedPiece, &PrintedPiece)| !own.texts.are_within(&old.texts);
        // Where an index has texts of both kinds, neither version finds all that the other writes.
        let is_breaking = self.is_primary(own) || pairs().any(is_wider);
        let deploy = if is_breaking { Deploy::Breaking } else { Deploy::AfterBackfill };
        for (old, piece) in pairs() {
            let details = [
                ("attribute", own.name.as_str()),
                ("field", piece.field.as_deref().unwrap_or_default()),
                ("old", &old.printed),
                ("new", &piece.printed),
            ];
            if is_wider((old, piece)) {
                changes.push(self.change(&change::ALSO_READ, &details));
            }
            if is_wider((piece, old)) {
                changes
                    .push(self.change(&ChangeLine { deploy, ..change::NO_LONGER_READ }, &details));
            }
        }
    }

    /// Whether the table has an attribute as a key, rather than indexes alone.
    fn is_primary(&self, attribute: &PrintedAttribute) -> bool {
        self.new.key.iter().chain(&self.old.key).any(|own| own.name == attribute.name)
    }

    fn other_key(&self, old: &PrintedAttribute, own: &PrintedAttribute) -> Option<SchemaChange> {
        // The line for the renamed entity says it.
        let is_type = self.new_table.type_attribute.as_ref() == Some(&own.name);
        if is_type && old.is_name_of(&self.old) && own.is_name_of(self.new) {
            return None;
        }
        let former = self.new.former.iter().find(|own| reads(&own.attributes, &self.old.key));
        let ((line, other), each, some) = if self.is_primary(own) {
            let lines = [change::KEY_READ, change::KEY_MISREAD, change::KEY_CHANGED];
            let line = match former {
                Some(_) if self.old.reads(&self.new.key) => {
                    (ChangeLine { deploy: Deploy::AnyOrder, ..change::KEY_FORMER }, "")
                }
                Some(_) => (change::KEY_FORMER, ""),
                None => self.new_table.readers_of(&[&self.old.key], Some(self.new), lines),
            };
            (line, "every item moves", "items of other shards move")
        } else {
            (
                (change::INDEX_KEY_CHANGED, ""),
                "one update per item",
                "one update per item of another shard",
            )
        };
        let (cost, items) = if own.has_texts_of(old, Texts::differ_by_shards) {
            (Cost::SomeItems, some)
        } else {
            (line.cost, each)
        };
        let details = [
            ("attribute", own.name.as_str()),
            ("old", &old.printed),
            ("new", &own.printed),
            ("items", items),
            ("other", other),
            ("former", former.map_or("", |former| &former.name)),
        ];
        Some(self.change(&ChangeLine { cost, ..line }, &details))
    }

    fn compare_former_keys(&self, changes: &mut Vec<SchemaChange>) {
        for former in self.old.former.iter().filter(|former| !self.new.reads(&former.attributes)) {
            let lines = [change::FORMER_READ, change::FORMER_MISREAD, change::FORMER_DROPPED];
            let keys = [&former.attributes[..]];
            let (line, other) = self.new_table.readers_of(&keys, Some(self.new), lines);
            let old = printed(&former.attributes);
            let details = [("old", &*old), ("former", &former.name), ("other", other)];
            changes.push(self.change(&line, &details));
        }
        for former in self.new.former.iter().filter(|former| !self.old.reads(&former.attributes)) {
            let new = printed(&former.attributes);
            let details = [("new", &*new), ("former", &*former.name)];
            changes.push(self.change(&change::FORMER_ADDED, &details));
        }
    }

    /// Where an index was added or removed, so was what entities have in it; that is listed for each entity all
    /// the same.
    fn compare_indexes(&self, changes: &mut Vec<SchemaChange>) {
        let keys: BTreeSet<_> = self.new_table.keys[1..].iter().flat_map(TableKey::names).collect();
        for index in &self.old.indexes {
            // An attribute that is no key of an index has no effect in stored items.
            let names = index.attributes.iter().map(|own| own.name.as_str());
            let is_gone = |name: &&str| self.new.attribute(name).is_none() && keys.contains(name);
            let gone = list(names.filter(is_gone));
            let line = if gone.is_empty() { change::INDEX_LEFT } else { change::INDEX_TO_EMPTY };
            if !gone.is_empty() || self.new.index(&index.name).is_none() {
                let details = [("index", index.name.as_str()), ("attributes", &gone)];
                changes.push(self.change(&line, &details));
            }
        }
        for index in &self.new.indexes {
            let own: Vec<_> =
                index.attributes.iter().filter(|own| self.is_new_in(index, own)).collect();
            let names = |is_field: bool| {
                let own = own.iter().filter(|own| self.is_stored_field(own) == is_field);
                list(own.map(|own| own.name.as_str()))
            };
            let (fields, missing) = (names(true), names(false));
            let line = match self.old.index(&index.name) {
                Some(old) if own.is_empty() => match (old.is_sparse, index.is_sparse) {
                    (false, true) => change::INDEX_SPARSE,
                    (true, false) => change::INDEX_WHOLE,
                    _ => continue,
                },
                _ if !missing.is_empty() => change::INDEX_TO_FILL,
                // DynamoDB fills a new index.
                _ => {
                    let line = if fields.is_empty() {
                        change::INDEX_JOINED
                    } else {
                        change::INDEX_JOINED_BY_FIELDS
                    };
                    match self.old_table.key(Some(&index.name)) {
                        Some(_) => line,
                        None => {
                            ChangeLine { cost: Cost::Index, deploy: Deploy::AfterBackfill, ..line }
                        }
                    }
                }
            };
            let details =
                [("index", index.name.as_str()), ("attributes", &missing), ("fields", &fields)];
            changes.push(self.change(&line, &details));
        }
    }

    /// Whether not every item in an index had an attribute: another index that has it can be sparse.
    fn is_new_in(&self, index: &PrintedKey, attribute: &PrintedAttribute) -> bool {
        let is_full =
            |own: &&PrintedKey| own.name == index.name || index.is_sparse || !own.is_sparse;
        let indexes = self.old.indexes.iter().filter(is_full);
        let mut had = self.old.key.iter().chain(indexes.flat_map(|own| &own.attributes));
        had.all(|own| own.name != attribute.name)
    }

    /// Whether an attribute is a field as well, of which old items have the value.
    fn is_stored_field(&self, attribute: &PrintedAttribute) -> bool {
        let schema = self.new.schema.and_then(|schema| schema.attribute(&attribute.name));
        let had = self.old.fields();
        schema.is_some_and(|schema| schema.is_field())
            && attribute.fields().all(|field| had.contains(field))
    }
}

/// `USER#{user: text} / PROFILE`
fn printed(key: &[PrintedAttribute]) -> String {
    key.iter().map(|own| own.printed.as_str()).collect::<Vec<_>>().join(" / ")
}

/// `` `gsi1pk`, `gsi1sk` ``
fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
