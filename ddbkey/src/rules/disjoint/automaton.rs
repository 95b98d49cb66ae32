//! A pattern as an automaton: its literals byte by byte, its values by their languages.

use crate::language::{ByteSet, START};
use crate::pattern::{Pattern, Segment, Value, excluded_bytes};

/// The segments of a pattern, with or without anything after them.
#[derive(Clone, Copy)]
pub(crate) struct Automaton<'p> {
    pub(super) segments: &'p [Segment],
    separator: char,
    pub(super) allows_suffix: bool,
}

/// A place in a pattern: the number of a segment, and its state, which for a literal is the number of
/// bytes read. Both in one number, since the search compares places all the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Location(pub(super) u64);

/// The bits of a state.
const STATE: u32 = 48;

impl Location {
    pub(super) const START: Self = Self::new(0, START);

    pub(super) const fn new(segment: usize, state: u64) -> Self {
        Self(((segment as u64) << STATE) | state)
    }

    pub(super) const fn segment(self) -> usize {
        (self.0 >> STATE) as usize
    }

    pub(super) const fn state(self) -> u64 {
        self.0 & ((1 << STATE) - 1)
    }

    /// The bytes read of a literal.
    pub(super) const fn read(self) -> usize {
        self.state() as usize
    }

    pub(super) const fn next_segment(self) -> Self {
        Self(((self.0 >> STATE) + 1) << STATE)
    }

    /// The place after `read` bytes of the literal here, which has `length`.
    pub(super) const fn after(self, read: usize, length: usize) -> Self {
        if read == length { self.next_segment() } else { Self::new(self.segment(), read as u64) }
    }
}

impl<'p> Automaton<'p> {
    /// Accepts whole keys.
    pub(crate) const fn whole(pattern: &'p Pattern) -> Self {
        Self { segments: pattern.segments(), separator: pattern.separator(), allows_suffix: false }
    }

    /// Accepts what these segments do.
    pub(crate) const fn of(segments: &'p [Segment], separator: char) -> Self {
        Self { segments, separator, allows_suffix: false }
    }

    /// Accepts every text that begins as keys do up to this segment.
    pub(crate) const fn starting(pattern: &'p Pattern, end: usize) -> Self {
        let segments = pattern.segments().split_at(end).0;
        Self { segments, separator: pattern.separator(), allows_suffix: true }
    }

    pub(super) const fn separator(&self) -> char {
        self.separator
    }

    pub(super) const fn end(&self) -> Location {
        Location::new(self.segments.len(), START)
    }

    pub(super) const fn is_end(&self, place: Location) -> bool {
        place.segment() == self.segments.len()
    }

    pub(super) const fn segment(&self, place: Location) -> &'p Segment {
        &self.segments[place.segment()]
    }

    /// The bytes that a value of this pattern does not contain although its type does.
    pub(super) const fn excluded_bytes(&self, value: &Value) -> ByteSet {
        excluded_bytes(value, self.separator)
    }

    /// Whether a value of this pattern can contain a byte.
    pub(super) const fn can_contain(&self, value: &Value, byte: u8) -> bool {
        let shape = value.shape();
        if !shape.alphabet().contains(byte) {
            return false;
        }
        // Only these have bytes excluded, which are compared without their set.
        if value.is_unrestricted() || !shape.is_unrestricted() || !byte.is_ascii() {
            return true;
        }
        byte as char != self.separator
            && !matches!(value.delimiter(), Some(delimiter) if delimiter == byte as char)
    }
}
