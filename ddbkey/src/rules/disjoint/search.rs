//! A search through the pairs of locations that two automata reach over the same bytes.
//!
//! The compiler interprets it, at about a microsecond for each function call. So the loops call few functions, and
//! what was found out about a location is kept as long as the search stays there.

use super::automaton::{Location, Section};
use super::stretch::Stretch;
use super::witness::Witness;
use crate::language::{ByteSet, Language, MAX_WORD_STEPS};
use crate::pattern::Segment;

pub(super) enum SearchResult {
    Nothing,
    /// The pair that ends both.
    Path(usize),
    TooMany,
}

/// A breadth-first search through at most `N` pairs of locations.
pub(super) struct Search<'a, const N: usize> {
    left: Side<'a>,
    right: Side<'a>,
    /// The pairs found so far, in order: the queue of the search.
    pairs: [Reached; N],
    length: usize,
    /// A hash table over the pairs: for each slot the first pair, for each pair the next.
    first: [u16; N],
    next: [u16; N],
    is_full: bool,
}

/// A location in both automata, and how it was reached.
#[derive(Clone, Copy)]
struct Reached {
    left: Location,
    right: Location,
    from: u32,
    /// The byte between the two, or [`NO_BYTE`]. As wide as `from`, since an array of values with gaps
    /// between their fields takes the compiler long to fill.
    byte: u32,
}

const NO_BYTE: u32 = 256;

const NONE: u16 = u16::MAX;

impl<'a, const N: usize> Search<'a, N> {
    pub(super) const fn new(Stretch { left, right }: Stretch<'a>) -> Self {
        const { assert!(N.is_power_of_two() && N < NONE as usize, "a slot is the end of a hash") }
        let start = Reached { left: left.start, right: right.start, from: 0, byte: NO_BYTE };
        Self {
            left: Side::new(left),
            right: Side::new(right),
            pairs: [start; N],
            length: 0,
            first: [NONE; N],
            next: [NONE; N],
            is_full: false,
        }
    }

    /// Searches for a string that leads both automata through the stretch.
    pub(super) const fn run(&mut self) -> SearchResult {
        self.visit(self.pairs[0]);
        let mut at = 0;
        while at < self.length {
            let from = at as u32;
            let here = Reached { from, byte: NO_BYTE, ..self.pairs[at] };
            if here.left.0 == self.left.section.end.0 && here.right.0 == self.right.section.end.0 {
                return SearchResult::Path(at);
            }
            self.left.go_to(here.left);
            self.right.go_to(here.right);
            if self.left.may_end {
                self.visit(Reached { left: here.left.next_segment(), ..here });
            }
            if self.right.may_end {
                self.visit(Reached { right: here.right.next_segment(), ..here });
            }
            self.step(from);
            at += 1;
        }
        if self.is_full { SearchResult::TooMany } else { SearchResult::Nothing }
    }

    /// Takes the steps over a byte that both can take.
    const fn step(&mut self, from: u32) {
        let mut n = 0;
        while n < self.left.length {
            let (left_bytes, left) = (self.left.bytes[n], Location(self.left.to[n]));
            let mut m = 0;
            while m < self.right.length {
                if let Some(byte) = left_bytes.and(self.right.bytes[m]).example() {
                    let right = Location(self.right.to[m]);
                    self.visit(Reached { left, right, from, byte: byte as u32 });
                }
                m += 1;
            }
            n += 1;
        }
    }

    /// Queues a pair unless it was found before.
    const fn visit(&mut self, pair: Reached) {
        let (left, right) = (pair.left.0, pair.right.0);
        let mixed = left ^ (left >> 15) ^ (left >> 32) ^ (left >> 52) ^ (right << 5) ^ (right << 9);
        let slot = (mixed ^ (right >> 11) ^ (right >> 27) ^ (right >> 50)) as usize & (N - 1);
        let mut other = self.first[slot];
        while other != NONE {
            let found = &self.pairs[other as usize];
            if found.left.0 == left && found.right.0 == right {
                return;
            }
            other = self.next[other as usize];
        }
        if self.length == N {
            self.is_full = true;
            return;
        }
        self.next[self.length] = self.first[slot];
        self.first[slot] = self.length as u16;
        self.pairs[self.length] = pair;
        self.length += 1;
    }

    /// Appends the bytes on the way to a pair, with the segments that they belong to.
    pub(super) const fn write_path(&self, end: usize, out: &mut Witness) {
        let mut length = 0;
        let mut at = end;
        while at != 0 {
            length += (self.pairs[at].byte != NO_BYTE) as usize;
            at = self.pairs[at].from as usize;
        }
        let mut place = out.grow(length);
        at = end;
        while at != 0 {
            if self.pairs[at].byte != NO_BYTE {
                place -= 1;
                let from = &self.pairs[self.pairs[at].from as usize];
                let segments = [from.left.segment() as u8, from.right.segment() as u8];
                out.set(place, self.pairs[at].byte as u8, segments);
            }
            at = self.pairs[at].from as usize;
        }
    }
}

/// One automaton, on the way to the end of a stretch.
pub(super) struct Side<'a> {
    section: Section<'a>,
    place: Option<Location>,
    /// The steps from the location.
    pub(super) bytes: [ByteSet; MAX_WORD_STEPS],
    pub(super) to: [u64; MAX_WORD_STEPS],
    pub(super) length: usize,
    /// Whether the value here may end, so that the next segment can begin.
    pub(super) may_end: bool,
    /// The value here, if there is one.
    segment: usize,
    language: Language,
    excluded: ByteSet,
}

impl<'a> Side<'a> {
    pub(super) const fn new(section: Section<'a>) -> Self {
        Self {
            section,
            place: None,
            bytes: [ByteSet::EMPTY; MAX_WORD_STEPS],
            to: [0; MAX_WORD_STEPS],
            length: 0,
            may_end: false,
            segment: usize::MAX,
            language: Language::TEXT,
            excluded: ByteSet::EMPTY,
        }
    }

    pub(super) const fn go_to(&mut self, place: Location) {
        if matches!(self.place, Some(here) if here.0 == place.0) {
            return;
        }
        self.place = Some(place);
        self.length = 0;
        self.may_end = false;
        let segment = place.segment();
        if place.0 == self.section.end.0 {
            return;
        }
        match &self.section.of.segments[segment] {
            Segment::Literal(text) => {
                let (bytes, read) = (text.as_bytes(), place.read());
                self.push(ByteSet::byte(bytes[read]), place.after(read + 1, bytes.len()));
            }
            Segment::Value(value) => {
                if segment != self.segment {
                    self.segment = segment;
                    self.language = value.shape.language;
                    self.excluded = value.excluded_in_text(self.section.of.separator);
                }
                self.list(place.state());
            }
        }
    }

    /// The steps within a value.
    const fn list(&mut self, state: u64) {
        self.may_end = self.language.is_accepting(state);
        let segment = Location::new(self.segment, 0).0;
        self.length =
            self.language.steps_out(state, segment, self.excluded, &mut self.bytes, &mut self.to);
    }

    const fn push(&mut self, bytes: ByteSet, to: Location) {
        self.bytes[self.length] = bytes;
        self.to[self.length] = to.0;
        self.length += 1;
    }
}
