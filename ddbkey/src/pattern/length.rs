//! How long the texts of a pattern are, in bytes.

use super::{Pattern, Segment};

impl Pattern {
    /// The bytes that every key has: those of literals and of values of fixed width.
    pub(crate) const fn fixed_len(&self) -> usize {
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
    pub(crate) const fn min_len(&self) -> usize {
        lengths(self.segments).0
    }

    /// The length in bytes of the longest key, if there is one.
    pub(crate) const fn max_len(&self) -> Option<usize> {
        lengths(self.segments).1
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

/// The least and the greatest length of segments, in bytes; the latter is `None` if it is not limited.
pub(crate) const fn lengths(segments: &[Segment]) -> (usize, Option<usize>) {
    let (mut least, mut greatest) = (0, Some(0));
    let mut at = 0;
    while at < segments.len() {
        let (min, max) = match &segments[at] {
            Segment::Literal(text) => (text.len(), Some(text.len())),
            Segment::Value(value) => (value.shape.min, value.shape.max),
        };
        (least, greatest) = sum((least, greatest), (min, max));
        at += 1;
    }
    (least, greatest)
}

/// The least and the greatest length of two texts together.
pub(crate) const fn sum(
    one: (usize, Option<usize>),
    other: (usize, Option<usize>),
) -> (usize, Option<usize>) {
    let greatest = match (one.1, other.1) {
        (Some(one), Some(other)) => Some(one + other),
        _ => None,
    };
    (one.0 + other.0, greatest)
}
