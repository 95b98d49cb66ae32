//! A pattern as an automaton: its literals byte by byte, its values by their languages.

use crate::language::{Language, START};
use crate::pattern::{Pattern, Segment, Value};

#[derive(Clone, Copy)]
pub(crate) struct Automaton<'p> {
    pub(super) segments: &'p [Segment],
    pub(super) separator: char,
}

/// A location in a pattern: the number of a segment, and its state, which for a literal is the number of
/// bytes read. Both are in one number, since the search compares locations all the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Location(pub(super) u64);

/// The number of bits of a state.
const STATE: u32 = 55;

impl Location {
    pub(crate) const START: Self = Self::new(0, START);

    pub(crate) const fn new(segment: usize, state: u64) -> Self {
        Self(((segment as u64) << STATE) | state)
    }

    pub(crate) const fn segment(self) -> usize {
        (self.0 >> STATE) as usize
    }

    pub(crate) const fn state(self) -> u64 {
        self.0 & ((1 << STATE) - 1)
    }

    /// Returns the number of bytes read of a literal.
    pub(super) const fn read(self) -> usize {
        self.state() as usize
    }

    pub(crate) const fn next_segment(self) -> Self {
        Self(((self.0 >> STATE) + 1) << STATE)
    }

    /// Returns the location after `read` bytes of the literal here, which is `length` long.
    pub(super) const fn after(self, read: usize, length: usize) -> Self {
        if read == length { self.next_segment() } else { Self::new(self.segment(), read as u64) }
    }
}

/// What lies between two locations of a pattern.
#[derive(Clone, Copy)]
pub(super) struct Section<'p> {
    pub(super) of: Automaton<'p>,
    pub(super) start: Location,
    pub(super) end: Location,
}

impl Section<'_> {
    /// Returns the string, if there is exactly one.
    pub(super) const fn text(&self) -> Option<&'static str> {
        let (start, end) = (self.start, self.end);
        if start.0 < end.0
            && let Segment::Literal(text) = self.of.segment(start)
        {
            let length = if end.0 == start.next_segment().0 { text.len() } else { end.read() };
            if end.0 == start.after(length, text.len()).0 {
                return Some(text.split_at(length).0.split_at(start.read()).1);
            }
        }
        None
    }
}

impl<'p> Automaton<'p> {
    /// Returns an automaton for whole keys.
    pub(crate) const fn of_key(pattern: &Pattern) -> Automaton<'static> {
        Automaton::of(pattern.segments, pattern.separator)
    }

    pub(crate) const fn of(segments: &'p [Segment], separator: char) -> Self {
        Self { segments, separator }
    }

    /// Returns the section from the first location to the end.
    pub(super) const fn section(self) -> Section<'p> {
        assert!(self.segments.len() < 1 << (u64::BITS - STATE), "a key has more than 511 segments");
        let end = Location::new(self.segments.len(), START);
        Section { of: self, start: Location::START, end }
    }

    pub(super) const fn is_end(&self, place: Location) -> bool {
        place.segment() == self.segments.len()
    }

    pub(super) const fn segment(&self, place: Location) -> &'p Segment {
        &self.segments[place.segment()]
    }

    pub(super) const fn can_contain(&self, value: &Value, byte: u8) -> bool {
        if !value.shape.alphabet.contains(byte) {
            return false;
        }
        // Other values exclude no bytes, and are compared without their set. Variants have a separator.
        if value.is_unrestricted() || !value.shape.is_unrestricted() || !byte.is_ascii() {
            return true;
        }
        let byte = byte as char;
        if byte == self.separator {
            return matches!(value.shape.language, Language::Variants(_));
        }
        !matches!(value.delimiter, Some(delimiter) if delimiter == byte)
    }
}
