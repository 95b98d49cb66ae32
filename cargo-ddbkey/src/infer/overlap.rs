//! Finds entities that share a key, with which the module would not compile.

use std::collections::BTreeSet;

use ddbkey::__private::engine::{ByteSet, Language};

use super::field::{FieldDraft, ValueKind};
use super::model::{AttributeDraft, Doubt, EntityDraft, KeyDraft, PieceDraft};

/// The strings of an attribute, piece by piece.
type Strings = Vec<Piece>;

/// The strings of a piece, without the characters that its position excludes.
enum Piece {
    Words(Vec<String>),
    Of(Language, ByteSet),
}

/// A location in the strings of an attribute: the piece, the word in it, and the bytes of the word or the state.
type Place = (usize, usize, u64);

/// Leaves out one of two entities that share a key: the one with fewer rows.
pub(super) fn leave_out(entities: &mut Vec<EntityDraft>, doubts: &mut Vec<Doubt>) {
    entities
        .sort_by(|one, other| other.rows.cmp(&one.rows).then_with(|| one.name.cmp(&other.name)));
    let mut kept: Vec<(EntityDraft, Vec<Vec<Strings>>)> = Vec::new();
    for entity in entities.drain(..) {
        let own = strings(&entity.fields, entity.separator, entity.tried_keys());
        let meets = |other: &[Vec<Strings>]| {
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
    let keys = strings(&fields, separator, keys);
    pairs(keys.len()).any(|(one, other)| are_shared(&keys[one], &keys[other]))
}

/// Returns the strings of each attribute of each key.
fn strings<'k>(
    fields: &[FieldDraft],
    separator: char,
    keys: impl IntoIterator<Item = &'k KeyDraft>,
) -> Vec<Vec<Strings>> {
    let of_attribute = |own| strings_of(fields, separator, own);
    keys.into_iter().map(|key| key.attributes.iter().map(of_attribute).collect()).collect()
}

fn strings_of(fields: &[FieldDraft], separator: char, key: &AttributeDraft) -> Strings {
    let first = |piece: &PieceDraft| match piece {
        PieceDraft::Literal(text) => text.chars().next(),
        PieceDraft::Value { .. } => None,
    };
    let piece = |(at, piece): (usize, &PieceDraft)| match piece {
        PieceDraft::Literal(text) => Piece::Words(vec![text.clone()]),
        PieceDraft::Value { field, form, is_rest } => match &fields[*field].kind {
            ValueKind::Words(words) => Piece::Words(words.clone()),
            ValueKind::Bool => Piece::Words(vec!["false".into(), "true".into()]),
            kind if !kind.is_free() || *is_rest || key.is_entry => {
                Piece::Of(kind.language(*form), ByteSet::EMPTY)
            }
            kind => {
                let next = key.pieces[at..].iter().find_map(first).into_iter();
                let excluded = next.chain([separator]).map(ByteSet::ascii);
                Piece::Of(kind.language(*form), excluded.fold(ByteSet::EMPTY, ByteSet::or))
            }
        },
    };
    key.pieces.iter().enumerate().map(piece).collect()
}

fn are_shared(one: &[Strings], other: &[Strings]) -> bool {
    one.iter().zip(other).all(|(one, other)| may_equal(one, other))
}

/// Returns whether some string is in both, by a search through the pairs of locations that one string leads to.
fn may_equal(one: &Strings, other: &Strings) -> bool {
    let starts = |own| starts_of(own, 0).collect::<Vec<_>>();
    let start = starts(one)
        .into_iter()
        .flat_map(|own| starts(other).into_iter().map(move |two| (own, two)));
    let mut open: Vec<(Place, Place)> = start.collect();
    let mut seen: BTreeSet<_> = open.iter().copied().collect();
    while let Some((at, beside)) = open.pop() {
        if (at.0, beside.0) == (one.len(), other.len()) {
            return true;
        }
        for (bytes, next) in steps(one, at) {
            for (others, next_beside) in steps(other, beside) {
                if !bytes.and(others).is_empty() && seen.insert((next, next_beside)) {
                    open.push((next, next_beside));
                }
            }
        }
    }
    false
}

/// Returns the locations at the start of a piece, or at the end of the string.
fn starts_of(pieces: &Strings, piece: usize) -> impl Iterator<Item = Place> {
    let words = match pieces.get(piece) {
        Some(Piece::Words(words)) => words.len(),
        _ => 1,
    };
    (0..words).map(move |word| (piece, word, 0))
}

/// Returns the bytes that lead on from a location, and where they lead.
fn steps(pieces: &Strings, (piece, word, state): Place) -> Vec<(ByteSet, Place)> {
    match pieces.get(piece) {
        None => Vec::new(),
        Some(Piece::Words(words)) => {
            let bytes = words[word].as_bytes();
            let Some(byte) = bytes.get(state as usize) else { return Vec::new() };
            let byte = ByteSet::byte(*byte);
            if state as usize + 1 == bytes.len() {
                starts_of(pieces, piece + 1).map(|next| (byte, next)).collect()
            } else {
                vec![(byte, (piece, word, state + 1))]
            }
        }
        Some(Piece::Of(language, excluded)) => {
            let steps = language.steps(state);
            let steps = steps.as_slice().iter().flat_map(|step| {
                let bytes = step.bytes.without(*excluded);
                let is_end = language.is_accepting(step.to);
                let next = is_end.then(|| starts_of(pieces, piece + 1)).into_iter().flatten();
                next.chain([(piece, word, step.to)]).map(move |next| (bytes, next))
            });
            steps.filter(|(bytes, _)| !bytes.is_empty()).collect()
        }
    }
}

/// Returns each pair of numbers below a number, the smaller first.
pub(super) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}
