//! Cuts two patterns into stretches that lie at the same bytes of every text that both accept.
//!
//! Two literals side by side are compared on the spot. Where a value begins, both patterns are followed up
//! to the next separator: if no value on the way can contain it, every text that both accept has its first
//! separator there, in both. What lies before it is a stretch, which the search can look at on its own.
//! Where a value may contain the separator, the stretch goes on to the end.

use super::automaton::{Automaton, Place};
use crate::pattern::Segment;
use crate::text::same_text;

/// A stretch of two patterns.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) left_start: Place,
    pub(super) left_end: Place,
    pub(super) right_start: Place,
    pub(super) right_end: Place,
}

/// What comes next.
pub(super) enum Next {
    /// No text is accepted by both.
    Differs,
    Stretch(Stretch),
    End,
}

/// A walk along two patterns, stretch by stretch.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    left: &'a Automaton<'a>,
    right: &'a Automaton<'a>,
    pub(super) left_at: Place,
    pub(super) right_at: Place,
    separator: u8,
    /// The number of stretches so far.
    pub(super) count: u32,
}

/// The most stretches of a walk. The last one goes on to the end.
const MOST_STRETCHES: u32 = u64::BITS;

impl<'a> Walk<'a> {
    /// Of two patterns with the same separator, or by that of the first.
    pub(super) const fn new(left: &'a Automaton<'a>, right: &'a Automaton<'a>) -> Self {
        // Not ASCII, it is in no literal and can be in every text.
        let separator = if left.separator().is_ascii() { left.separator() as u8 } else { 0xFF };
        let (left_at, right_at) = (Place::START, Place::START);
        Self { left, right, left_at, right_at, separator, count: 0 }
    }

    pub(super) const fn next(&mut self) -> Next {
        if !self.skip_literals() {
            return Next::Differs;
        }
        let is_left_end = self.left.is_end(self.left_at);
        let is_right_end = self.right.is_end(self.right_at);
        if is_left_end && is_right_end {
            return Next::End;
        }
        if is_left_end && !self.left.allows_suffix() || is_right_end && !self.right.allows_suffix()
        {
            return Next::Differs;
        }
        self.count += 1;
        let (left_start, right_start) = (self.left_at, self.right_at);
        (self.left_at, self.right_at) = match (
            self.left.find(self.left_at, self.separator),
            self.right.find(self.right_at, self.separator),
        ) {
            (Some(left), Some(right)) if self.count < MOST_STRETCHES => {
                if self.left.is_end(left) != self.right.is_end(right) {
                    return Next::Differs;
                }
                (left, right)
            }
            _ => (self.left.end(), self.right.end()),
        };
        Next::Stretch(Stretch {
            left_start,
            left_end: self.left_at,
            right_start,
            right_end: self.right_at,
        })
    }

    /// Goes on while both are in literals. Returns whether these agree.
    const fn skip_literals(&mut self) -> bool {
        while !self.left.is_end(self.left_at) && !self.right.is_end(self.right_at) {
            let (Segment::Literal(left), Segment::Literal(right)) =
                (self.left.segment(self.left_at), self.right.segment(self.right_at))
            else {
                return true;
            };
            let (left, right) = (left.as_bytes(), right.as_bytes());
            let (mut at, mut other) = (self.left_at.read(), self.right_at.read());
            while at < left.len() && other < right.len() {
                if left[at] != right[other] {
                    return false;
                }
                at += 1;
                other += 1;
            }
            self.left_at = after(self.left_at, at, left.len());
            self.right_at = after(self.right_at, other, right.len());
        }
        true
    }
}

/// The place after so many bytes of the literal at a place.
const fn after(place: Place, read: usize, length: usize) -> Place {
    if read == length { place.next_segment() } else { Place::in_literal(place.segment(), read) }
}

impl Automaton<'_> {
    /// The first separator in a literal from this place on, or the end. `None` if a text may have one
    /// elsewhere before it.
    const fn find(&self, from: Place, separator: u8) -> Option<Place> {
        let mut place = from;
        while !self.is_end(place) {
            match self.segment(place) {
                Segment::Literal(text) => {
                    let bytes = text.as_bytes();
                    let mut at = place.read();
                    while at < bytes.len() {
                        if bytes[at] == separator {
                            return Some(Place::in_literal(place.segment(), at));
                        }
                        at += 1;
                    }
                }
                Segment::Value(value) => {
                    if value.shape().alphabet().contains(separator)
                        && !self.excluded_bytes(value).contains(separator)
                    {
                        return None;
                    }
                }
            }
            place = place.next_segment();
        }
        if self.allows_suffix() { None } else { Some(place) }
    }

    /// The least and the greatest length of what lies between two places.
    const fn lengths(&self, start: Place, end: Place) -> (usize, Option<usize>) {
        let (mut min, mut max) = (0, Some(0));
        if self.is_end(end) && self.allows_suffix() {
            max = None;
        }
        let mut place = start;
        while place.segment() < end.segment() {
            match self.segment(place) {
                Segment::Literal(text) => {
                    let length = text.len() - place.read();
                    min += length;
                    max = sum(max, Some(length));
                }
                Segment::Value(value) => {
                    min += value.shape().min_len();
                    max = sum(max, value.shape().max_len());
                }
            }
            place = place.next_segment();
        }
        // An end within a literal, which the start may be in too.
        let before = if place.segment() == start.segment() { start.read() } else { 0 };
        let length = end.read() - if self.is_end(end) { 0 } else { before };
        (min + length, sum(max, Some(length)))
    }
}

const fn sum(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one + other),
        _ => None,
    }
}

impl Stretch {
    /// Whether the lengths tell that no text is accepted by both.
    pub(super) const fn has_no_common_length(
        &self,
        left: &Automaton<'_>,
        right: &Automaton<'_>,
    ) -> bool {
        let (min, max) = left.lengths(self.left_start, self.left_end);
        let (other_min, other_max) = right.lengths(self.right_start, self.right_end);
        matches!(max, Some(max) if max < other_min)
            || matches!(other_max, Some(other_max) if other_max < min)
    }

    /// Whether both accept the same texts, because they are declared alike.
    pub(super) const fn is_same(&self, left: &Automaton<'_>, right: &Automaton<'_>) -> bool {
        if left.is_end(self.left_end) && left.allows_suffix() != right.allows_suffix() {
            return false;
        }
        let (mut at, mut other) = (self.left_start, self.right_start);
        while at.segment() < self.left_end.segment() && other.segment() < self.right_end.segment() {
            let is_same = match (left.segment(at), right.segment(other)) {
                (Segment::Literal(text), Segment::Literal(other_text)) => {
                    at.read() == other.read() && same_text(text, other_text)
                }
                (Segment::Value(one), Segment::Value(other)) => {
                    one.shape().language().same_as(other.shape().language())
                        && left.excluded_bytes(one).same_as(right.excluded_bytes(other))
                }
                _ => false,
            };
            if !is_same {
                return false;
            }
            (at, other) = (at.next_segment(), other.next_segment());
        }
        // Behind the last value: the end of both, or the start of a literal up to a separator in it.
        at.segment() == self.left_end.segment()
            && other.segment() == self.right_end.segment()
            && same_beginning(left, right, self.left_end, self.right_end)
    }
}

/// Whether the literals that two places lie in are the same up to there.
const fn same_beginning(
    left: &Automaton<'_>,
    right: &Automaton<'_>,
    left_end: Place,
    right_end: Place,
) -> bool {
    if left_end.read() != right_end.read() {
        return false;
    }
    if left_end.read() == 0 {
        return true;
    }
    let (Segment::Literal(left), Segment::Literal(right)) =
        (left.segment(left_end), right.segment(right_end))
    else {
        return false;
    };
    let mut at = 0;
    while at < left_end.read() {
        if left.as_bytes()[at] != right.as_bytes()[at] {
            return false;
        }
        at += 1;
    }
    true
}

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
        while !place.is(end) {
            let Segment::Literal(text) = pattern.segment(place) else { return };
            let bytes = text.as_bytes();
            let until = if place.segment() == end.segment() { end.read() } else { bytes.len() };
            let mut at = place.read();
            while at < until {
                let behind = self.grow(1);
                self.set(behind - 1, bytes[at]);
                at += 1;
            }
            place = after(place, until, bytes.len());
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
