//! The comparison: first the table and its indexes, then each entity by its name, then each attribute by
//! its place.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::change::{OldKeys, OtherTexts, SchemaChange};
use super::placed::Placed;
use super::snapshot::{Attribute, Entity, EntityIndex, Index, Key, Segment, Snapshot};
use super::{Cost, Deploy};
use crate::layout::IndexKind;

/// Old names and new ones.
type Names<'s> = BTreeMap<&'s str, &'s str>;

pub(super) fn tables(old: &Snapshot, new: &Snapshot) -> Vec<SchemaChange> {
    let mut changes = Vec::new();
    if old.table != new.table {
        changes.push(SchemaChange::table_renamed(&old.table, &new.table));
    }
    let renamed = renamed_attributes(old, new);
    compare_shapes(old, new, &renamed, &mut changes);
    compare_entities(old, new, &renamed, &mut changes);
    changes
}

impl Key {
    fn attributes(&self) -> impl Iterator<Item = &(String, bool)> {
        self.pk.iter().chain(&self.sk)
    }

    /// Whether both have as many attributes of each kind and type.
    fn has_shape_of(&self, other: &Self) -> bool {
        let types = |attributes: &[(String, bool)]| {
            attributes.iter().map(|(_, is_number)| *is_number).collect::<Vec<_>>()
        };
        types(&self.pk) == types(&other.pk) && types(&self.sk) == types(&other.sk)
    }

    /// The same key after attributes were renamed.
    fn renamed(&self, names: &Names<'_>) -> Self {
        let all = |attributes: &[(String, bool)]| {
            let one = |(name, is_number): &(String, bool)| (rename(name, names), *is_number);
            attributes.iter().map(one).collect()
        };
        Self { pk: all(&self.pk), sk: all(&self.sk) }
    }

    /// `tournament, region / round (N)`
    fn printed(&self) -> String {
        let list = |attributes: &[(String, bool)]| {
            let typed = attributes.iter().map(|(name, is_number)| {
                if *is_number { format!("{name} (N)") } else { name.clone() }
            });
            typed.collect::<Vec<_>>().join(", ")
        };
        if self.sk.is_empty() {
            return list(&self.pk);
        }
        format!("{} / {}", list(&self.pk), list(&self.sk))
    }
}

fn rename(name: &str, names: &Names<'_>) -> String {
    names.get(name).copied().unwrap_or(name).to_string()
}

/// Attributes that have another name at the same place of a key. A name that is on both sides was not
/// renamed but moved.
fn renamed_attributes<'s>(old: &'s Snapshot, new: &'s Snapshot) -> Names<'s> {
    let all = |table: &'s Snapshot| -> BTreeSet<&'s str> {
        let keys = table.indexes.iter().map(|index| &index.key).chain([&table.key]);
        keys.flat_map(Key::attributes).map(|(name, _)| name.as_str()).collect()
    };
    let mut pairs = Vec::new();
    let mut collect = |old: &'s Key, new: &'s Key| {
        if old.has_shape_of(new) {
            let names = old.attributes().zip(new.attributes());
            pairs.extend(names.map(|((old, _), (new, _))| (old.as_str(), new.as_str())));
        }
    };
    collect(&old.key, &new.key);
    for index in &old.indexes {
        if let Some(other) = new.indexes.iter().find(|other| other.name == index.name) {
            collect(&index.key, &other.key);
        }
    }
    renames(&pairs, &all(old), &all(new))
}

/// The pairs of names that are a renaming: one to one, and neither name is on the other side.
fn renames<'s>(
    pairs: &[(&'s str, &'s str)],
    all_old: &BTreeSet<&str>,
    all_new: &BTreeSet<&str>,
) -> Names<'s> {
    let is_renaming = |(old, new): &(&str, &str)| {
        let is_consistent = pairs.iter().all(|(other, renamed)| (other == old) == (renamed == new));
        old != new && is_consistent && !all_new.contains(old) && !all_old.contains(new)
    };
    pairs.iter().copied().filter(is_renaming).collect()
}

/// The key of the table, the indexes and the type attribute.
fn compare_shapes(
    old: &Snapshot,
    new: &Snapshot,
    renamed: &Names<'_>,
    changes: &mut Vec<SchemaChange>,
) {
    let mut told = BTreeSet::new();
    let mut tell = |index: Option<&str>, key: &Key, changes: &mut Vec<SchemaChange>| {
        for (name, _) in key.attributes() {
            if let Some(new) = renamed.get(name.as_str()).filter(|_| told.insert(name.clone())) {
                changes.push(SchemaChange::attribute_renamed(index, name, new));
            }
        }
    };
    tell(None, &old.key, changes);
    if old.key.renamed(renamed) != new.key {
        changes.push(SchemaChange::table_key(&old.key.printed(), &new.key.printed()));
    }
    for index in &old.indexes {
        match new.indexes.iter().find(|other| other.name == index.name) {
            Some(other) => {
                tell(Some(&index.name), &index.key, changes);
                compare_indexes(index, other, renamed, changes);
            }
            None => changes.push(SchemaChange::index_removed(&index.name)),
        }
    }
    for index in &new.indexes {
        if old.indexes.iter().all(|other| other.name != index.name) {
            let is_local = index.kind == IndexKind::Lsi;
            changes.push(SchemaChange::index_added(&index.name, is_local));
        }
    }
    if old.type_attribute != new.type_attribute {
        let (old, new) = (old.type_attribute.as_deref(), new.type_attribute.as_deref());
        changes.push(SchemaChange::type_attribute(old, new));
    }
}

fn compare_indexes(old: &Index, new: &Index, renamed: &Names<'_>, changes: &mut Vec<SchemaChange>) {
    if old.kind != new.kind || old.key.renamed(renamed) != new.key {
        let is_local = [old.kind, new.kind].contains(&IndexKind::Lsi);
        let (old, printed) = (printed_index(old), printed_index(new));
        changes.push(SchemaChange::index_changed(&new.name, &old, &printed, is_local));
    }
    if old.projects_keys != new.projects_keys {
        changes.push(SchemaChange::projection_changed(&new.name, new.projects_keys));
    }
}

fn printed_index(index: &Index) -> String {
    let kind = match index.kind {
        IndexKind::Gsi => "gsi",
        IndexKind::Lsi => "lsi",
    };
    format!("{kind} {}", index.key.printed())
}

/// Entities with the same name belong together; several with one name are paired in order.
fn compare_entities(
    old: &Snapshot,
    new: &Snapshot,
    renamed: &Names<'_>,
    changes: &mut Vec<SchemaChange>,
) {
    let mut added: Vec<_> = new.entities.iter().collect();
    let mut removed = Vec::new();
    for entity in &old.entities {
        match added.iter().position(|other| other.name == entity.name) {
            Some(at) => {
                let other = added.remove(at);
                if let Some(attribute) = retyped(entity, other, new) {
                    let is_in_index = other.has(attribute);
                    changes.push(SchemaChange::type_name(
                        &other.name,
                        &other.type_name,
                        attribute,
                        is_in_index,
                    ));
                }
                changes.extend(compare_entity(entity, other, new, renamed));
            }
            None => removed.push(entity),
        }
    }
    for entity in removed {
        let Some(at) = successor(entity, &added, new, renamed) else {
            changes.push(SchemaChange::entity_removed(&entity.name, new.keys_of(entity, None)));
            continue;
        };
        let other = added.remove(at);
        changes.push(renamed_entity(entity, other, new));
        changes.extend(compare_entity(entity, other, new, renamed));
    }
    changes.extend(added.into_iter().map(|entity| SchemaChange::entity_added(&entity.name)));
}

/// The place of the new entity that is this one under another name: one with the same keys, or else with
/// the same keys of the table, or else one that reads all of its keys.
fn successor(
    old: &Entity,
    added: &[&Entity],
    new: &Snapshot,
    renamed: &Names<'_>,
) -> Option<usize> {
    let compare = |entity: &&Entity| compare_entity(old, entity, new, renamed);
    let costs: Vec<_> =
        added.iter().map(|entity| compare(entity).iter().map(SchemaChange::cost).max()).collect();
    let find = |most| costs.iter().position(|cost| *cost <= most);
    find(None)
        .or_else(|| find(Some(Cost::EachItemUpdated)))
        .or_else(|| added.iter().position(|entity| entity.reads_all(old)))
}

/// The type attribute, where it holds another name now.
fn retyped<'s>(old: &Entity, new: &Entity, table: &'s Snapshot) -> Option<&'s str> {
    table.type_attribute.as_deref().filter(|_| old.type_name != new.type_name)
}

fn renamed_entity(old: &Entity, new: &Entity, table: &Snapshot) -> SchemaChange {
    let attribute = retyped(old, new, table);
    let is_in_index = attribute.is_some_and(|name| new.has(name));
    SchemaChange::entity_renamed(&old.name, &new.name, attribute, is_in_index)
}

impl Snapshot {
    /// Whether an index has this attribute as a key.
    fn has_key(&self, attribute: &str) -> bool {
        let mut attributes = self.indexes.iter().flat_map(|index| index.key.attributes());
        attributes.any(|(name, _)| name == attribute)
    }

    /// Who reads the keys of an old entity, other than the one that it is now.
    fn keys_of(&self, old: &Entity, now: Option<&Entity>) -> OldKeys<'_> {
        let mut others = self.entities.iter();
        let is_other = |entity: &Entity| now.is_none_or(|now| now.name != entity.name);
        match others.find(|entity| is_other(entity) && entity.reads_all(old)) {
            Some(entity) => OldKeys::AreReadBy(&entity.name),
            None if self.entities.iter().any(|entity| entity.may_read(old)) => {
                OldKeys::ReadAsOthers
            }
            None => OldKeys::AreUnknown,
        }
    }
}

impl Entity {
    /// Every key attribute once.
    fn all_attributes(&self) -> Vec<&Attribute> {
        let mut all: Vec<&Attribute> = Vec::new();
        let of_indexes = self.indexes.iter().flat_map(|index| &index.attributes);
        for attribute in self.attributes.iter().chain(of_indexes) {
            if all.iter().all(|other| other.name != attribute.name) {
                all.push(attribute);
            }
        }
        all
    }

    fn fields(&self) -> BTreeSet<&str> {
        let attributes = self.all_attributes().into_iter();
        attributes.flat_map(Attribute::fields).collect()
    }

    /// Whether no other field than this one has the name that it had before, as a field or as an attribute,
    /// as far as the struct is known.
    fn has_lost(&self, old: &str, field: &str) -> bool {
        let Some(schema) = self.schema else { return true };
        let fields = schema.fields();
        let is_free = |(_, other, attribute): (&str, &str, Option<&str>)| {
            other == field || (other != old && attribute != Some(old))
        };
        let is_own = |own: &&Attribute| !own.is_entry || own.fields().any(|own| own == field);
        !fields.are_flattened
            && !fields.are_unknown
            && fields.names().all(is_free)
            && self.all_attributes().iter().filter(|own| own.name == old).all(is_own)
    }

    /// Whether an attribute is a field as well, of which old items have the value.
    fn is_field_of(&self, attribute: &Attribute, old: &Self) -> bool {
        let schema = self.schema.and_then(|schema| schema.attribute(&attribute.name));
        let entry = schema.and_then(|attribute| attribute.pattern().entry());
        let had = old.fields();
        entry.is_some_and(|entry| entry.is_field) && attribute.fields().all(|own| had.contains(own))
    }

    fn has(&self, attribute: &str) -> bool {
        self.all_attributes().iter().any(|own| own.name == attribute)
    }
}

impl Attribute {
    /// The fields of its values, in order; methods with their `()`.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Value(value) => Some(value.field.as_str()),
            Segment::Literal(_) => None,
        })
    }

    /// Whether both have the same literals, and values in the same places.
    pub(super) fn has_places_of(&self, other: &Self) -> bool {
        let mut segments = self.segments.iter().zip(&other.segments);
        self.is_number == other.is_number
            && self.segments.len() == other.segments.len()
            && segments.all(|segments| match segments {
                (Segment::Literal(one), Segment::Literal(other)) => one == other,
                (Segment::Value(_), Segment::Value(_)) => true,
                _ => false,
            })
    }

    /// Whether it holds the name of its entity alone.
    fn is_name_of(&self, entity: &Entity) -> bool {
        matches!(&self.segments[..], [Segment::Literal(text)] if *text == entity.name)
    }
}

/// An entity that is in both.
struct Pair<'s> {
    old: &'s Entity,
    new: &'s Entity,
    new_table: &'s Snapshot,
    /// Attributes that were renamed.
    renamed: &'s Names<'s>,
    /// Fields that were renamed.
    fields: Names<'s>,
}

fn compare_entity(
    old: &Entity,
    new: &Entity,
    new_table: &Snapshot,
    renamed: &Names<'_>,
) -> Vec<SchemaChange> {
    let mut pair = Pair { old, new, new_table, renamed, fields: Names::new() };
    pair.find_renamed_fields();
    let renamed = pair.fields.iter();
    let mut changes: Vec<_> =
        renamed.map(|(old, field)| SchemaChange::field_renamed(&new.name, old, field)).collect();
    for (old, new) in pair.attributes() {
        pair.compare_attribute(old, new, &mut changes);
    }
    // Where an index was added or removed, so was what entities have in it; that is listed for each entity
    // all the same.
    pair.compare_own_indexes(&mut changes);
    changes
}

impl<'s> Pair<'s> {
    /// The attributes that both have.
    fn attributes(&self) -> Vec<(&'s Attribute, &'s Attribute)> {
        let new = self.new.all_attributes();
        let with_new = |old: &'s Attribute| {
            let name = rename(&old.name, self.renamed);
            Some((old, *new.iter().find(|attribute| attribute.name == name)?))
        };
        self.old.all_attributes().into_iter().filter_map(with_new).collect()
    }

    fn find_renamed_fields(&mut self) {
        let mut pairs = Vec::new();
        for (old, new) in self.attributes() {
            if old.has_places_of(new) {
                pairs.extend(old.fields().zip(new.fields()));
            }
        }
        let names = renames(&pairs, &self.old.fields(), &self.new.fields());
        // What a method of another name computes is not known.
        let is_known = |name: &str| !name.ends_with("()");
        self.fields = names
            .into_iter()
            .filter(|(old, new)| is_known(old) && is_known(new) && self.new.has_lost(old, new))
            .collect();
    }

    fn compare_attribute(&self, old: &Attribute, new: &Attribute, changes: &mut Vec<SchemaChange>) {
        let (old_values, new_values) = (old.values(self.old), new.values(self.new));
        let values = || old_values.iter().zip(&new_values);
        let is_same_place = |(old, new): (&Placed<'_>, &Placed<'_>)| {
            rename(&old.value.field, &self.fields) == new.value.field && old.is_like(new)
        };
        if !old.has_places_of(new) || !values().all(is_same_place) {
            changes.extend(self.other_key(old, new));
            return;
        }
        // Where an index has texts of both kinds, neither version finds all that the other writes.
        let is_breaking =
            self.is_primary(old, new) || values().any(|(old, new)| !new.is_within(old));
        let deploy = if is_breaking { Deploy::Breaking } else { Deploy::AfterBackfill };
        for (old, placed) in values() {
            let (before, after) = (old.printed(), placed.printed());
            let texts = OtherTexts {
                entity: &self.new.name,
                attribute: &new.name,
                field: &placed.value.field,
                old: &before,
                new: &after,
            };
            if !placed.is_within(old) {
                changes.push(SchemaChange::also_read(texts));
            }
            if !old.is_within(placed) {
                changes.push(SchemaChange::no_longer_read(texts, deploy));
            }
        }
    }

    /// Whether the table has it as a key, rather than indexes alone.
    fn is_primary(&self, old: &Attribute, new: &Attribute) -> bool {
        self.new.attributes.iter().any(|own| own.name == new.name)
            || self.old.attributes.iter().any(|own| own.name == old.name)
    }

    fn other_key(&self, old: &Attribute, new: &Attribute) -> Option<SchemaChange> {
        let (entity, name) = (&self.new.name, &new.name);
        if self.is_primary(old, new) {
            let keys = self.new_table.keys_of(self.old, Some(self.new));
            return Some(SchemaChange::key_changed(entity, name, &old.printed, &new.printed, keys));
        }
        // The line for the renamed entity says it.
        let is_type = self.new_table.type_attribute.as_ref() == Some(name);
        if is_type && old.is_name_of(self.old) && new.is_name_of(self.new) {
            return None;
        }
        Some(SchemaChange::index_key_changed(entity, name, &old.printed, &new.printed))
    }

    fn compare_own_indexes(&self, changes: &mut Vec<SchemaChange>) {
        let find = |indexes: &'s [EntityIndex], name: &str| {
            indexes.iter().find(|index| index.name == name)
        };
        for index in &self.old.indexes {
            let attributes = index.attributes.iter().map(|own| &own.name);
            // An attribute that is no key of an index has no effect in stored items.
            let is_gone = |name: &&String| {
                let now = rename(name, self.renamed);
                !self.new.has(&now) && self.new_table.has_key(&now)
            };
            let gone: Vec<_> = attributes.filter(is_gone).cloned().collect();
            if find(&self.new.indexes, &index.name).is_none() || !gone.is_empty() {
                changes.push(SchemaChange::index_left(&self.new.name, &index.name, &gone));
            }
        }
        let old_attributes: Vec<_> = self.old.all_attributes();
        let had =
            |name: &str| old_attributes.iter().any(|own| rename(&own.name, self.renamed) == name);
        for index in &self.new.indexes {
            let added: Vec<_> = index.attributes.iter().filter(|own| !had(&own.name)).collect();
            let names = |is_field: bool| -> Vec<String> {
                let own =
                    added.iter().filter(|own| self.new.is_field_of(own, self.old) == is_field);
                own.map(|own| own.name.clone()).collect()
            };
            let (entity, name) = (&self.new.name, &index.name);
            match find(&self.old.indexes, name) {
                Some(old) if added.is_empty() => {
                    if old.is_sparse != index.is_sparse {
                        changes.push(SchemaChange::sparse_changed(entity, name, index.is_sparse));
                    }
                }
                _ => {
                    let (missing, fields) = (names(false), names(true));
                    changes.push(SchemaChange::index_entered(entity, name, &missing, &fields));
                }
            }
        }
    }
}
