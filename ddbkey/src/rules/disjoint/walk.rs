//! Cuts two patterns into stretches that lie at the same bytes of every string that both accept.
//!
//! Two literals side by side are compared directly. If a value starts on one side, both patterns are
//! followed to the next literal. If both literals start with the same byte and no value on the way can
//! contain that byte, then in every string that both accept, its first occurrence is in both literals. What precedes it
//! is a stretch, which the search can examine on its own. Otherwise the same is tried with the separator. If
//! that fails too, the stretch continues to the end.

use super::automaton::{Automaton, Location, Section};
use super::stretch::Stretch;
use crate::language::{START, Variants};
use crate::pattern::Segment;

pub(super) enum NextStretch<'p> {
    /// No string is accepted by both.
    Differs,
    Stretch(Stretch<'p>),
    End,
}

/// A walk along two patterns, stretch by stretch.
pub(super) struct Walk<'p> {
    /// The rest of each pattern.
    left: Section<'p>,
    right: Section<'p>,
    /// The number of stretches so far.
    pub(super) count: u32,
}

/// The maximum number of stretches in a walk. The last one continues to the end.
const MAX_STRETCHES: u32 = u64::BITS;

impl<'p> Walk<'p> {
    pub(super) const fn new(left: Automaton<'p>, right: Automaton<'p>) -> Self {
        Self { left: left.section(), right: right.section(), count: 0 }
    }

    pub(super) const fn next(&mut self) -> NextStretch<'p> {
        if !self.skip_literals() {
            return NextStretch::Differs;
        }
        let (left, right) = (&self.left, &self.right);
        match (left.start.0 == left.end.0, right.start.0 == right.end.0) {
            (true, true) => return NextStretch::End,
            // What is left of one side is a value or a literal, and only a value may be empty.
            (true, false) if right.lengths().0 > 0 => {
                return NextStretch::Differs;
            }
            (false, true) if left.lengths().0 > 0 => {
                return NextStretch::Differs;
            }
            _ => {}
        }
        self.count += 1;
        let cut = if self.count < MAX_STRETCHES { cut(left, right) } else { Cut::Unknown };
        let (left_end, right_end) = match cut {
            Cut::At(left_end, right_end) => (left_end, right_end),
            Cut::Nowhere => return NextStretch::Differs,
            Cut::Unknown => (left.end, right.end),
        };
        let stretch = Stretch {
            left: Section { end: left_end, ..self.left },
            right: Section { end: right_end, ..self.right },
        };
        (self.left.start, self.right.start) = (left_end, right_end);
        NextStretch::Stretch(stretch)
    }

    /// Advances while both are in literals. Returns whether these agree.
    const fn skip_literals(&mut self) -> bool {
        let (lefts, rights) = (self.left.of.segments, self.right.of.segments);
        let (mut at, mut left_read) = (self.left.start.segment(), self.left.start.read());
        let (mut other, mut right_read) = (self.right.start.segment(), self.right.start.read());
        while at < lefts.len()
            && other < rights.len()
            && let (Segment::Literal(left), Segment::Literal(right)) = (&lefts[at], &rights[other])
        {
            let (left, right) = (left.as_bytes(), right.as_bytes());
            while left_read < left.len() && right_read < right.len() {
                if left[left_read] != right[right_read] {
                    return false;
                }
                left_read += 1;
                right_read += 1;
            }
            if left_read == left.len() {
                (at, left_read) = (at + 1, 0);
            }
            if right_read == right.len() {
                (other, right_read) = (other + 1, 0);
            }
        }
        self.left.start = Location::new(at, left_read as u64);
        self.right.start = Location::new(other, right_read as u64);
        true
    }
}

/// The position at which one byte cuts the strings of two patterns.
enum Cut {
    At(Location, Location),
    /// One side contains the byte and the other does not.
    Nowhere,
    Unknown,
}

const fn cut(left: &Section<'_>, right: &Section<'_>) -> Cut {
    let (left_end, right_end) = (left.end_of_values(), right.end_of_values());
    match (left.byte_at(left_end), right.byte_at(right_end)) {
        (Some(byte), Some(other))
            if byte == other
                && (!left.values_can_contain(byte) && !right.values_can_contain(byte)
                    || are_variants_up_to(byte, left, right)) =>
        {
            return Cut::At(left_end, right_end);
        }
        (Some(byte), None) if !right.values_can_contain(byte) => {
            return Cut::Nowhere;
        }
        (None, Some(byte)) if !left.values_can_contain(byte) => {
            return Cut::Nowhere;
        }
        (None, None) => return Cut::At(left_end, right_end),
        _ => {}
    }
    let by_left = cut_by(left.of.separator, left, right);
    if !matches!(by_left, Cut::Unknown) || left.of.separator == right.of.separator {
        return by_left;
    }
    cut_by(right.of.separator, left, right)
}

/// Returns whether both sides start with variants of the same words up to this byte, the separator. Then the string up to
/// the first separator determines whether a payload follows, and so where the variant ends.
const fn are_variants_up_to(byte: u8, left: &Section<'_>, right: &Section<'_>) -> bool {
    match (left.only_variants(), right.only_variants()) {
        (Some(left), Some(right)) => left.end_like(right, byte),
        _ => false,
    }
}

const fn cut_by(separator: char, left: &Section<'_>, right: &Section<'_>) -> Cut {
    if !separator.is_ascii() {
        return Cut::Unknown;
    }
    match (left.find(separator as u8), right.find(separator as u8)) {
        (Some(left_end), Some(right_end)) => {
            if left.of.is_end(left_end) == right.of.is_end(right_end) {
                Cut::At(left_end, right_end)
            } else {
                Cut::Nowhere
            }
        }
        _ => Cut::Unknown,
    }
}

impl Section<'_> {
    /// Returns the next literal, or the end.
    const fn end_of_values(&self) -> Location {
        let (segments, mut segment) = (self.of.segments, self.start.segment());
        while segment < segments.len() && matches!(segments[segment], Segment::Value(_)) {
            segment += 1;
        }
        if segment == self.start.segment() { self.start } else { Location::new(segment, START) }
    }

    /// Returns the variants up to the separator of the key, if nothing else precedes the next literal.
    const fn only_variants(&self) -> Option<Variants> {
        match self.of.segments.split_at(self.start.segment()).1 {
            [Segment::Value(value), Segment::Literal(_), ..]
                if !value.is_unrestricted()
                    && let Some(variants) = value.shape.as_variants()
                    && variants.separator == self.of.separator =>
            {
                Some(variants)
            }
            _ => None,
        }
    }

    /// Returns the byte of a literal, or `None` at the end.
    const fn byte_at(&self, place: Location) -> Option<u8> {
        match self.of.segments.split_at(place.segment()).1 {
            [Segment::Literal(text), ..] => Some(text.as_bytes()[place.read()]),
            _ => None,
        }
    }

    /// Returns whether one of the values before the next literal can contain a byte.
    const fn values_can_contain(&self, byte: u8) -> bool {
        let (segments, mut segment) = (self.of.segments, self.start.segment());
        while segment < segments.len()
            && let Segment::Value(value) = &segments[segment]
        {
            if self.of.can_contain(value, byte) {
                return true;
            }
            segment += 1;
        }
        false
    }

    /// Returns the location of the first such byte in a string, in a literal, or the end if it has none.
    /// `None` if some value before that can contain the byte.
    const fn find(&self, byte: u8) -> Option<Location> {
        let mut place = self.start;
        while !self.of.is_end(place) {
            match self.of.segment(place) {
                Segment::Literal(text) => {
                    let bytes = text.as_bytes();
                    let mut at = place.read();
                    while at < bytes.len() {
                        if bytes[at] == byte {
                            return Some(Location::new(place.segment(), at as u64));
                        }
                        at += 1;
                    }
                }
                Segment::Value(value) => {
                    if self.of.can_contain(value, byte) {
                        return None;
                    }
                }
            }
            place = place.next_segment();
        }
        Some(place)
    }
}
