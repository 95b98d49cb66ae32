//! Finds entities that share a key, with which the module would not compile.

use ddbkey_tools::__private::{PlacedTexts, Shared};

use super::field::{FieldDraft, ValueKind};
use super::model::{AttributeDraft, Doubt, EntityDraft, KeyDraft, PieceDraft};

/// The strings of each attribute of a key, piece by piece.
type KeyTexts = Vec<Vec<PlacedTexts>>;

/// Leaves out one of two entities that share a key: the one with fewer rows.
pub(super) fn leave_out(entities: &mut Vec<EntityDraft>, doubts: &mut Vec<Doubt>) {
    entities
        .sort_by(|one, other| other.rows.cmp(&one.rows).then_with(|| one.name.cmp(&other.name)));
    let mut kept: Vec<(EntityDraft, Vec<KeyTexts>)> = Vec::new();
    for entity in entities.drain(..) {
        let own = texts(&entity.fields, entity.separator, entity.tried_keys());
        let meets = |other: &[KeyTexts]| {
            own.iter().any(|own| other.iter().any(|other| are_shared(own, other)))
        };
        match kept.iter().find(|(_, other)| meets(other)) {
            None => kept.push((entity, own)),
            Some((other, _)) => doubts.push(Doubt {
                entity: entity.name,
                subject: "keys".into(),
                text: format!("some keys could be those of `{}`, which has more rows", other.name),
                is_blocking: false,
            }),
        }
    }
    entities.extend(kept.into_iter().map(|(entity, _)| entity));
    entities.sort_by(|one, other| one.name.cmp(&other.name));
}

/// Returns whether two of the keys share a string, with which the module would not compile.
pub(super) fn shares(fields: &[FieldDraft], separator: char, keys: &[KeyDraft]) -> bool {
    // An enum whose words few rows have becomes a string later.
    let as_string = |field: &FieldDraft| match field.kind {
        ValueKind::Words(_) => FieldDraft { kind: ValueKind::String, ..field.clone() },
        _ => field.clone(),
    };
    let fields: Vec<FieldDraft> = fields.iter().map(as_string).collect();
    let keys = texts(&fields, separator, keys);
    pairs(keys.len()).any(|(one, other)| are_shared(&keys[one], &keys[other]))
}

/// Returns the strings of each key.
fn texts<'k>(
    fields: &[FieldDraft],
    separator: char,
    keys: impl IntoIterator<Item = &'k KeyDraft>,
) -> Vec<KeyTexts> {
    let of_attribute = |own| texts_of(fields, separator, own);
    keys.into_iter().map(|key| key.attributes.iter().map(of_attribute).collect()).collect()
}

fn texts_of(fields: &[FieldDraft], separator: char, key: &AttributeDraft) -> Vec<PlacedTexts> {
    let first = |piece: &PieceDraft| piece.literal()?.chars().next();
    let piece = |(at, piece): (usize, &PieceDraft)| match piece {
        PieceDraft::Literal(text) => PlacedTexts::literal(text),
        PieceDraft::Value { field, form, is_rest } => match &fields[*field].kind {
            ValueKind::Words(words) => PlacedTexts::of_words(words.clone()),
            ValueKind::Bool => PlacedTexts::of_words(vec!["false".into(), "true".into()]),
            kind if !kind.is_free() || *is_rest || key.is_entry => {
                PlacedTexts::of(kind.language(*form), Vec::new())
            }
            kind => {
                let next = key.pieces[at..].iter().find_map(first).into_iter();
                PlacedTexts::of(kind.language(*form), next.chain([separator]).collect())
            }
        },
    };
    key.pieces.iter().enumerate().map(piece).collect()
}

fn are_shared(one: &[Vec<PlacedTexts>], other: &[Vec<PlacedTexts>]) -> bool {
    one.iter().zip(other).all(|(one, other)| Shared::meet(one, other))
}

/// Returns each pair of numbers below a number, the smaller first.
pub(super) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}
