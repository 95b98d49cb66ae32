//! What is known about a stretch of two patterns without a search.

use super::automaton::Section;
use crate::language::{ByteSet, Language, Words};
use crate::pattern::{Segment, Value, lengths};

#[derive(Clone, Copy)]
pub(super) struct Stretch<'p> {
    pub(super) left: Section<'p>,
    pub(super) right: Section<'p>,
}

impl<'p> Section<'p> {
    pub(super) const fn lengths(&self) -> (usize, Option<usize>) {
        let segments = self.of.segments.split_at(self.end.segment()).0;
        let (min, max) = lengths(segments.split_at(self.start.segment()).1);
        // The section may contain only a part of its first and last literal.
        let (before, part) = (self.start.read(), self.end.read());
        match max {
            Some(max) => (min + part - before, Some(max + part - before)),
            None => (min + part - before, None),
        }
    }

    /// Returns the value, if the stretch is a single value.
    const fn only_value(&self) -> Option<&'p Value> {
        if self.start.next_segment().0 != self.end.0 {
            return None;
        }
        match self.of.segment(self.start) {
            Segment::Value(value) => Some(value),
            Segment::Literal(_) => None,
        }
    }

    /// Returns whether it is a single value that can be any string of the other.
    const fn is_text_for(&self, other: &Self) -> bool {
        let Some(value) = self.only_value() else { return false };
        if !value.shape.language.is_any_text() {
            return false;
        }
        let excluded = value.excluded_bytes(self.of.separator);
        let mut place = other.start;
        while place.0 < other.end.0 {
            let bytes = match other.of.segment(place) {
                Segment::Literal(text) => ByteSet::of(text),
                Segment::Value(value) => {
                    value.shape.alphabet.without(value.excluded_bytes(other.of.separator))
                }
            };
            if !bytes.and(excluded).is_empty() {
                return false;
            }
            place = place.next_segment();
        }
        other.start.0 < other.end.0
    }
}

impl Stretch<'_> {
    /// Returns whether the lengths prove that no string leads through both.
    pub(super) const fn has_no_common_length(&self) -> bool {
        let ((min, max), (other_min, other_max)) = (self.left.lengths(), self.right.lengths());
        matches!(max, Some(max) if max < other_min)
            || matches!(other_max, Some(other_max) if other_max < min)
    }

    /// Returns whether a string is known to lead through both, without a search: one side accepts every string of the other.
    pub(super) const fn is_open(&self) -> bool {
        self.left.is_text_for(&self.right) || self.right.is_text_for(&self.left)
    }

    /// Returns the words of both, if both are a word of a list.
    pub(super) const fn words(&self) -> Option<(Words, Words)> {
        if let (Some(left), Some(right)) = (self.left.only_value(), self.right.only_value())
            && let Language::Words(left) = left.shape.language
            && let Language::Words(right) = right.shape.language
        {
            return Some((left, right));
        }
        None
    }
}
