//! The keys of a snapshot's entities: their fields and places, and which old ones are also new ones.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

use super::change::ChangeLine;
use super::shared::Shared;
use super::snapshot::{PrintedAttribute, PrintedEntity, PrintedKey, PrintedPiece};
use super::texts::PrintedTexts;
use crate::entity::Record;
use crate::layout::IndexKind;
use crate::table::TableKey;

impl TableKey<String> {
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.partition_key.iter().chain(&self.sort_key).map(|(name, _)| name.as_str())
    }

    /// The line for a global index, or that for a local one, which only a new table can change.
    pub(super) fn line_of(&self, global: ChangeLine, local: ChangeLine) -> ChangeLine {
        if self.kind == IndexKind::Lsi { local } else { global }
    }

    /// Whether both have as many attributes of each kind and type.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        let types = |attributes: &[(String, _)]| -> Vec<_> {
            attributes.iter().map(|(_, attribute_type)| *attribute_type).collect()
        };
        types(&self.partition_key) == types(&other.partition_key)
            && types(&self.sort_key) == types(&other.sort_key)
    }
}

/// The pairs of names that are a renaming: one to one, and neither name is on the other side. A name that is
/// on both was not renamed but moved.
pub(super) fn renames(
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

impl PrintedEntity {
    /// The key attributes of the table and of its indexes; one of several is there once for each.
    pub(super) fn attributes(&self) -> impl Iterator<Item = &PrintedAttribute> {
        self.key.iter().chain(self.indexes.iter().flat_map(|index| &index.attributes))
    }

    /// Those of former keys, too.
    pub(super) fn attributes_mut(&mut self) -> impl Iterator<Item = &mut PrintedAttribute> {
        let keys = self.former.iter_mut().chain(&mut self.indexes);
        self.key.iter_mut().chain(keys.flat_map(|key| &mut key.attributes))
    }

    /// The key of today, then former ones.
    pub(super) fn table_keys(&self) -> impl Iterator<Item = &[PrintedAttribute]> {
        iter::once(&self.key[..]).chain(self.former.iter().map(|key| &key.attributes[..]))
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&PrintedAttribute> {
        self.attributes().find(|own| own.name == name)
    }

    pub(super) fn index(&self, name: &str) -> Option<&PrintedKey> {
        self.indexes.iter().find(|index| index.name == name)
    }

    pub(super) fn fields(&self) -> BTreeSet<&str> {
        let attributes = self.attributes().chain(self.table_keys().flatten());
        attributes.flat_map(PrintedAttribute::fields).collect()
    }

    /// Whether no other field than this one has the name that it had before, as a field or as an attribute,
    /// as far as the struct is known.
    pub(super) fn has_lost(&self, old: &str, field: &str) -> bool {
        let Some(fields) = self.schema.map(|schema| schema.entity.fields) else { return true };
        let is_free = |own: Record| {
            own.field == field || (own.field != old && own.names().all(|name| name != old))
        };
        let is_own = |own: &PrintedAttribute| {
            own.name != old || !own.is_entry || own.fields().any(|own| own == field)
        };
        !fields.are_flattened
            && !fields.are_unknown
            && fields.records().all(is_free)
            && self.attributes().all(is_own)
    }

    /// Which of these keys are keys of this entity.
    pub(super) fn shared_keys(&self, old: &[PrintedAttribute]) -> Shared {
        self.table_keys().map(|own| shared_keys(own, old)).fold(Shared::NOTHING, Shared::or)
    }

    /// Whether one of its keys has all of these texts, with the same values.
    pub(super) fn reads(&self, old: &[PrintedAttribute]) -> bool {
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
    // A key in which the values of one field differ is not read. The values are cut where they were if
    // each piece has the texts of the old one.
    let (firsts, old_firsts) = (repetitions(own), repetitions(old));
    let has_none = firsts.iter().enumerate().all(|(at, first)| at == *first);
    let has_pieces_of = |own: &PrintedAttribute, old| {
        own.has_places_of(old) && own.matches(old, |old, own| old.texts.are_within(&own.texts))
    };
    let has_same = firsts == old_firsts && pairs().all(|(old, own)| has_pieces_of(own, old));
    Shared { all: shared.all && (has_none || has_same), ..shared }
}

/// Whether old keys are also new ones, and say the same.
pub(super) fn reads(own: &[PrintedAttribute], old: &[PrintedAttribute]) -> bool {
    let is_read = |old: &PrintedTexts, own: &PrintedTexts| old.are_like(own) && old.are_within(own);
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
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| piece.field.as_deref())
    }

    pub(super) fn texts(&self) -> Vec<&PrintedTexts> {
        self.pieces.iter().map(|piece| &piece.texts).collect()
    }

    /// Whether both have pieces of which each is like the other one.
    pub(super) fn matches(
        &self,
        old: &Self,
        is_like: impl Fn(&PrintedPiece, &PrintedPiece) -> bool,
    ) -> bool {
        self.attribute_type == old.attribute_type
            && self.pieces.len() == old.pieces.len()
            && old.pieces.iter().zip(&self.pieces).all(|(old, own)| is_like(old, own))
    }

    /// Whether both have the same literals, and values in the same places.
    pub(super) fn has_places_of(&self, old: &Self) -> bool {
        self.matches(old, |old, own| match (&old.field, &own.field) {
            (None, None) => old.texts == own.texts,
            (old, own) => old.is_some() && own.is_some(),
        })
    }

    /// Whether both have the same fields, with texts of which this is true.
    pub(super) fn has_texts_of(
        &self,
        old: &Self,
        are_like: fn(&PrintedTexts, &PrintedTexts) -> bool,
    ) -> bool {
        self.matches(old, |old, own| old.field == own.field && are_like(&old.texts, &own.texts))
    }

    /// Whether it holds the name of its entity alone.
    pub(super) fn is_name_of(&self, entity: &PrintedEntity) -> bool {
        matches!(&self.pieces[..], [PrintedPiece { field: None, printed, .. }] if *printed == entity.name)
    }
}
