//! The first bytes of a key, which tell most entities apart at the cost of one comparison.

use crate::pattern::Pattern;

/// What every key of a pattern starts with, as far as 16 bytes of its first literal go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Start {
    /// The first byte is the highest.
    bytes: u128,
    /// The bits that are known.
    known: u128,
}

impl Start {
    /// Of a key of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self { bytes: 0, known: 0 };

    pub(crate) const fn of(pattern: &Pattern) -> Self {
        let (mut start, mut rest, mut shift) =
            (Self::UNKNOWN, pattern.prefix().as_bytes(), u128::BITS);
        while shift > 0
            && let [byte, after @ ..] = rest
        {
            shift -= u8::BITS;
            start.bytes |= (*byte as u128) << shift;
            start.known |= (u8::MAX as u128) << shift;
            rest = after;
        }
        start
    }

    /// Whether no text starts like both.
    pub(crate) const fn differs(self, other: Self) -> bool {
        (self.bytes ^ other.bytes) & self.known & other.known != 0
    }
}
