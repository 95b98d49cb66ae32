//! Determines which keys of the old schema are keys of the new schema, by running their automata side by side.
//!
//! The automata are the ones of the proof, except for words, which a snapshot holds as strings. For the new schema, the
//! search follows all locations that a string can lead to. It can then tell whether the new schema has every string.

use std::collections::BTreeSet;

use ddbkey::__private::engine::ByteSet;

use super::texts::PlacedTexts;
use super::{Language, Payload, Strings, Variants};

/// A location in a key: the number of a piece, and a state of its automaton.
pub(crate) type PieceState = (usize, u64);

/// The state in which every automaton starts.
pub(crate) const START: u64 = 0;

/// How many strings of a key, or of a part, another key has. If that is unknown, the worse answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub(crate) all: bool,
    pub(crate) any: bool,
}

/// The number of locations after which a search gives up.
const MAX_PLACES: usize = 20_000;

/// The number of bits for the bytes read of a word. The bits above hold the number of the word.
const WORD: u32 = 24;

impl Shared {
    pub(crate) const NOTHING: Self = Self { all: false, any: false };
    const UNKNOWN: Self = Self { all: false, any: true };

    /// Returns whether some string is in both.
    #[must_use]
    pub fn meet(one: &[PlacedTexts], other: &[PlacedTexts]) -> bool {
        Self::of(one, other).any
    }

    /// Returns how many strings of one key the other key has, piece by piece.
    pub(crate) fn of(one: &[PlacedTexts], other: &[PlacedTexts]) -> Self {
        let is_known = |piece: &PlacedTexts| piece.are_exact() || one.contains(piece);
        let mut shared = Self { all: other.iter().all(is_known), any: false };
        let start = |at| (at, starts_at(0, other).collect::<BTreeSet<_>>());
        let mut open: Vec<_> = starts_at(0, one).map(start).collect();
        let mut seen: BTreeSet<_> = open.iter().cloned().collect();
        while let Some((at, others)) = open.pop() {
            if at.0 == one.len() {
                let is_end = others.iter().any(|at| at.0 == other.len());
                shared = Self { all: shared.all && is_end, any: shared.any || is_end };
            }
            let other_steps: Vec<_> = others.iter().flat_map(|at| steps(*at, other)).collect();
            for (bytes, at) in steps(at, one) {
                for others in places_of(bytes, &other_steps) {
                    shared.all &= !others.is_empty();
                    let next = (at, others);
                    if !next.1.is_empty() && seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            if seen.len() > MAX_PLACES || shared == Self::UNKNOWN {
                return Self::UNKNOWN;
            }
        }
        shared
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self { all: self.all || other.all, any: self.any || other.any }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self { all: self.all && other.all, any: self.any && other.any }
    }
}

/// Returns the steps from a location, each with the bytes that lead there.
pub(crate) fn steps(at: PieceState, pieces: &[PlacedTexts]) -> Vec<(ByteSet, PieceState)> {
    let (at, state) = at;
    let Some(piece) = pieces.get(at) else { return Vec::new() };
    let steps = piece.steps(state).into_iter().flat_map(|(bytes, state, is_end)| {
        let next = is_end.then(|| starts_at(at + 1, pieces)).into_iter().flatten();
        let places = next.chain([(at, state)]);
        places.map(move |place| (bytes, place))
    });
    steps.collect()
}

/// Returns the location before a piece, and the locations after the following pieces that may be empty.
pub(crate) fn starts_at(
    at: usize,
    pieces: &[PlacedTexts],
) -> impl Iterator<Item = PieceState> + use<> {
    let empty = pieces.iter().skip(at).take_while(|piece| piece.may_be_empty()).count();
    (at..=at + empty).map(|at| (at, START))
}

/// Returns the locations that these bytes lead to, grouped by bytes.
fn places_of(
    bytes: ByteSet,
    steps: &[(ByteSet, PieceState)],
) -> impl Iterator<Item = BTreeSet<PieceState>> {
    let mut parts = vec![(bytes, BTreeSet::new())];
    for (over, place) in steps {
        let split = parts.into_iter().flat_map(|(bytes, places)| {
            let mut more = places.clone();
            more.insert(*place);
            [(bytes.and(*over), more), (bytes.without(*over), places)]
        });
        parts = split.filter(|(bytes, _)| !bytes.is_empty()).collect();
    }
    parts.into_iter().map(|(_, places)| places)
}

impl PlacedTexts {
    fn may_be_empty(&self) -> bool {
        self.language.automaton().is_some_and(|automaton| automaton.is_accepting(START))
    }

    /// Returns each next state with its bytes, and whether a string may end there.
    fn steps(&self, state: u64) -> Vec<(ByteSet, u64, bool)> {
        let excluded = self.excluded.iter().map(|own| ByteSet::ascii(*own));
        self.language.steps(state, excluded.fold(ByteSet::EMPTY, ByteSet::or))
    }
}

impl Language {
    fn steps(&self, state: u64, excluded: ByteSet) -> Vec<(ByteSet, u64, bool)> {
        match &self.0 {
            Strings::Variants(variants) => variants.steps(state, excluded),
            Strings::Of(language) => {
                let steps = language.steps(state);
                let steps = steps.as_slice().iter().map(|step| {
                    let bytes = step.bytes.without(excluded);
                    (bytes, step.to, language.is_accepting(step.to))
                });
                steps.filter(|(bytes, ..)| !bytes.is_empty()).collect()
            }
        }
    }
}

/// In a payload, the number of the variant, counted from 1, starts at this bit of a state. Before the payload, a state
/// belongs to a word.
const PAYLOAD: u32 = 50;

impl Variants {
    /// A payload has no step over the bytes `excluded`, unless it takes the rest of the key.
    fn steps(&self, state: u64, excluded: ByteSet) -> Vec<(ByteSet, u64, bool)> {
        if let Some(at) = ((state >> PAYLOAD) as usize).checked_sub(1) {
            let Some((_, Some(payload))) = self.iter().nth(at) else { return Vec::new() };
            let excluded = if payload.is_rest { ByteSet::EMPTY } else { excluded };
            let (number, state) = (state >> PAYLOAD << PAYLOAD, state & ((1 << PAYLOAD) - 1));
            let steps = payload.language.steps(state, excluded).into_iter();
            return steps.map(|(bytes, state, is_end)| (bytes, number | state, is_end)).collect();
        }
        let (at, read) = ((state >> WORD) as usize, (state & ((1 << WORD) - 1)) as usize);
        let variants = self.iter().enumerate().filter(|(own, _)| read == 0 || *own == at);
        let step = |(at, (word, payload)): (usize, (&str, Option<&Payload>))| {
            if let Some(byte) = word.as_bytes().get(read) {
                let state = (at as u64) << WORD | (read as u64 + 1);
                let is_end = payload.is_none() && read + 1 == word.len();
                return Some((ByteSet::byte(*byte), state, is_end));
            }
            payload?;
            Some((ByteSet::ascii(self.separator), (at as u64 + 1) << PAYLOAD | START, false))
        };
        variants.filter_map(step).collect()
    }
}
