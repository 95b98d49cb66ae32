//! A search through the pairs of places that two automata reach over the same bytes.

use super::automaton::{Automaton, Place, Steps};
use super::stretch::{Stretch, Witness};

/// What a search found.
pub(super) enum Found {
    Nothing,
    /// The pair that ends both.
    Pair(usize),
    TooMany,
}

/// A place in both automata, and how it was reached.
#[derive(Clone, Copy)]
struct Pair {
    left: Place,
    right: Place,
    from: u16,
    byte: Option<u8>,
}

const NONE: u16 = u16::MAX;

/// A breadth-first search through at most `N` pairs of places.
pub(super) struct Search<const N: usize> {
    /// The pairs found so far, in order: the queue of the search.
    pairs: [Pair; N],
    length: usize,
    /// A hash table over the pairs: for each slot the first pair, for each pair the next.
    first: [u16; N],
    next: [u16; N],
    is_full: bool,
    /// The transitions out of the pair at hand.
    left: Steps,
    right: Steps,
}

impl<const N: usize> Search<N> {
    pub(super) const fn new() -> Self {
        const { assert!(N.is_power_of_two() && N < NONE as usize, "a slot is the end of a hash") }
        let start = Pair { left: Place::START, right: Place::START, from: 0, byte: None };
        Self {
            pairs: [start; N],
            length: 0,
            first: [NONE; N],
            next: [NONE; N],
            is_full: false,
            left: Steps::new(),
            right: Steps::new(),
        }
    }

    /// Looks for a text that leads both automata through the stretch.
    pub(super) const fn run(
        &mut self,
        left: &Automaton<'_>,
        right: &Automaton<'_>,
        stretch: &Stretch,
    ) -> Found {
        let (left_end, right_end) = (stretch.left_end, stretch.right_end);
        let (start, other_start) = (stretch.left_start, stretch.right_start);
        self.visit(Pair { left: start, right: other_start, from: 0, byte: None });
        let mut at = 0;
        while at < self.length {
            let pair = self.pairs[at];
            if pair.left.is(left_end) && pair.right.is(right_end) {
                return Found::Pair(at);
            }
            let from = at as u16;
            if let Some(place) = left.epsilon(pair.left, left_end) {
                self.visit(Pair { left: place, from, byte: None, ..pair });
            }
            if let Some(place) = right.epsilon(pair.right, right_end) {
                self.visit(Pair { right: place, from, byte: None, ..pair });
            }
            left.list(pair.left, left_end, &mut self.left);
            if self.left.length > 0 {
                right.list(pair.right, right_end, &mut self.right);
                self.step(from);
            }
            at += 1;
        }
        if self.is_full { Found::TooMany } else { Found::Nothing }
    }

    /// Takes the transitions over a byte that both can take.
    const fn step(&mut self, from: u16) {
        let mut n = 0;
        while n < self.left.length {
            let (left_bytes, left) = self.left.steps[n];
            let mut m = 0;
            while m < self.right.length {
                let (right_bytes, right) = self.right.steps[m];
                if let Some(byte) = left_bytes.and(right_bytes).example() {
                    self.visit(Pair { left, right, from, byte: Some(byte) });
                }
                m += 1;
            }
            n += 1;
        }
    }

    /// Queues a pair unless it was found before.
    const fn visit(&mut self, pair: Pair) {
        let slot = (pair.left.hash() ^ (pair.right.hash() >> 7)) as usize >> 20 & (N - 1);
        let mut other = self.first[slot];
        while other != NONE {
            let found = &self.pairs[other as usize];
            if found.left.is(pair.left) && found.right.is(pair.right) {
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

    /// Writes the bytes on the way to a pair.
    pub(super) const fn write_path(&self, end: usize, out: &mut Witness) {
        let mut length = 0;
        let mut at = end;
        while at != 0 {
            length += self.pairs[at].byte.is_some() as usize;
            at = self.pairs[at].from as usize;
        }
        let mut place = out.grow(length);
        at = end;
        while at != 0 {
            if let Some(byte) = self.pairs[at].byte {
                place -= 1;
                out.set(place, byte);
            }
            at = self.pairs[at].from as usize;
        }
    }
}
