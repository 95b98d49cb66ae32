//! What all keys of a pattern have in common, to rule out quickly that a text is one.

use super::{Pattern, Segment};

/// The prefix and the lengths of all keys of a pattern.
pub(crate) struct Prefilter {
    prefix: &'static str,
    least: usize,
    most: usize,
    has_inner_literals: bool,
}

impl Prefilter {
    /// Lets every text through.
    pub(crate) const ANY: Self =
        Self { prefix: "", least: 0, most: usize::MAX, has_inner_literals: false };

    pub(crate) const fn of(pattern: &Pattern) -> Self {
        let most = match pattern.max_len() {
            Some(most) if most < pattern.limit() => most,
            _ => pattern.limit(),
        };
        let mut has_inner_literals = false;
        let mut is_fixed = true;
        let mut at = 0;
        while at < pattern.segments.len() {
            match &pattern.segments[at] {
                Segment::Literal(_) => has_inner_literals |= at > 0 && is_fixed,
                Segment::Value(value) => is_fixed &= value.shape.width().is_some(),
            }
            at += 1;
        }
        Self { prefix: pattern.prefix(), least: pattern.min_len(), most, has_inner_literals }
    }

    /// Whether literals behind the first one have places that are known:
    /// [`Pattern::literals_match`] looks at them.
    pub(crate) const fn has_inner_literals(&self) -> bool {
        self.has_inner_literals
    }

    #[inline]
    pub(crate) fn may_match(&self, text: &str) -> bool {
        self.least <= text.len() && text.len() <= self.most && text.starts_with(self.prefix)
    }
}

impl Pattern {
    /// Whether the text has the literals at their places, up to the first value of free width.
    pub(crate) fn literals_match(&self, text: &str) -> bool {
        let mut rest = text.as_bytes();
        for segment in self.segments {
            let after = match segment {
                Segment::Literal(literal) => rest.strip_prefix(literal.as_bytes()),
                Segment::Value(value) => match value.shape.width() {
                    Some(width) => rest.get(width..),
                    None => return true,
                },
            };
            match after {
                Some(after) => rest = after,
                None => return false,
            }
        }
        true
    }

    /// How many of the literals a text contains, in order: how near it comes to a key.
    pub(crate) fn literals_found(&self, text: &str) -> usize {
        let (mut rest, mut found) = (text, 0);
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
