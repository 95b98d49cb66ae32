//! The keys of a schema's entities: their fields and positions, and which old keys are also new keys.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey::schema::AttributeType;

use crate::schema::{
    Attribute, Entity, Field, Piece, PlacedTexts, Schema, Shared, TableKey, Value,
};

impl Schema {
    /// Returns the types of the attributes of a partition key and of a sort key.
    pub(super) fn types(&self, key: &TableKey) -> [Vec<AttributeType>; 2] {
        let types = |names: &Vec<_>| names.iter().map(|name: &String| self.type_of(name)).collect();
        [&key.partition_key, &key.sort_key].map(types)
    }

    /// Returns the attributes of both keys: `tournament, region / round (N)`.
    pub(super) fn shown(&self, key: &TableKey) -> String {
        let (pk, sk) = (self.typed(&key.partition_key), self.typed(&key.sort_key));
        if sk.is_empty() { pk } else { format!("{pk} / {sk}") }
    }
}

/// Returns the pairs of names that are a renaming: one to one, and neither name is on the other side. A name that is
/// on both sides has moved and was not renamed.
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

impl Entity {
    /// Returns every key attribute, with alternatives and legacy keys.
    pub(super) fn attributes_mut(&mut self) -> impl Iterator<Item = &mut Attribute> {
        self.keys.iter_mut().chain(&mut self.index_keys).flat_map(|key| &mut key.attributes)
    }

    /// Returns the current key, then its alternatives, then the legacy keys.
    pub(super) fn table_keys(&self) -> impl Iterator<Item = &[Attribute]> {
        self.keys.iter().map(|key| &key.attributes[..])
    }

    /// Returns the fields of the entity's keys, and the methods with their `()`.
    pub(super) fn sources(&self) -> BTreeSet<&str> {
        let attributes = self.attributes().chain(self.table_keys().flatten());
        attributes.flat_map(Attribute::sources).collect()
    }

    /// Returns whether no other field has the old name of this field, as a field or as an attribute.
    pub(super) fn has_lost(&self, old: &str, field: &str) -> bool {
        let is_free = |own: &Field| {
            let mut names = own.written.iter().chain(&own.read);
            own.name == field || (own.name != old && names.all(|name| name != old))
        };
        let is_own = |own: &Attribute| {
            own.name != old || !own.is_entry || own.sources().any(|own| own == field)
        };
        !self.has_open_fields() && self.fields.iter().all(is_free) && self.attributes().all(is_own)
    }

    /// Returns whether an attribute is also a field.
    pub(super) fn is_field(&self, attribute: &str) -> bool {
        let has_entry = self.attribute(attribute).is_some_and(|own| own.is_entry);
        has_entry && self.field_written_as(attribute).is_some()
    }

    /// Returns which of these old keys are keys of this entity.
    pub(super) fn shared_keys(&self, old: &[Attribute]) -> Shared {
        self.table_keys().map(|own| shared_keys(own, old)).fold(Shared::NOTHING, Shared::or)
    }

    /// Returns whether one of the keys that the entity writes has all of these strings, with the same values.
    pub(super) fn writes(&self, old: &[Attribute]) -> bool {
        self.written_keys().any(|own| reads(&own.attributes, old))
    }

    /// Returns whether one of the entity's keys has all of these strings, with the same values.
    pub(super) fn reads(&self, old: &[Attribute]) -> bool {
        self.table_keys().any(|own| reads(own, old))
    }
}

/// Returns which old keys are also new keys, whatever their values are.
fn shared_keys(own: &[Attribute], old: &[Attribute]) -> Shared {
    let pairs = || old.iter().zip(own);
    if old.len() != own.len() || pairs().any(|(old, own)| old.attribute_type != own.attribute_type)
    {
        return Shared::NOTHING;
    }
    let shared = pairs().map(|(old, own)| Shared::of(&old.texts(), &own.texts()));
    let shared = shared.fold(Shared { all: true, any: true }, Shared::and);
    // A key in which the values of one field differ cannot be read. The values are split as before if
    // each piece has the strings of the old piece.
    let (firsts, old_firsts) = (repetitions(own), repetitions(old));
    let has_none = firsts.iter().enumerate().all(|(at, first)| at == *first);
    let has_pieces_of = |own: &Attribute, old: &Attribute| {
        let are_within = |(old, own): (&PlacedTexts, &PlacedTexts)| old.are_within(own);
        own.has_places_of(old) && old.texts().iter().zip(&own.texts()).all(are_within)
    };
    let has_same = firsts == old_firsts && pairs().all(|(old, own)| has_pieces_of(own, old));
    Shared { all: shared.all && (has_none || has_same), ..shared }
}

/// Returns whether old keys are also new keys with the same values.
pub(super) fn reads(own: &[Attribute], old: &[Attribute]) -> bool {
    let is_read = |old: &PlacedTexts, own: &PlacedTexts| old.are_like(own) && old.are_within(own);
    let pairs = old.iter().zip(own);
    old.len() == own.len() && pairs.into_iter().all(|(old, own)| own.has_texts_of(old, is_read))
}

/// Returns, for each value of a key, the first value of the same field.
fn repetitions(key: &[Attribute]) -> Vec<usize> {
    let sources: Vec<_> = key.iter().flat_map(Attribute::sources).collect();
    let first = |source| sources.iter().position(|other| *other == source);
    sources.iter().filter_map(|source| first(*source)).collect()
}

impl Attribute {
    /// Returns the fields of the attribute's values, in order; methods with their `()`.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        self.values().map(|value| value.source.as_str())
    }

    /// Returns whether both have the same literals, and values in the same positions.
    pub(super) fn has_places_of(&self, old: &Self) -> bool {
        let is_like = |pieces: (&Piece, &Piece)| match pieces {
            (Piece::Literal(old), Piece::Literal(own)) => old == own,
            (Piece::Value(_), Piece::Value(_)) => true,
            _ => false,
        };
        self.attribute_type == old.attribute_type
            && self.pieces.len() == old.pieces.len()
            && old.pieces.iter().zip(&self.pieces).all(is_like)
    }

    /// Returns whether both have the same literals and fields, and this is true for all their strings.
    pub(super) fn has_texts_of(
        &self,
        old: &Self,
        are_like: fn(&PlacedTexts, &PlacedTexts) -> bool,
    ) -> bool {
        let (own_texts, old_texts) = (self.texts(), old.texts());
        self.has_places_of(old)
            && self.sources().eq(old.sources())
            && old_texts.iter().zip(&own_texts).all(|(old, own)| are_like(old, own))
    }

    /// Returns the values of both at each position, with their strings there.
    pub(super) fn values_with<'a>(
        &'a self,
        old: &Self,
    ) -> impl Iterator<Item = (&'a Value, PlacedTexts, PlacedTexts)> {
        let texts = old.texts().into_iter().zip(self.texts());
        self.pieces.iter().zip(texts).filter_map(|(piece, (old, own))| match piece {
            Piece::Literal(_) => None,
            Piece::Value(value) => Some((value, old, own)),
        })
    }

    /// Returns whether the attribute only holds the name of its entity.
    pub(super) fn is_name_of(&self, entity: &Entity) -> bool {
        matches!(&self.pieces[..], [Piece::Literal(text)] if *text == entity.name)
    }
}
