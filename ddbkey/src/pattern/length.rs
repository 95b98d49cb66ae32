//! The lengths of the strings of a pattern, in bytes.

use super::{Pattern, Segment};

impl Pattern {
    /// Returns the number of bytes that every key has: literals and values of fixed width.
    pub(crate) const fn fixed_len(&self) -> usize {
        let mut sum = 0;
        each!(segment in self.segments => {
            sum += match segment {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => match value.shape.width() {
                    Some(width) => width,
                    None => 0,
                },
            };
        });
        sum
    }

    /// Returns the length of the shortest key in bytes.
    pub(crate) const fn min_len(&self) -> usize {
        lengths(self.segments).0
    }

    /// Returns the length of the longest key in bytes, if there is a limit.
    pub(crate) const fn max_len(&self) -> Option<usize> {
        lengths(self.segments).1
    }

    /// Returns whether the value here, or one that follows directly, has no fixed width.
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

/// Returns the minimum and maximum length of segments in bytes. The maximum is `None` without a limit.
pub(crate) const fn lengths(segments: &[Segment]) -> (usize, Option<usize>) {
    let (mut least, mut greatest) = (0, Some(0));
    each!(segment in segments => {
        let (min, max) = match segment {
            Segment::Literal(text) => (text.len(), Some(text.len())),
            Segment::Value(value) => (value.shape.min, value.shape.max),
        };
        (least, greatest) = sum((least, greatest), (min, max));
    });
    (least, greatest)
}

/// Returns the minimum and maximum length of two strings together.
const fn sum(one: (usize, Option<usize>), other: (usize, Option<usize>)) -> (usize, Option<usize>) {
    let greatest = match (one.1, other.1) {
        (Some(one), Some(other)) => Some(one + other),
        _ => None,
    };
    (one.0 + other.0, greatest)
}
