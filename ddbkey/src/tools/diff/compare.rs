//! The comparison: first the table and its indexes, then each entity by its name, then each attribute by
//! its place.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::SchemaChange;
use super::placed::Placed;
use super::snapshot::{Attribute, Entity, EntityIndex, Index, Key, Segment, Snapshot};
use crate::layout::IndexKind;

/// Old names and new ones.
type Names<'s> = BTreeMap<&'s str, &'s str>;

pub(super) fn tables(old: &Snapshot, new: &Snapshot) -> Vec<SchemaChange> {
    let mut changes = Vec::new();
    if old.table != new.table {
        changes.push(SchemaChange::TableRenamed { old: old.table.clone(), new: new.table.clone() });
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
                changes.push(SchemaChange::AttributeRenamed {
                    index: index.map(Into::into),
                    old: name.clone(),
                    new: (*new).to_string(),
                });
            }
        }
    };
    tell(None, &old.key, changes);
    if old.key.renamed(renamed) != new.key {
        let (old, new) = (old.key.printed(), new.key.printed());
        changes.push(SchemaChange::TableKey { old, new });
    }
    for index in &old.indexes {
        match new.indexes.iter().find(|other| other.name == index.name) {
            Some(other) => {
                tell(Some(&index.name), &index.key, changes);
                compare_indexes(index, other, renamed, changes);
            }
            None => changes.push(SchemaChange::IndexRemoved { index: index.name.clone() }),
        }
    }
    for index in &new.indexes {
        if old.indexes.iter().all(|other| other.name != index.name) {
            let is_local = index.kind == IndexKind::Lsi;
            changes.push(SchemaChange::IndexAdded { index: index.name.clone(), is_local });
        }
    }
    if old.type_attribute != new.type_attribute {
        let (old, new) = (old.type_attribute.clone(), new.type_attribute.clone());
        changes.push(SchemaChange::TypeAttribute { old, new });
    }
}

fn compare_indexes(old: &Index, new: &Index, renamed: &Names<'_>, changes: &mut Vec<SchemaChange>) {
    let index = || new.name.clone();
    if old.kind != new.kind || old.key.renamed(renamed) != new.key {
        changes.push(SchemaChange::IndexChanged {
            index: index(),
            old: printed_index(old),
            new: printed_index(new),
            is_local: [old.kind, new.kind].contains(&IndexKind::Lsi),
        });
    }
    if old.projects_keys != new.projects_keys {
        let projects_keys = new.projects_keys;
        changes.push(SchemaChange::ProjectionChanged { index: index(), projects_keys });
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
            Some(at) => compare_entity(entity, added.remove(at), new, renamed, changes),
            None => removed.push(entity),
        }
    }
    for entity in removed {
        let has_the_same_keys = |other: &&Entity| {
            let mut changes = Vec::new();
            compare_entity(entity, other, new, renamed, &mut changes);
            changes.is_empty()
        };
        let name = entity.name.clone();
        changes.push(match added.iter().position(has_the_same_keys) {
            Some(at) => SchemaChange::EntityRenamed {
                old: name,
                new: added.remove(at).name.clone(),
                type_attribute: new.type_attribute.clone(),
            },
            None => SchemaChange::EntityRemoved { entity: name },
        });
    }
    let added = added.into_iter().map(|entity| entity.name.clone());
    changes.extend(added.map(|entity| SchemaChange::EntityAdded { entity }));
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
        attributes.flat_map(|attribute| fields(&attribute.segments)).collect()
    }

    fn has(&self, attribute: &str) -> bool {
        self.all_attributes().iter().any(|own| own.name == attribute)
    }
}

fn fields(segments: &[Segment]) -> impl Iterator<Item = &str> {
    segments.iter().filter_map(|segment| match segment {
        Segment::Value(value) => Some(value.field.as_str()),
        Segment::Literal(_) => None,
    })
}

/// An entity that is in both.
struct Pair<'s> {
    old: &'s Entity,
    new: &'s Entity,
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
    changes: &mut Vec<SchemaChange>,
) {
    let mut pair = Pair { old, new, renamed, fields: Names::new() };
    pair.find_renamed_fields();
    for (old, new) in &pair.fields {
        changes.push(SchemaChange::FieldRenamed {
            entity: pair.new.name.clone(),
            old: (*old).to_string(),
            new: (*new).to_string(),
        });
    }
    for (old, new) in pair.attributes() {
        pair.compare_attribute(old, new, changes);
    }
    // Where an index was added or removed, so was what entities have in it; that is listed for each entity
    // all the same.
    pair.compare_own_indexes(new_table, changes);
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
            if have_same_places(old, new) {
                pairs.extend(fields(&old.segments).zip(fields(&new.segments)));
            }
        }
        self.fields = renames(&pairs, &self.old.fields(), &self.new.fields());
    }

    fn compare_attribute(&self, old: &Attribute, new: &Attribute, changes: &mut Vec<SchemaChange>) {
        let (old_values, new_values) = (old.values(self.old), new.values(self.new));
        let values = || old_values.iter().zip(&new_values);
        let is_same_place = |(old, new): (&Placed<'_>, &Placed<'_>)| {
            rename(&old.value.field, &self.fields) == new.value.field && old.is_like(new)
        };
        if !have_same_places(old, new) || !values().all(is_same_place) {
            let is_primary = self.new.attributes.iter().any(|own| own.name == new.name);
            let was_primary = self.old.attributes.iter().any(|own| own.name == old.name);
            changes.push(SchemaChange::KeyChanged {
                entity: self.new.name.clone(),
                attribute: new.name.clone(),
                is_primary: is_primary || was_primary,
                old: old.printed.clone(),
                new: new.printed.clone(),
            });
            return;
        }
        for (old, placed) in values() {
            let (entity, attribute) = (self.new.name.clone(), new.name.clone());
            let field = placed.value.field.clone();
            let (before, after) = (old.printed(), placed.printed());
            if !placed.is_within(old) {
                changes.push(SchemaChange::AlsoRead {
                    entity: entity.clone(),
                    attribute: attribute.clone(),
                    field: field.clone(),
                    old: before.clone(),
                    new: after.clone(),
                });
            }
            if !old.is_within(placed) {
                changes.push(SchemaChange::NoLongerRead {
                    entity,
                    attribute,
                    field,
                    old: before,
                    new: after,
                });
            }
        }
    }

    fn compare_own_indexes(&self, new_table: &Snapshot, changes: &mut Vec<SchemaChange>) {
        let find = |indexes: &'s [EntityIndex], name: &str| {
            indexes.iter().find(|index| index.name == name)
        };
        for index in &self.old.indexes {
            let attributes = index.attributes.iter().map(|own| &own.name);
            let is_gone = |name: &&String| !self.new.has(&rename(name, self.renamed));
            let gone: Vec<_> = attributes.filter(is_gone).cloned().collect();
            let is_left = find(&self.new.indexes, &index.name).is_none();
            // Without the index, its attributes in stored items have no effect.
            let is_there = new_table.indexes.iter().any(|other| other.name == index.name);
            if is_left || !gone.is_empty() {
                let attributes = if is_there { gone } else { Vec::new() };
                changes.push(SchemaChange::IndexLeft {
                    entity: self.new.name.clone(),
                    index: index.name.clone(),
                    attributes,
                });
            }
        }
        let old_attributes: Vec<_> = self.old.all_attributes();
        let had =
            |name: &str| old_attributes.iter().any(|own| rename(&own.name, self.renamed) == name);
        for index in &self.new.indexes {
            let attributes = index.attributes.iter().map(|own| &own.name);
            let attributes: Vec<_> = attributes.filter(|own| !had(own)).cloned().collect();
            let (entity, name) = (self.new.name.clone(), index.name.clone());
            match find(&self.old.indexes, &index.name) {
                None => {
                    changes.push(SchemaChange::IndexEntered { entity, index: name, attributes });
                }
                Some(_) if !attributes.is_empty() => {
                    changes.push(SchemaChange::IndexEntered { entity, index: name, attributes });
                }
                Some(old) if old.is_sparse != index.is_sparse => {
                    let is_sparse = index.is_sparse;
                    changes.push(SchemaChange::SparseChanged { entity, index: name, is_sparse });
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether both have the same literals, and values in the same places.
fn have_same_places(old: &Attribute, new: &Attribute) -> bool {
    let mut segments = old.segments.iter().zip(&new.segments);
    old.is_number == new.is_number
        && old.segments.len() == new.segments.len()
        && segments.all(|segments| match segments {
            (Segment::Literal(old), Segment::Literal(new)) => old == new,
            (Segment::Value(_), Segment::Value(_)) => true,
            _ => false,
        })
}
