//! A string to show in a message.

use super::automaton::Section;
use crate::pattern::Segment;

/// The maximum number of bytes to keep of a witness.
const MAX_BYTES: usize = 256;
/// Marks a byte that both have in a literal.
const LITERAL: [u8; 2] = [u8::MAX; 2];
const MARK: &[u8] = "\u{2026}".as_bytes();

/// A string that two patterns accept. Of a long string only the start is kept, with a mark after it.
#[derive(Clone, Copy)]
pub(crate) struct Witness {
    bytes: [u8; MAX_BYTES + MARK.len()],
    length: usize,
    /// For each byte, the segments of both patterns that it belongs to.
    segments: [[u8; 2]; MAX_BYTES],
}

impl Witness {
    pub(super) const EMPTY: Self =
        Self { bytes: [0; MAX_BYTES + MARK.len()], length: 0, segments: [LITERAL; MAX_BYTES] };

    pub(crate) const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "(not shown)",
        }
    }

    /// Makes room for this many bytes, and returns the position after them.
    pub(super) const fn grow(&mut self, length: usize) -> usize {
        self.length += length;
        self.length
    }

    pub(super) const fn set(&mut self, place: usize, byte: u8, segments: [u8; 2]) {
        if place < self.bytes.len() {
            self.bytes[place] = byte;
        }
        if place < self.segments.len() {
            self.segments[place] = segments;
        }
    }

    /// Returns the string that a segment of one of the patterns has here, unless it is cut.
    pub(super) const fn value(&self, side: usize, segment: usize) -> Option<&str> {
        let mut start = 0;
        while start < self.segments.len() && self.segments[start][side] as usize != segment {
            start += 1;
        }
        let mut end = start;
        while end < self.segments.len() && self.segments[end][side] as usize == segment {
            end += 1;
        }
        if end == self.segments.len() {
            return None;
        }
        match str::from_utf8(self.bytes.split_at(end).0.split_at(start).1) {
            Ok(text) => Some(text),
            Err(_) => None,
        }
    }

    pub(super) const fn push_literal(&mut self, section: Section<'_>) {
        let (mut place, end) = (section.start, section.end);
        while place.0 != end.0 {
            let Segment::Literal(text) = section.of.segment(place) else { return };
            let bytes = text.as_bytes();
            let until = if place.segment() == end.segment() { end.read() } else { bytes.len() };
            let mut at = place.read();
            while at < until {
                let after = self.grow(1);
                self.set(after - 1, bytes[at], LITERAL);
                at += 1;
            }
            place = place.after(until, bytes.len());
        }
    }

    /// Cuts a string that is too long at a character, and marks it.
    pub(super) const fn cut(mut self) -> Self {
        if self.length <= MAX_BYTES {
            return self;
        }
        self.length = MAX_BYTES;
        while self.bytes[self.length] & 0xC0 == 0x80 {
            self.length -= 1;
        }
        each!(byte in MARK => {
            self.bytes[self.length] = *byte;
            self.length += 1;
        });
        self
    }
}
