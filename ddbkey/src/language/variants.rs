//! The strings of an enum with payloads: only a word, or a word, the separator and a payload.
//!
//! Words differ and do not contain the separator. So the string up to the first separator determines the variant.

use super::words::MAX_STEPS;
use super::{ByteSet, Language, START};
use crate::text::same_text;

/// The variants of an enum with payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variants {
    /// The character between a word and its payload. It is ASCII.
    pub separator: char,
    /// The variants, in any order.
    pub list: &'static [Variant],
}

/// A variant of an enum with payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The start of the variant's strings.
    pub word: &'static str,
    /// The payload, if there is one.
    pub payload: Option<Payload>,
}

/// The payload of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Payload {
    /// Its strings.
    pub language: Language,
    /// Whether it takes the rest of the key, separators included.
    pub is_rest: bool,
}

/// The start of a string: the number of bytes of the word and the separator after it, and whether the payload takes the
/// rest of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) length: usize,
    pub(crate) is_rest: bool,
}

/// The maximum number of variants, so that a state has room for the number of a variant.
const MAX_VARIANTS: usize = 127;

/// In a payload, the number of the variant starts at this bit of a state. In a word, the number starts at `WORD`, and
/// the bits below it count the bytes read of the word.
const PAYLOAD: u32 = 48;
const WORD: u32 = 16;

impl Variants {
    /// # Panics
    ///
    /// Panics without variants or with too many, or if a word is empty or too long, contains the separator or occurs
    /// twice.
    #[must_use]
    pub const fn new(separator: char, list: &'static [Variant]) -> Self {
        assert!(separator.is_ascii_punctuation(), "the separator is not ASCII punctuation");
        assert!(
            !list.is_empty() && list.len() <= MAX_VARIANTS,
            "there are no variants, or more than 127"
        );
        let mut at = 0;
        while at < list.len() {
            let word = list[at].word;
            assert!(!word.is_empty() && word.len() < 1 << WORD, "a word is empty or too long");
            assert!(!ByteSet::of(word).contains(separator as u8), "a word contains the separator");
            let mut before = 0;
            while before < at {
                assert!(!same_text(list[before].word, word), "a word occurs twice");
                before += 1;
            }
            at += 1;
        }
        Self { separator, list }
    }

    /// Returns the start of a string. It is empty for a variant without a payload, and for a string that is not a variant.
    pub(crate) fn head(self, text: &str) -> Head {
        let after = |variant: &Variant| {
            let after = text.strip_prefix(variant.word)?.strip_prefix(self.separator)?;
            let is_rest = variant.payload?.is_rest;
            Some(Head { length: text.len() - after.len(), is_rest })
        };
        self.list.iter().find_map(after).unwrap_or(Head { length: 0, is_rest: false })
    }

    /// Returns whether the string up to the first separator is a word.
    pub(crate) fn begin(self, text: &str) -> bool {
        let word = text.split(self.separator).next();
        self.list.iter().any(|variant| Some(variant.word) == word)
    }

    /// Returns whether a string is one of these. The string of a payload can be long, and its automaton recurses.
    pub(super) fn contains(self, text: &str) -> bool {
        self.list.iter().any(|variant| match (text.strip_prefix(variant.word), variant.payload) {
            (Some(after), Some(payload)) => after
                .strip_prefix(self.separator)
                .is_some_and(|text| payload.language.contains(text)),
            (after, _) => after == Some(""),
        })
    }

    /// Returns the bytes that can occur.
    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = self.fixed_alphabet();
        each!(own in self.list => {
            if let Some(payload) = own.payload {
                alphabet =
                    alphabet.or(payload.language.alphabet()).or(ByteSet::ascii(self.separator));
            }
        });
        alphabet
    }

    /// Returns the bytes of words, and of payloads whose strings are not checked when they are built.
    pub(crate) const fn fixed_alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::EMPTY;
        each!(own in self.list => {
            alphabet = alphabet.or(ByteSet::of(own.word));
            if let Some(payload) = own.payload
                && !payload.language.is_free()
            {
                alphabet = alphabet.or(payload.language.alphabet());
            }
        });
        alphabet
    }

    /// Returns the minimum and maximum length in bytes.
    pub(super) const fn lengths(self) -> (usize, Option<usize>) {
        let (mut min, mut max) = (usize::MAX, Some(0));
        each!(own in self.list => {
            let (least, greatest) = own.lengths();
            if least < min {
                min = least;
            }
            max = match (max, greatest) {
                (Some(max), Some(greatest)) if greatest > max => Some(greatest),
                (Some(max), Some(_)) => Some(max),
                _ => None,
            };
        });
        (min, max)
    }

    /// Returns whether a payload is a string whose values decide what it contains.
    pub(super) const fn is_free(self) -> bool {
        any!(own in self.list => matches!(own.payload, Some(own) if own.language.is_free()))
    }

    pub(super) const fn has_time(self) -> bool {
        any!(own in self.list => matches!(own.payload, Some(own) if own.language.has_time()))
    }

    /// Returns the first word whose payload takes the rest of the key.
    pub(crate) const fn with_rest(self) -> Option<&'static str> {
        find!(own in self.list => match own.payload {
            Some(Payload { is_rest: true, .. }) => Some(own.word),
            _ => None,
        })
    }

    /// Returns whether a byte that follows both, their separator, ends each string of both at the same place: both have the
    /// same words, each with a payload that ends with its part or without.
    pub(crate) const fn end_like(self, other: Self, byte: u8) -> bool {
        self.separator as u8 == byte
            && other.separator as u8 == byte
            && !self.fixed_alphabet().or(other.fixed_alphabet()).contains(byte)
            && same!(one, other in self.list, other.list => {
                same_text(one.word, other.word) && one.payload.is_some() == other.payload.is_some()
            })
            && self.with_rest().is_none()
            && other.with_rest().is_none()
    }

    /// Returns whether the crate's own types read a string that the automaton accepts.
    pub(super) const fn is_sure_of(self, text: &str) -> bool {
        each!(own in self.list => {
            let Variant { word, payload } = *own;
            if let Some(payload) = payload
                && text.len() > word.len()
                && text.is_char_boundary(word.len())
                && same_text(text.split_at(word.len()).0, word)
                && text.as_bytes()[word.len()] == self.separator as u8
            {
                return payload.language.is_sure_of(text.split_at(word.len() + 1).1);
            }
        });
        true
    }

    /// Lists the steps from a state. Each leads to a state with these further bits. A payload that ends with its part
    /// has no step over the bytes `excluded`. Returns the number of steps.
    pub(crate) const fn steps(
        self,
        state: u64,
        bits: u64,
        excluded: ByteSet,
        bytes: &mut [ByteSet; MAX_STEPS],
        to: &mut [u64; MAX_STEPS],
    ) -> usize {
        if let Some(at) = payload_of(state) {
            let Some(payload) = self.list[at].payload else { return 0 };
            let bits = bits | (at as u64 + 1) << PAYLOAD;
            let state = state & ((1 << PAYLOAD) - 1);
            let excluded = if payload.is_rest { ByteSet::EMPTY } else { excluded };
            return payload.language.steps_out(state, bits, excluded, bytes, to);
        }
        let (mut at, end) = match state {
            START => (0, self.list.len()),
            _ => ((state >> WORD) as usize - 1, (state >> WORD) as usize),
        };
        let (read, mut length) = (state as usize & ((1 << WORD) - 1), 0);
        while at < end {
            let Variant { word, payload } = self.list[at];
            let number = at as u64 + 1;
            if read < word.len() {
                bytes[length] = ByteSet::byte(word.as_bytes()[read]);
                to[length] = bits | number << WORD | (read as u64 + 1);
                length += 1;
            } else if payload.is_some() {
                bytes[length] = ByteSet::ascii(self.separator);
                to[length] = bits | number << PAYLOAD | START;
                length += 1;
            }
            at += 1;
        }
        length
    }

    pub(super) const fn is_accepting(self, state: u64) -> bool {
        if let Some(at) = payload_of(state) {
            return match self.list[at].payload {
                Some(payload) => payload.language.is_accepting(state & ((1 << PAYLOAD) - 1)),
                None => false,
            };
        }
        if state == START {
            return false;
        }
        let Variant { word, payload } = self.list[(state >> WORD) as usize - 1];
        payload.is_none() && state as usize & ((1 << WORD) - 1) == word.len()
    }
}

const fn payload_of(state: u64) -> Option<usize> {
    ((state >> PAYLOAD) as usize).checked_sub(1)
}

impl Variant {
    const fn lengths(self) -> (usize, Option<usize>) {
        let Some(payload) = self.payload else { return (self.word.len(), Some(self.word.len())) };
        let (min, max) = payload.language.lengths();
        let start = self.word.len() + 1;
        match max {
            Some(max) => (start + min, Some(start + max)),
            None => (start + min, None),
        }
    }
}
