//! What all keys of a pattern have in common, to rule out quickly that a string is one.

use super::{Pattern, Segment};

/// The prefix and the lengths of all keys of a pattern.
pub(crate) struct Prefilter {
    prefix: &'static str,
    least: usize,
    most: usize,
}

impl Prefilter {
    /// Accepts every string.
    pub(crate) const ANY: Self = Self { prefix: "", least: 0, most: usize::MAX };

    pub(crate) const fn of(pattern: &Pattern) -> Self {
        let most = match pattern.max_len() {
            Some(most) if most < pattern.limit() => most,
            _ => pattern.limit(),
        };
        Self { prefix: pattern.prefix(), least: pattern.min_len(), most }
    }

    #[inline]
    pub(crate) fn may_match(&self, text: &str) -> bool {
        self.least <= text.len() && text.len() <= self.most && text.starts_with(self.prefix)
    }
}

impl Pattern {
    /// Returns how many of the literals a string contains, in order: how close it is to a key. A string that is longer
    /// than any key is not read.
    pub(crate) fn literals_found(&self, text: &str) -> usize {
        let (mut rest, mut found) = (text, 0);
        if text.len() > self.limit() {
            return 0;
        }
        for (at, segment) in self.segments.iter().enumerate() {
            let Segment::Literal(literal) = segment else { continue };
            let after = match at {
                0 => rest.strip_prefix(literal),
                _ => rest.split_once(literal).map(|(_, after)| after),
            };
            match after {
                Some(after) => (rest, found) = (after, found + 1),
                None => return found,
            }
        }
        found
    }
}
