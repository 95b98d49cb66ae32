//! Cuts two patterns into stretches that lie at the same bytes of every text that both accept.
//!
//! Two literals side by side are compared on the spot. Where a value begins on one side, both patterns are
//! followed to the next literal. If both literals start with the same byte and no value on the way can
//! contain it, every text that both accept has the first of these bytes there, in both. What lies before it
//! is a stretch, which the search can look at on its own. Otherwise the same is tried with the separator, and
//! where that fails too, the stretch goes on to the end.

use super::automaton::{Automaton, Location};
use super::stretch::Stretch;
use crate::language::START;
use crate::pattern::Segment;

/// What comes next.
pub(super) enum Next {
    /// No text is accepted by both.
    Differs,
    Stretch(Stretch),
    End,
}

/// A walk along two patterns, stretch by stretch.
pub(super) struct Walk<'a> {
    left: &'a Automaton<'a>,
    right: &'a Automaton<'a>,
    left_at: Location,
    right_at: Location,
    /// The number of stretches so far.
    pub(super) count: u32,
}

/// The most stretches of a walk. The last one goes on to the end.
pub(super) const MAX_STRETCHES: u32 = u64::BITS;

impl<'a> Walk<'a> {
    pub(super) const fn new(left: &'a Automaton<'a>, right: &'a Automaton<'a>) -> Self {
        Self { left, right, left_at: Location::START, right_at: Location::START, count: 0 }
    }

    pub(super) const fn next(&mut self) -> Next {
        if !self.skip_literals() {
            return Next::Differs;
        }
        let (left, right) = (self.left, self.right);
        let (left_start, right_start) = (self.left_at, self.right_at);
        match (left.is_end(left_start), right.is_end(right_start)) {
            (true, true) => return Next::End,
            (true, false) if !left.allows_suffix => return Next::Differs,
            (false, true) if !right.allows_suffix => return Next::Differs,
            _ => {}
        }
        self.count += 1;
        let (left_end, right_end) = if self.count == MAX_STRETCHES {
            (left.end(), right.end())
        } else {
            match cut(left, left_start, right, right_start) {
                Cut::At(left_end, right_end) => (left_end, right_end),
                Cut::Nowhere => return Next::Differs,
                Cut::Unknown => (left.end(), right.end()),
            }
        };
        (self.left_at, self.right_at) = (left_end, right_end);
        Next::Stretch(Stretch { left_start, left_end, right_start, right_end })
    }

    /// Goes on while both are in literals. Returns whether these agree.
    const fn skip_literals(&mut self) -> bool {
        let (lefts, rights) = (self.left.segments, self.right.segments);
        let (mut at, mut left_read) = (self.left_at.segment(), self.left_at.read());
        let (mut other, mut right_read) = (self.right_at.segment(), self.right_at.read());
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
        self.left_at = Location::new(at, left_read as u64);
        self.right_at = Location::new(other, right_read as u64);
        true
    }
}

/// Where the texts of two patterns are cut by the same byte.
enum Cut {
    At(Location, Location),
    /// One side contains the byte and the other does not.
    Nowhere,
    Unknown,
}

const fn cut(
    left: &Automaton<'_>,
    left_start: Location,
    right: &Automaton<'_>,
    right_start: Location,
) -> Cut {
    let (left_end, right_end) = (left.end_of_values(left_start), right.end_of_values(right_start));
    match (left.byte_at(left_end), right.byte_at(right_end)) {
        (Some(byte), Some(other)) if byte == other => {
            if !left.values_can_contain(left_start, byte)
                && !right.values_can_contain(right_start, byte)
            {
                return Cut::At(left_end, right_end);
            }
        }
        (Some(_), Some(_)) => {}
        (Some(byte), None) => {
            if !right.allows_suffix && !right.values_can_contain(right_start, byte) {
                return Cut::Nowhere;
            }
        }
        (None, Some(byte)) => {
            if !left.allows_suffix && !left.values_can_contain(left_start, byte) {
                return Cut::Nowhere;
            }
        }
        (None, None) => return Cut::At(left_end, right_end),
    }
    let by_left = cut_by_char(left.separator(), left, left_start, right, right_start);
    if !matches!(by_left, Cut::Unknown) || left.separator() == right.separator() {
        return by_left;
    }
    cut_by_char(right.separator(), left, left_start, right, right_start)
}

const fn cut_by_char(
    separator: char,
    left: &Automaton<'_>,
    left_start: Location,
    right: &Automaton<'_>,
    right_start: Location,
) -> Cut {
    if !separator.is_ascii() {
        return Cut::Unknown;
    }
    cut_by(separator as u8, left, left_start, right, right_start)
}

const fn cut_by(
    byte: u8,
    left: &Automaton<'_>,
    left_start: Location,
    right: &Automaton<'_>,
    right_start: Location,
) -> Cut {
    let (Some(left_end), Some(right_end)) =
        (left.find(left_start, byte), right.find(right_start, byte))
    else {
        return Cut::Unknown;
    };
    match (left.is_end(left_end), right.is_end(right_end)) {
        (true, true) | (false, false) => Cut::At(left_end, right_end),
        _ => Cut::Nowhere,
    }
}

impl Automaton<'_> {
    /// The next literal from a place on, or the end.
    const fn end_of_values(&self, from: Location) -> Location {
        let mut segment = from.segment();
        if segment == self.segments.len() || matches!(self.segments[segment], Segment::Literal(_)) {
            return from;
        }
        while segment < self.segments.len() && matches!(self.segments[segment], Segment::Value(_)) {
            segment += 1;
        }
        Location::new(segment, START)
    }

    /// The byte of a literal, `None` at the end.
    const fn byte_at(&self, place: Location) -> Option<u8> {
        match self.segments.split_at(place.segment()).1 {
            [Segment::Literal(text), ..] => Some(text.as_bytes()[place.read()]),
            _ => None,
        }
    }

    /// Whether one of the values before the next literal can contain a byte.
    const fn values_can_contain(&self, from: Location, byte: u8) -> bool {
        let mut segment = from.segment();
        while segment < self.segments.len() {
            match &self.segments[segment] {
                Segment::Literal(_) => return false,
                Segment::Value(value) => {
                    if self.can_contain(value, byte) {
                        return true;
                    }
                }
            }
            segment += 1;
        }
        false
    }

    /// The place from which on a text has its first such byte, in a literal, or the end if it has none.
    /// `None` if some value before that can contain the byte.
    const fn find(&self, from: Location, byte: u8) -> Option<Location> {
        let mut place = from;
        while !self.is_end(place) {
            match self.segment(place) {
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
                    if self.can_contain(value, byte) {
                        return None;
                    }
                }
            }
            place = place.next_segment();
        }
        if self.allows_suffix { None } else { Some(place) }
    }
}
