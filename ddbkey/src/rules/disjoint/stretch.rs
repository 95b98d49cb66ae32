//! Cuts two patterns into stretches that lie at the same bytes of every text that both accept.
//!
//! Two literals side by side are compared on the spot. Where a value begins on one side, both patterns are
//! followed to the next literal. If both literals start with the same byte and no value on the way can
//! contain it, every text that both accept has the first of these bytes there, in both. What lies before it
//! is a stretch, which the search can look at on its own. Otherwise the same is tried with the separator, and
//! where that fails too, the stretch goes on to the end.

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
pub(super) struct Walk<'a> {
    left: &'a Automaton<'a>,
    right: &'a Automaton<'a>,
    left_at: Place,
    right_at: Place,
    /// The number of stretches so far.
    pub(super) count: u32,
}

/// The most stretches of a walk. The last one goes on to the end.
pub(super) const MOST_STRETCHES: u32 = u64::BITS;

impl<'a> Walk<'a> {
    pub(super) const fn new(left: &'a Automaton<'a>, right: &'a Automaton<'a>) -> Self {
        Self { left, right, left_at: Place::START, right_at: Place::START, count: 0 }
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
        let (left_end, right_end) = if self.count == MOST_STRETCHES {
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
            self.left_at = self.left_at.after(at, left.len());
            self.right_at = self.right_at.after(other, right.len());
        }
        true
    }
}

/// Where the texts of two patterns are cut by the same byte.
enum Cut {
    At(Place, Place),
    /// One side contains the byte and the other does not.
    Nowhere,
    Unknown,
}

const fn cut(
    left: &Automaton<'_>,
    left_start: Place,
    right: &Automaton<'_>,
    right_start: Place,
) -> Cut {
    let by_literal = match (left.next_literal(left_start), right.next_literal(right_start)) {
        (Some(one), Some(other)) if one != other => Cut::Unknown,
        (Some(byte), _) | (None, Some(byte)) => cut_by(byte, left, left_start, right, right_start),
        // Values alone, up to the end of both.
        (None, None) if left.allows_suffix || right.allows_suffix => Cut::Unknown,
        (None, None) => Cut::At(left.end(), right.end()),
    };
    if !matches!(by_literal, Cut::Unknown) {
        return by_literal;
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
    left_start: Place,
    right: &Automaton<'_>,
    right_start: Place,
) -> Cut {
    if !separator.is_ascii() {
        return Cut::Unknown;
    }
    cut_by(separator as u8, left, left_start, right, right_start)
}

const fn cut_by(
    byte: u8,
    left: &Automaton<'_>,
    left_start: Place,
    right: &Automaton<'_>,
    right_start: Place,
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
    /// The byte with which the next literal begins, or goes on.
    const fn next_literal(&self, from: Place) -> Option<u8> {
        let mut place = from;
        while !self.is_end(place) {
            if let Segment::Literal(text) = self.segment(place) {
                return Some(text.as_bytes()[place.read()]);
            }
            place = place.next_segment();
        }
        None
    }

    /// The place from which on a text has its first such byte, in a literal, or the end if it has none.
    /// `None` if some value before that can contain the byte.
    const fn find(&self, from: Place, byte: u8) -> Option<Place> {
        let mut place = from;
        while !self.is_end(place) {
            match self.segment(place) {
                Segment::Literal(text) => {
                    let bytes = text.as_bytes();
                    let mut at = place.read();
                    while at < bytes.len() {
                        if bytes[at] == byte {
                            return Some(Place::new(place.segment(), at as u64));
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

    /// The least and the greatest length of what lies between two places.
    const fn lengths(&self, start: Place, end: Place) -> (usize, Option<usize>) {
        let (mut min, mut max) = (0, Some(0));
        if self.allows_suffix && self.is_end(end) {
            max = None;
        }
        let mut place = start;
        while place.segment() < end.segment() {
            let (least, greatest) = match self.segment(place) {
                Segment::Literal(text) => {
                    let length = text.len() - place.read();
                    (length, Some(length))
                }
                Segment::Value(value) => (value.shape().min_len(), value.shape().max_len()),
            };
            min += least;
            max = match (max, greatest) {
                (Some(max), Some(greatest)) => Some(max + greatest),
                _ => None,
            };
            place = place.next_segment();
        }
        // The beginning of a literal, in which the start may lie too.
        let length = end.read() - if place.0 <= end.0 { place.read() } else { 0 };
        min += length;
        if let Some(max) = &mut max {
            *max += length;
        }
        (min, max)
    }
}

impl Stretch {
    /// Whether the lengths tell that no text leads through both.
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

    /// Whether the same texts lead through both, because they are declared alike.
    pub(super) const fn is_same(&self, left: &Automaton<'_>, right: &Automaton<'_>) -> bool {
        if left.allows_suffix || right.allows_suffix {
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
        at.0 == self.left_end.0 && other.0 == self.right_end.0
    }
}
