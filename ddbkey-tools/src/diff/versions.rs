//! The comparison of an entity with what it was: first its fields, then each key attribute by its place, its former
//! keys and its indexes.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::change::{self, ChangeLine, SchemaChange};
use super::keys::{reads, renames};
use super::snapshot::{PrintedAttribute, PrintedEntity, PrintedKey, PrintedPiece, Snapshot};
use super::texts::PrintedTexts;
use super::{Cost, Deploy};
use crate::pattern::Segment;
use crate::table::TableKey;

/// An entity that is in both schemas.
pub(super) struct Versions<'s> {
    pub(super) old: PrintedEntity,
    pub(super) new: &'s PrintedEntity,
    pub(super) old_table: &'s Snapshot,
    pub(super) new_table: &'s Snapshot,
}

impl Versions<'_> {
    pub(super) fn compare(&mut self) -> Vec<SchemaChange> {
        let mut changes = Vec::new();
        self.rename_fields(&mut changes);
        self.compare_options(&mut changes);
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
        for index in &mut self.old.indexes {
            let renamed =
                index.optional.iter().map(|name| renames.get(name).unwrap_or(name).clone());
            index.optional = renamed.collect();
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
        if !own.has_texts_of(old, PrintedTexts::are_like) {
            let change = self.other_key(old, own);
            changes.extend(change.iter().flat_map(|change| self.compare_reused(own, change)));
            changes.extend(change);
            return;
        }
        let pairs = || old.pieces.iter().zip(&own.pieces);
        let is_wider =
            |(old, own): (&PrintedPiece, &PrintedPiece)| !own.texts.are_within(&old.texts);
        // Where an index has texts of both kinds, neither version finds all that the other writes.
        let has_both = pairs().any(is_wider);
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
                let line = if self.is_primary(own) || !self.is_readable(own, old, piece) {
                    change::NO_LONGER_READ
                } else {
                    change::NO_LONGER_WRITTEN
                };
                let deploy = if has_both { Deploy::Breaking } else { line.deploy };
                changes.push(self.change(&ChangeLine { deploy, ..line }, &details));
            }
        }
    }

    /// Whether the table has an attribute as a key, rather than indexes alone.
    fn is_primary(&self, attribute: &PrintedAttribute) -> bool {
        self.new.key.iter().chain(&self.old.key).any(|own| own.name == attribute.name)
    }

    /// Whether items are still read of which a part of an index has a text that it can no longer have.
    fn is_readable(
        &self,
        own: &PrintedAttribute,
        old: &PrintedPiece,
        piece: &PrintedPiece,
    ) -> bool {
        let name = piece.field.as_deref().unwrap_or_default();
        let schema = self.new.schema.and_then(|schema| schema.attribute(&own.name));
        let mut segments = schema.iter().flat_map(|schema| schema.pattern().segments);
        let aliases = segments.find_map(|segment| match segment {
            Segment::Value(value) if value.field == name => Some(value.shape.aliases),
            _ => None,
        });
        name.ends_with("()") || old.texts.are_readable_as(&piece.texts, aliases.unwrap_or_default())
    }

    /// The indexes that have a changed attribute of the table as their own, which the line for that does not tell.
    fn compare_reused(&self, own: &PrintedAttribute, change: &SchemaChange) -> Vec<SchemaChange> {
        let has_it =
            |index: &&PrintedKey| index.attributes.iter().any(|other| other.name == own.name);
        let is_told = change.deploy() == Deploy::Breaking;
        let indexes = self.new.indexes.iter().filter(has_it).filter(|_| !is_told);
        let line = ChangeLine { cost: change.cost(), ..change::INDEX_KEY_REUSED };
        let changes = indexes
            .map(|index| self.change(&line, &[("index", &*index.name), ("attribute", &*own.name)]));
        changes.collect()
    }

    /// Fields that were optional and are no longer. What a method of another type returns is in no item.
    fn compare_options(&self, changes: &mut Vec<SchemaChange>) {
        let optional = |entity: &PrintedEntity| -> BTreeSet<String> {
            entity.indexes.iter().flat_map(|index| index.optional.clone()).collect()
        };
        let (fields, now) = (self.new.fields(), optional(self.new));
        for field in optional(&self.old).difference(&now).filter(|name| !name.ends_with("()")) {
            if fields.contains(&**field) {
                changes.push(self.change(&change::FIELD_REQUIRED, &[("field", field)]));
            }
        }
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
        let (cost, items) = if own.has_texts_of(old, PrintedTexts::differ_by_shards) {
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
        let is_same_key = reads(&self.new.key, &self.old.key);
        let fields = |key: &[PrintedAttribute]| -> BTreeSet<String> {
            let fields = key.iter().flat_map(PrintedAttribute::fields);
            fields.filter(|name| !name.ends_with("()")).map(String::from).collect()
        };
        let own = fields(&self.new.key);
        for former in &self.new.former {
            let is_old = |old: &PrintedKey| reads(&former.attributes, &old.attributes);
            let was_there = is_same_key && self.old.former.iter().any(is_old);
            let lost = fields(&former.attributes);
            let lost = list(lost.difference(&own).map(String::as_str));
            if !lost.is_empty() && !was_there {
                let details = [("fields", &*lost), ("former", &*former.name)];
                changes.push(self.change(&change::FORMER_FIELDS, &details));
            }
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
        self.compare_shared(changes);
        for index in &self.new.indexes {
            let own: Vec<_> =
                index.attributes.iter().filter(|own| self.is_new_in(index, own)).collect();
            let names = |is_field: bool| {
                let own = own.iter().filter(|own| self.is_stored_field(own) == is_field);
                list(own.map(|own| own.name.as_str()))
            };
            let (fields, missing) = (names(true), names(false));
            let line = match self.old.index(&index.name) {
                Some(old) if own.is_empty() => {
                    changes.extend(self.compare_presence(old, index));
                    continue;
                }
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

    /// Which items are in an index, where a part of it became an `Option` or is no longer one.
    fn compare_presence(&self, old: &PrintedKey, index: &PrintedKey) -> Vec<SchemaChange> {
        let is_known = !old.is_sparse || !old.optional.is_empty();
        let fields = || old.attributes.iter().flat_map(PrintedAttribute::fields);
        let is_method = |name: &str| name.ends_with("()");
        let mut lines = Vec::new();
        if is_known && !index.optional.is_subset(&old.optional) || !old.is_sparse && index.is_sparse
        {
            lines.push(change::INDEX_SPARSE);
        }
        if old.optional.difference(&index.optional).any(|name| is_method(name)) {
            lines.push(change::INDEX_WHOLE);
        }
        // It may have been a field.
        if !is_known && !index.is_sparse {
            let deploy =
                if fields().all(is_method) { Deploy::AfterBackfill } else { Deploy::Breaking };
            lines.push(ChangeLine { deploy, ..change::INDEX_WHOLE });
        }
        lines.iter().map(|line| self.change(line, &[("index", &*index.name)])).collect()
    }

    /// Indexes that are in both versions, and share an attribute with one in which the entity is in one of them.
    fn compare_shared(&self, changes: &mut Vec<SchemaChange>) {
        let names = |attributes: &[PrintedAttribute]| -> BTreeSet<String> {
            attributes.iter().map(|own| own.name.clone()).collect()
        };
        let gone = self.old.indexes.iter().filter(|index| self.new.index(&index.name).is_none());
        let added = self.new.indexes.iter().filter(|index| self.old.index(&index.name).is_none());
        let key = names(&self.new.key);
        for other in gone.chain(added) {
            let stay = self.new.indexes.iter().filter(|own| self.old.index(&own.name).is_some());
            for index in stay {
                // No version removes what is a field.
                let is_field = |name: &str| {
                    let schema = self.new.schema.and_then(|schema| schema.attribute(name));
                    schema.is_some_and(|schema| schema.is_field())
                };
                let shared = &names(&index.attributes) & &names(&other.attributes);
                let shared = shared.difference(&key).map(String::as_str);
                let shared = list(shared.filter(|name| !is_field(name)));
                if !shared.is_empty() {
                    let details = [
                        ("index", &*index.name),
                        ("other", &*other.name),
                        ("attributes", &*shared),
                    ];
                    changes.push(self.change(&change::INDEX_SHARED, &details));
                }
            }
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
