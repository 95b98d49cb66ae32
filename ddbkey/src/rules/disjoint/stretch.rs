//! What is known of a stretch of two patterns without a search.

use super::automaton::{Automaton, Location};
use crate::language::{ByteSet, Language, Words};
use crate::pattern::{Segment, Value};
use crate::text::same_text;

/// A stretch of two patterns.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) left_start: Location,
    pub(super) left_end: Location,
    pub(super) right_start: Location,
    pub(super) right_end: Location,
}

impl Automaton<'_> {
    /// The least and the greatest length of what lies between two places.
    const fn lengths(&self, start: Location, end: Location) -> (usize, Option<usize>) {
        let (mut min, mut max) = (0, 0);
        let mut is_limited = !self.allows_suffix || end.segment() < self.segments.len();
        let (mut segment, last) = (start.segment(), end.segment());
        while segment < last {
            match &self.segments[segment] {
                Segment::Literal(text) => {
                    min += text.len();
                    max += text.len();
                }
                Segment::Value(value) => {
                    min += value.shape().min_len();
                    match value.shape().max_len() {
                        Some(length) => max += length,
                        None => is_limited = false,
                    }
                }
            }
            segment += 1;
        }
        // Of the literals in which the stretch starts and ends only a piece.
        let (before, piece) = (start.read(), end.read());
        (min + piece - before, if is_limited { Some(max + piece - before) } else { None })
    }
}

impl Automaton<'_> {
    /// The value that a stretch consists of, if it is one value.
    const fn only_value(&self, start: Location, end: Location) -> Option<&Value> {
        if start.next_segment().0 != end.0 || self.allows_suffix && self.is_end(end) {
            return None;
        }
        match self.segment(start) {
            Segment::Value(value) => Some(value),
            Segment::Literal(_) => None,
        }
    }

    /// Whether a stretch is one value that can be any text which leads through a stretch of the other.
    const fn is_text_for(
        &self,
        start: Location,
        end: Location,
        other: &Automaton<'_>,
        other_start: Location,
        other_end: Location,
    ) -> bool {
        let Some(value) = self.only_value(start, end) else { return false };
        if !matches!(value.shape().language(), Language::Text)
            || other.allows_suffix && other.is_end(other_end)
        {
            return false;
        }
        let excluded = self.excluded_bytes(value);
        let mut place = other_start;
        while place.0 < other_end.0 {
            let bytes = match other.segment(place) {
                Segment::Literal(text) => ByteSet::of(text),
                Segment::Value(value) => {
                    value.shape().alphabet().without(other.excluded_bytes(value))
                }
            };
            if !bytes.and(excluded).is_empty() {
                return false;
            }
            place = place.next_segment();
        }
        other_start.0 < other_end.0
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

    /// Whether a text is known to lead through both, without a search: any value does where the other side is
    /// nothing but text that may be any.
    pub(super) const fn is_open(&self, left: &Automaton<'_>, right: &Automaton<'_>) -> bool {
        self.is_same(left, right)
            || left.is_text_for(
                self.left_start,
                self.left_end,
                right,
                self.right_start,
                self.right_end,
            )
            || right.is_text_for(
                self.right_start,
                self.right_end,
                left,
                self.left_start,
                self.left_end,
            )
    }

    /// The words of both, where both are one of a list.
    pub(super) const fn words(
        &self,
        left: &Automaton<'_>,
        right: &Automaton<'_>,
    ) -> Option<(Words, Words)> {
        match (
            left.only_value(self.left_start, self.left_end),
            right.only_value(self.right_start, self.right_end),
        ) {
            (Some(left), Some(right)) => {
                match (left.shape().language(), right.shape().language()) {
                    (Language::Words(left), Language::Words(right)) => Some((left, right)),
                    _ => None,
                }
            }
            _ => None,
        }
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
