//! A pattern as an automaton: its literals byte by byte, its values by their languages.

use crate::language::{ByteSet, START, Transition};
use crate::pattern::{Pattern, Segment, Value, excluded_bytes};

/// The segments of a pattern, with or without anything behind them.
#[derive(Clone, Copy)]
pub(crate) struct Automaton<'p> {
    segments: &'p [Segment],
    separator: char,
    allows_suffix: bool,
}

/// A place in a pattern: the number of a segment, and its state, which for a literal is the number of bytes
/// read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u64);

/// The bits of a state.
const STATE: u32 = 48;

impl Place {
    pub(super) const START: Self = Self::in_literal(0, 0);

    pub(super) const fn in_literal(segment: usize, read: usize) -> Self {
        Self(((segment as u64) << STATE) | read as u64)
    }

    pub(super) const fn segment(self) -> usize {
        (self.0 >> STATE) as usize
    }

    pub(super) const fn state(self) -> u64 {
        self.0 & ((1 << STATE) - 1)
    }

    pub(super) const fn read(self) -> usize {
        self.state() as usize
    }

    /// The start of the next segment.
    pub(super) const fn next_segment(self) -> Self {
        Self(((self.0 >> STATE) + 1) << STATE)
    }

    const fn with_state(self, state: u64) -> Self {
        Self((self.0 >> STATE << STATE) | state)
    }

    pub(super) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    pub(super) const fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The most transitions out of a place: one for each byte, and some languages have two over one byte.
const MOST_STEPS: usize = 257;

/// The transitions out of a place.
pub(super) struct Steps {
    pub(super) steps: [(ByteSet, Place); MOST_STEPS],
    pub(super) length: usize,
}

impl Steps {
    pub(super) const fn new() -> Self {
        Self { steps: [(ByteSet::EMPTY, Place::START); MOST_STEPS], length: 0 }
    }

    const fn push(&mut self, bytes: ByteSet, to: Place) {
        self.steps[self.length] = (bytes, to);
        self.length += 1;
    }
}

impl<'p> Automaton<'p> {
    /// Accepts every text.
    pub(super) const ANY: Self = Self { segments: &[], separator: '#', allows_suffix: true };

    /// Accepts whole keys.
    pub(crate) const fn whole(pattern: &'p Pattern) -> Self {
        Self { segments: pattern.segments(), separator: pattern.separator(), allows_suffix: false }
    }

    /// Accepts every text that begins as keys do up to this segment.
    pub(crate) const fn starting(pattern: &'p Pattern, end: usize) -> Self {
        let segments = pattern.segments().split_at(end).0;
        Self { segments, separator: pattern.separator(), allows_suffix: true }
    }

    pub(super) const fn end(&self) -> Place {
        Place::in_literal(self.segments.len(), 0)
    }

    pub(super) const fn is_end(&self, place: Place) -> bool {
        place.segment() == self.segments.len()
    }

    pub(super) const fn allows_suffix(&self) -> bool {
        self.allows_suffix
    }

    pub(super) const fn separator(&self) -> char {
        self.separator
    }

    pub(super) const fn segment(&self, place: Place) -> &'p Segment {
        &self.segments[place.segment()]
    }

    /// The bytes that the values of this segment do not have, although their type has.
    pub(super) const fn excluded_bytes(&self, value: &Value) -> ByteSet {
        excluded_bytes(value, self.separator)
    }

    /// Lists the transitions out of a place that lies before `end`.
    pub(super) const fn list(&self, place: Place, end: Place, out: &mut Steps) {
        out.length = 0;
        if place.is(end) {
            if self.allows_suffix && self.is_end(end) {
                out.push(ByteSet::ALL, place);
            }
            return;
        }
        match self.segment(place) {
            Segment::Literal(text) => {
                let (bytes, read) = (text.as_bytes(), place.read());
                let to =
                    if read + 1 == bytes.len() { place.next_segment() } else { Place(place.0 + 1) };
                out.push(ByteSet::byte(bytes[read]), to);
            }
            Segment::Value(value) => self.list_value(value, place, out),
        }
    }

    const fn list_value(&self, value: &Value, place: Place, out: &mut Steps) {
        let (language, state) = (value.shape().language(), place.state());
        let excluded = self.excluded_bytes(value);
        let degree = language.out_degree(state);
        let mut n = 0;
        while n < degree {
            if let Some(Transition { bytes, to }) = language.transition(state, n) {
                out.push(bytes.without(excluded), place.with_state(to));
            }
            n += 1;
        }
    }

    /// The next segment, if the value at this place, which lies before `end`, may end here.
    pub(super) const fn epsilon(&self, place: Place, end: Place) -> Option<Place> {
        if place.is(end) {
            return None;
        }
        match self.segment(place) {
            Segment::Value(value) if value.shape().language().is_accepting(place.state()) => {
                Some(place.next_segment())
            }
            _ => None,
        }
    }
}

const _: () = assert!(START == 0, "the place before a segment is that before its language");
