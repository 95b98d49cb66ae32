//! A text to show in a message.

use super::automaton::{Automaton, Place};
use crate::pattern::Segment;

/// The bytes of a witness that are kept.
const MOST_BYTES: usize = 256;
const MARK: &[u8] = "\u{2026}".as_bytes();

/// A text that two patterns accept. Of a long one only the beginning is kept, with a mark behind it.
#[derive(Clone, Copy)]
pub(crate) struct Witness {
    bytes: [u8; MOST_BYTES + MARK.len()],
    length: usize,
}

impl Witness {
    pub(super) const EMPTY: Self = Self { bytes: [0; MOST_BYTES + MARK.len()], length: 0 };

    pub(crate) const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "(not shown)",
        }
    }

    /// Makes room for so many bytes, and returns the place behind them.
    pub(super) const fn grow(&mut self, length: usize) -> usize {
        self.length += length;
        self.length
    }

    pub(super) const fn set(&mut self, place: usize, byte: u8) {
        if place < self.bytes.len() {
            self.bytes[place] = byte;
        }
    }

    /// Appends the literal text between two places.
    pub(super) const fn push_literal(&mut self, pattern: &Automaton<'_>, start: Place, end: Place) {
        let mut place = start;
        while place.0 != end.0 {
            let Segment::Literal(text) = pattern.segment(place) else { return };
            let bytes = text.as_bytes();
            let until = if place.segment() == end.segment() { end.read() } else { bytes.len() };
            let mut at = place.read();
            while at < until {
                let behind = self.grow(1);
                self.set(behind - 1, bytes[at]);
                at += 1;
            }
            place = place.after(until, bytes.len());
        }
    }

    /// Cuts a text that is too long at a character, and marks it.
    pub(super) const fn cut(mut self) -> Self {
        if self.length <= MOST_BYTES {
            return self;
        }
        self.length = MOST_BYTES;
        while self.bytes[self.length] & 0xC0 == 0x80 {
            self.length -= 1;
        }
        let mut at = 0;
        while at < MARK.len() {
            self.bytes[self.length] = MARK[at];
            self.length += 1;
            at += 1;
        }
        self
    }
}
