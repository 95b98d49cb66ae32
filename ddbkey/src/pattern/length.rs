//! How long the texts of a pattern are, in bytes.

use super::{Pattern, Segment};

impl Pattern {
    /// The bytes that every key has: those of literals and of values of fixed width.
    #[doc(hidden)]
    #[must_use]
    pub const fn fixed_len(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => match value.shape.width() {
                    Some(width) => width,
                    None => 0,
                },
            };
            at += 1;
        }
        sum
    }

    /// The length in bytes of the shortest key.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => value.shape.min_len(),
            };
            at += 1;
        }
        sum
    }

    /// The length in bytes of the longest key, if there is one.
    #[must_use]
    pub const fn max_len(&self) -> Option<usize> {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => match value.shape.max_len() {
                    Some(length) => length,
                    None => return None,
                },
            };
            at += 1;
        }
        Some(sum)
    }

    /// Whether the value here, or one that follows at once, has no fixed width.
    pub(crate) const fn has_free_width_from(&self, mut at: usize) -> bool {
        while at < self.segments.len() {
            match &self.segments[at] {
                Segment::Literal(_) => return false,
                Segment::Value(value) if value.shape.width().is_none() => return true,
                Segment::Value(_) => at += 1,
            }
        }
        false
    }
}
