//! What is known of a stretch of two patterns without a search.

use super::automaton::Section;
use crate::language::{ByteSet, Language, Words};
use crate::pattern::{Segment, Value, lengths};

/// A stretch of two patterns.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'p> {
    pub(super) left: Section<'p>,
    pub(super) right: Section<'p>,
}

impl<'p> Section<'p> {
    /// Whether anything may follow.
    pub(super) const fn allows_suffix(&self) -> bool {
        self.of.allows_suffix && self.of.is_end(self.end)
    }

    /// The least and the greatest length.
    pub(super) const fn lengths(&self) -> (usize, Option<usize>) {
        let segments = self.of.segments.split_at(self.end.segment()).0;
        let (min, max) = lengths(segments.split_at(self.start.segment()).1);
        // Of the literals in which the section starts and ends only a part.
        let (before, part) = (self.start.read(), self.end.read());
        match max {
            Some(max) if !self.allows_suffix() => (min + part - before, Some(max + part - before)),
            _ => (min + part - before, None),
        }
    }

    /// The value that it consists of, if it is one value.
    const fn only_value(&self) -> Option<&'p Value> {
        if self.start.next_segment().0 != self.end.0 || self.allows_suffix() {
            return None;
        }
        match self.of.segment(self.start) {
            Segment::Value(value) => Some(value),
            Segment::Literal(_) => None,
        }
    }

    /// Whether it is one value that can be any text of the other.
    const fn is_text_for(&self, other: &Self) -> bool {
        let Some(value) = self.only_value() else { return false };
        if !value.shape.language.is_any_text() || other.allows_suffix() {
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
    /// Whether the lengths tell that no text leads through both.
    pub(super) const fn has_no_common_length(&self) -> bool {
        let ((min, max), (other_min, other_max)) = (self.left.lengths(), self.right.lengths());
        matches!(max, Some(max) if max < other_min)
            || matches!(other_max, Some(other_max) if other_max < min)
    }

    /// Whether a text is known to lead through both, without a search: one side accepts every text of the other.
    pub(super) const fn is_open(&self) -> bool {
        self.left.is_text_for(&self.right) || self.right.is_text_for(&self.left)
    }

    /// The words of both, where both are one of a list.
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
