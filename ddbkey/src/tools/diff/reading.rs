//! Which keys of the old schema are keys of the new one: their automata, run side by side.
//!
//! The automata are those of the proof, but for words, which a snapshot holds as text.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::placed::Placed;
use super::snapshot::{Attribute, Entity, Segment};
use super::texts::Texts;
use crate::language::{ByteSet, Language, START};

/// The number of places after which a search gives up, and takes the worse answer.
const MAX_PLACES: usize = 20_000;

impl Entity {
    /// Whether every key of an old entity is one of this entity's; `false` also where that is not known.
    pub(super) fn reads_all(&self, old: &Self) -> bool {
        self.has_types_of(old)
            && self.has_repetitions_of(old)
            && old.automata(true).zip(self.automata(false)).all(|(old, new)| old.is_within(&new))
    }

    /// Whether some key of an old entity can be one of this entity's; `true` also where that is not known.
    pub(super) fn may_read(&self, old: &Self) -> bool {
        self.has_types_of(old)
            && old.automata(true).zip(self.automata(true)).all(|(old, new)| old.may_meet(&new))
    }

    /// Those of the keys of the table, which accept some texts too many or too few where a byte does not tell.
    fn automata(&self, too_many: bool) -> impl Iterator<Item = Automaton<'_>> {
        self.attributes.iter().map(move |attribute| Automaton::of(attribute, self, too_many))
    }

    fn has_types_of(&self, old: &Self) -> bool {
        self.attributes.len() == old.attributes.len()
            && self.attributes.iter().zip(&old.attributes).all(|(a, b)| a.is_number == b.is_number)
    }

    /// Whether the values that are one field here are one field in the old entity too: a key whose values
    /// differ is no key of this entity.
    fn has_repetitions_of(&self, old: &Self) -> bool {
        let (own, other) = (self.fields_in_order(), old.fields_in_order());
        let has_repetition = (1..own.len()).any(|at| own[..at].contains(&own[at]));
        let is_repeated = |(at, field): (usize, &&str)| {
            own[..at].iter().zip(&other).all(|(before, old)| before != field || *old == other[at])
        };
        !has_repetition || (self.has_places_of(old) && own.iter().enumerate().all(is_repeated))
    }

    fn has_places_of(&self, old: &Self) -> bool {
        self.attributes.iter().zip(&old.attributes).all(|(own, old)| own.has_places_of(old))
    }

    fn fields_in_order(&self) -> Vec<&str> {
        self.attributes.iter().flat_map(Attribute::fields).collect()
    }
}

/// A key attribute, piece by piece.
struct Automaton<'s> {
    pieces: Vec<Piece<'s>>,
}

enum Piece<'s> {
    Literal(&'s [u8]),
    /// Sorted.
    Words(Vec<&'s str>),
    /// The texts of a language without these bytes.
    Language(Language, ByteSet),
}

/// The number of a piece and its state: for a literal the number of bytes read, for words that and the
/// first word that starts with them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    piece: usize,
    state: u64,
}

impl<'s> Automaton<'s> {
    fn of(attribute: &'s Attribute, entity: &Entity, too_many: bool) -> Self {
        let mut values = attribute.values(entity).into_iter();
        let pieces = attribute.segments.iter().filter_map(|segment| match segment {
            Segment::Literal(text) => Some(Piece::Literal(text.as_bytes())),
            Segment::Value(_) => values.next().map(|value| Piece::of(&value, too_many)),
        });
        Self { pieces: pieces.collect() }
    }

    /// Whether the other accepts every text that this one does.
    fn is_within(&self, other: &Self) -> bool {
        let mut seen: BTreeSet<(At, Vec<At>)> = [(At::START, [At::START].into())].into();
        let mut open: Vec<_> = seen.iter().cloned().collect();
        while let Some((own, others)) = open.pop() {
            if self.is_end(own) {
                if !others.iter().any(|at| other.is_end(*at)) {
                    return false;
                }
                continue;
            }
            let steps: Vec<_> = others.iter().flat_map(|at| other.steps(*at)).collect();
            for own in self.steps(own) {
                for others in parts(own.bytes, &steps) {
                    if others.is_empty() || seen.len() > MAX_PLACES {
                        return false;
                    }
                    let next = (own.to, others);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        true
    }

    /// Whether some text is accepted by both.
    fn may_meet(&self, other: &Self) -> bool {
        let mut seen: BTreeSet<(At, At)> = [(At::START, At::START)].into();
        let mut open: Vec<_> = seen.iter().copied().collect();
        while let Some((one, two)) = open.pop() {
            if seen.len() > MAX_PLACES || (self.is_end(one) && other.is_end(two)) {
                return true;
            }
            let steps = other.steps(two);
            for own in self.steps(one) {
                for step in &steps {
                    let next = (own.to, step.to);
                    if !own.bytes.and(step.bytes).is_empty() && seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        false
    }

    fn is_end(&self, at: At) -> bool {
        at.piece == self.pieces.len()
    }

    /// The ways out of a place.
    fn steps(&self, at: At) -> Vec<Step> {
        let mut steps = Vec::new();
        let Some(piece) = self.pieces.get(at.piece) else { return steps };
        piece.steps(at.state, &mut |bytes, state, is_whole| {
            if is_whole {
                steps.push(Step { bytes, to: At { piece: at.piece + 1, ..At::START } });
            }
            steps.push(Step { bytes, to: At { piece: at.piece, state } });
        });
        steps
    }
}

/// A way from one place to another, over any of these bytes.
struct Step {
    bytes: ByteSet,
    to: At,
}

/// The places that some of these bytes lead to, each set of them once and sorted.
fn parts(bytes: ByteSet, steps: &[Step]) -> BTreeSet<Vec<At>> {
    let bytes = (0..=u8::MAX).filter(|byte| bytes.contains(*byte));
    let to = |byte| -> Vec<bool> { steps.iter().map(|step| step.bytes.contains(byte)).collect() };
    let kinds: BTreeSet<Vec<bool>> = bytes.map(to).collect();
    let places = |kind: Vec<bool>| {
        let taken = steps.iter().zip(kind).filter(|(_, is_taken)| *is_taken);
        let places: BTreeSet<At> = taken.map(|(step, _)| step.to).collect();
        places.into_iter().collect()
    };
    kinds.into_iter().map(places).collect()
}

impl At {
    const START: Self = Self { piece: 0, state: START };
}

impl<'s> Piece<'s> {
    fn of(placed: &Placed<'s>, too_many: bool) -> Self {
        match &placed.value.texts {
            Texts::Words(words) => Self::Words(words.iter().map(String::as_str).collect()),
            Texts::Of(language) => Self::Language(*language, placed.excluded_bytes(too_many)),
        }
    }

    /// Hands over each state that bytes lead to, and whether the piece may end there.
    fn steps(&self, state: u64, take: &mut impl FnMut(ByteSet, u64, bool)) {
        match self {
            Self::Literal(text) => {
                let read = state as usize;
                // At its end, only the next piece goes on.
                if let Some(byte) = text.get(read) {
                    take(ByteSet::byte(*byte), state + 1, read + 1 == text.len());
                }
            }
            Self::Words(words) => {
                let (first, read) = ((state >> 32) as usize, (state & 0xFFFF_FFFF) as usize);
                let start = &words[first].as_bytes()[..read];
                let mut last = None;
                for (at, word) in words.iter().enumerate().skip(first) {
                    let Some([byte, rest @ ..]) = word.as_bytes().strip_prefix(start) else {
                        if word.len() == read {
                            continue;
                        }
                        break;
                    };
                    if last.replace(byte) != Some(byte) {
                        let state = ((at as u64) << 32) | (read as u64 + 1);
                        take(ByteSet::byte(*byte), state, rest.is_empty());
                    }
                }
            }
            Self::Language(language, excluded) => {
                for step in language.steps(state).as_slice() {
                    let bytes = step.bytes.without(*excluded);
                    if !bytes.is_empty() {
                        take(bytes, step.to, language.is_accepting(step.to));
                    }
                }
            }
        }
    }
}
