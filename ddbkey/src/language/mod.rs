//! The exact set of strings of a part, as a small automaton over bytes.
//!
//! Widths, alphabets and the proof of disjointness are all derived from it. A state is a number; [`Language::steps`]
//! lists the steps from a state. Two of them may share a byte.
//!
//! The language of a type contains every string that the type can read, and a few that it cannot: [runs]
//! of digits that look like a date and are not one, dotted digits that are not an IP address, and strings that a user's
//! type refuses. Only the language of `{field:empty}` contains the empty string. [`Language::is_sure_of`] tells whether a
//! string is certainly one that the type can read.

mod address;
mod byte_set;
mod integer;
mod runs;
mod text;
mod variants;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use alloc::vec;
use alloc::vec::Vec;

use crate::text::has_text;
pub use byte_set::ByteSet;
pub(crate) use integer::count_digits;
pub use integer::{Integers, Padding};
pub use runs::{Runs, Spelling, Trimmed};
pub(crate) use variants::Head;
pub use variants::{Payload, Variant, Variants};
pub(crate) use words::MAX_STEPS as MAX_WORD_STEPS;
pub use words::Words;

/// The state in which the automaton of every language starts. States have up to 48 bits, and states of variants 7 more.
pub(crate) const START: u64 = 0;

/// A step from a state, over any of these bytes, to another state.
#[derive(Clone, Copy)]
pub struct Step {
    /// Any of these bytes.
    pub bytes: ByteSet,
    /// The other state.
    pub to: u64,
}

/// The steps from a state.
#[derive(Clone, Copy)]
pub struct Steps {
    steps: [Step; MAX_STEPS],
    length: usize,
}

/// The maximum number of steps from a state, except for words: those over the first byte of a plain integer.
const MAX_STEPS: usize = 5;

impl Steps {
    const NONE: Self =
        Self { steps: [Step { bytes: ByteSet::EMPTY, to: START }; MAX_STEPS], length: 0 };

    /// Adds a step over these bytes, if there are any.
    const fn over(&mut self, bytes: ByteSet, to: u64) {
        if !bytes.is_empty() {
            self.steps[self.length] = Step { bytes, to };
            self.length += 1;
        }
    }

    const fn on(&mut self, byte: u8, to: u64) {
        self.over(ByteSet::byte(byte), to);
    }

    /// Replaces each digit by 9 minus the digit.
    const fn complement(&mut self) {
        let mut at = 0;
        while at < self.length {
            self.steps[at].bytes = self.steps[at].bytes.nines_complement();
            at += 1;
        }
    }

    /// Returns the steps as a list.
    #[must_use]
    pub const fn as_slice(&self) -> &[Step] {
        self.steps.split_at(self.length).0
    }
}

/// The case of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Case {
    /// As `str::to_lowercase` writes it.
    Lower,
    /// As `str::to_uppercase` writes it.
    Upper,
    /// As `str::to_ascii_lowercase` writes it.
    AsciiLower,
    /// As `str::to_ascii_uppercase` writes it.
    AsciiUpper,
}

impl Case {
    /// A case for each alphabet: that of an ASCII case is the same.
    pub const ALPHABETS: [Self; 2] = [Self::Lower, Self::Upper];

    /// Returns all bytes except the letters of the other case.
    #[must_use]
    pub const fn alphabet(self) -> ByteSet {
        ByteSet::ALL.without(match self {
            Self::Lower | Self::AsciiLower => ByteSet::range(b'A', b'Z'),
            Self::Upper | Self::AsciiUpper => ByteSet::range(b'a', b'z'),
        })
    }

    /// Returns the name in a format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::AsciiLower => "ascii_lower",
            Self::AsciiUpper => "ascii_upper",
        }
    }
}

/// The strings that a part can have.
#[allow(missing_docs, reason = "the fields are in the text of each variant")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// `min` to `max` bytes of an alphabet: any string, a string in one case, or ASCII. In one case there are a few more
    /// strings than can be read, with non-ASCII letters.
    Text { alphabet: ByteSet, min: usize, max: Option<usize> },
    /// Any one character.
    Char,
    /// One of these words.
    Words(Words),
    /// A decimal number.
    Integers(Integers),
    /// A timestamp, `2024-12-01T10:30:00.123Z`, or its beginning up to and including a unit, `2024-12-01`, also in
    /// other punctuation, `20241201`.
    Strftime(Spelling),
    /// A timestamp with no more fraction digits than necessary, `2024-12-01T10:30:00.123+00:00`.
    Trimmed(Trimmed),
    /// A number of bytes from one set after another, `01HX7MBJK3V9WQBZ7XNDK5ZT2M`.
    Runs(Runs),
    /// `192.0.2.1`, in lower case `2001:db8::1`, or either. There are more strings than are written: three dots or two colons
    /// suffice.
    Ip { v4: bool, v6: bool },
    /// A word alone, or with a payload: an enum with payloads.
    Variants(Variants),
}

impl Language {
    /// Any string of one byte or more.
    pub const TEXT: Self = Self::text(None, None);

    /// Returns strings up to a length in bytes, the empty string included.
    #[must_use]
    pub const fn or_empty(max: Option<usize>) -> Self {
        Self::Text { alphabet: ByteSet::ALL, min: 0, max }
    }

    /// Returns strings of one byte or more, in one case or in both, up to a length in bytes.
    #[must_use]
    pub const fn text(case: Option<Case>, max: Option<usize>) -> Self {
        let alphabet = match case {
            Some(case) => case.alphabet(),
            None => ByteSet::ALL,
        };
        Self::Text { alphabet, min: 1, max }
    }

    /// Returns the bytes that can occur.
    #[must_use]
    pub const fn alphabet(self) -> ByteSet {
        match self {
            Self::Text { alphabet, .. } => alphabet,
            Self::Char => ByteSet::ALL,
            Self::Words(words) => words.alphabet(),
            Self::Integers(integers) => integers.alphabet(),
            Self::Strftime(spelling) => spelling.alphabet(),
            Self::Trimmed(time) => {
                ByteSet::DIGITS.or(ByteSet::of("-:T.")).or(ByteSet::of(time.tail))
            }
            Self::Ip { v6, .. } => address::alphabet(v6),
            Self::Runs(runs) => runs.alphabet(),
            Self::Variants(variants) => variants.alphabet(),
        }
    }

    /// Returns the minimum and maximum length in bytes. The maximum is `None` without a limit.
    #[must_use]
    pub const fn lengths(self) -> (usize, Option<usize>) {
        let (min, max) = match self {
            Self::Text { min, max, .. } => return (min, max),
            Self::Char => (1, 4),
            Self::Words(words) => words.lengths(),
            Self::Integers(integers) => integers.lengths(),
            Self::Trimmed(time) => time.lengths(),
            Self::Ip { v6, .. } => address::lengths(v6),
            Self::Strftime(spelling) => (spelling.width(), spelling.width()),
            Self::Runs(runs) => (runs.width(), runs.width()),
            Self::Variants(variants) => return variants.lengths(),
        };
        (min, Some(max))
    }

    /// Returns the steps from a state. Words and variants have too many steps for this: `steps_out` lists them.
    #[must_use]
    pub const fn steps(self, state: u64) -> Steps {
        let mut steps = Steps::NONE;
        let out = &mut steps;
        match self {
            Self::Text { alphabet, min, max } => text::text(alphabet, min, max, state, out),
            Self::Char => text::char(state, out),
            Self::Words(_) | Self::Variants(_) => {}
            Self::Integers(integers) => integers.steps(state, out),
            Self::Strftime(spelling) => spelling.steps(state, out),
            Self::Trimmed(time) => time.steps(state, out),
            Self::Ip { v4, v6 } => address::steps(v4, v6, state, out),
            Self::Runs(runs) => runs.steps(state, out),
        }
        steps
    }

    /// Lists the steps from a state, without the bytes `excluded`. Each leads to a state with these further bits.
    /// Returns the number of steps. `excluded` does not apply to words, to the words of variants, or to other languages
    /// than strings, which do not contain these bytes.
    pub(crate) const fn steps_out(
        self,
        state: u64,
        bits: u64,
        excluded: ByteSet,
        bytes: &mut [ByteSet; MAX_WORD_STEPS],
        to: &mut [u64; MAX_WORD_STEPS],
    ) -> usize {
        match self {
            Self::Words(words) => return words.steps(state, bits, bytes, to),
            Self::Variants(variants) => return variants.steps(state, bits, excluded, bytes, to),
            _ => {}
        }
        let steps = self.steps(state);
        let steps = steps.as_slice();
        let mut n = 0;
        while n < steps.len() {
            bytes[n] = steps[n].bytes.without(excluded);
            to[n] = bits | steps[n].to;
            n += 1;
        }
        n
    }

    /// Returns the steps from a state, as a list.
    #[must_use]
    pub fn all_steps(self, state: u64, excluded: ByteSet) -> Vec<Step> {
        let (mut bytes, mut to) = ([ByteSet::EMPTY; MAX_WORD_STEPS], [START; MAX_WORD_STEPS]);
        let length = self.steps_out(state, START, excluded, &mut bytes, &mut to);
        let steps = bytes.into_iter().zip(to).take(length);
        steps.map(|(bytes, to)| Step { bytes, to }).collect()
    }

    /// Returns whether a string may end in this state.
    #[must_use]
    pub const fn is_accepting(self, state: u64) -> bool {
        match self {
            Self::Text { min, .. } => state as usize >= min,
            Self::Char => state == text::READ,
            Self::Words(words) => words.is_accepting(state),
            Self::Integers(integers) => integers.is_accepting(state),
            Self::Trimmed(time) => time.is_accepting(state),
            Self::Ip { .. } => address::is_accepting(state),
            Self::Variants(variants) => variants.is_accepting(state),
            // Of a fixed shape: the number of bytes read.
            _ => state as usize == self.lengths().0,
        }
    }

    /// Returns whether our own types can read a string that the automaton accepts. Also returns `false` if that is
    /// unknown.
    pub(crate) const fn is_sure_of(self, text: &str) -> bool {
        match self {
            // In one case, non-ASCII letters are not certain.
            Self::Text { alphabet, .. } => alphabet.is_all() || text.is_ascii(),
            Self::Strftime(spelling) => spelling.is_in_every_calendar(text),
            // Without a fraction, which could be shorter.
            Self::Trimmed(time) => {
                text.len() == time.lengths().0 && Spelling::ISO.is_in_every_calendar(text)
            }
            Self::Runs(runs) => runs.is_sure_of(text),
            Self::Ip { .. } => false,
            Self::Variants(variants) => variants.is_sure_of(text),
            _ => true,
        }
    }

    /// Returns whether it is a string whose values decide what it contains, so that each value is checked for the separator
    /// when it is built.
    #[must_use]
    pub const fn is_free(self) -> bool {
        match self {
            Self::Text { alphabet, .. } => !alphabet.is_ascii(),
            Self::Variants(variants) => variants.is_free(),
            _ => matches!(self, Self::Char),
        }
    }

    /// Returns whether it has times, which may have an offset that no key holds.
    pub(crate) const fn has_time(self) -> bool {
        match self {
            Self::Strftime(_) | Self::Trimmed(_) => true,
            Self::Variants(variants) => variants.has_time(),
            _ => false,
        }
    }

    /// Returns whether it contains every string except the empty one.
    pub(crate) const fn is_any_text(self) -> bool {
        matches!(self, Self::Text { alphabet, min: 1, max: None } if alphabet.is_all())
    }

    /// Returns whether no string is a prefix of another. A type that is ordered everywhere needs this: otherwise,
    /// with a separator after them, strings would sort differently from their values.
    pub(crate) const fn is_prefix_free(self) -> bool {
        match self {
            // The first byte of a character determines its length, and a time has its tail only at the end.
            Self::Char => true,
            Self::Trimmed(time) => !time.tail.is_empty(),
            Self::Integers(integers) => integers.is_prefix_free(),
            Self::Words(words) => words.is_prefix_free(),
            Self::Variants(_) => false,
            _ => matches!(self.lengths(), (min, Some(max)) if min == max),
        }
    }

    /// Returns the string of the least number, read as a number, if that is known.
    pub(crate) const fn least_number(self) -> Option<i128> {
        match self {
            Self::Integers(integers) => integers.least(),
            _ => None,
        }
    }

    /// Returns the character with which a longer string continues where a shorter one ends. Strings of an ordered type sort
    /// like its values only before characters that sort below it.
    pub(crate) const fn sorts_before(self) -> Option<char> {
        match self {
            Self::Trimmed(time) if time.tail.is_empty() => Some('.'),
            _ => None,
        }
    }

    pub(crate) fn has_prefix(self, start: &str) -> bool {
        if let Self::Words(words) = self {
            return words.list().iter().any(|word| word.starts_with(start));
        }
        let mut states = vec![START];
        for byte in start.bytes() {
            let steps = states.iter().flat_map(|state| self.all_steps(*state, ByteSet::EMPTY));
            states = steps.filter(|step| step.bytes.contains(byte)).map(|step| step.to).collect();
            states.sort_unstable();
            states.dedup();
        }
        !states.is_empty()
    }

    /// Returns whether it contains a string.
    #[must_use]
    pub fn contains(self, text: &str) -> bool {
        if let Self::Words(words) = self {
            return has_text(words.list(), text);
        }
        let (min, max) = self.lengths();
        text.len() >= min
            && max.is_none_or(|max| text.len() <= max)
            && match self {
                Self::Text { alphabet, .. } => {
                    alphabet.is_all() || text.bytes().all(|byte| alphabet.contains(byte))
                }
                Self::Variants(variants) => variants.contains(text),
                // The languages of the crate's own types, whose strings are short. A user's type can have the shape of
                // one of them.
                _ => self.leads_to_an_end(START, text.as_bytes()),
            }
    }

    /// Returns whether these bytes lead from a state to a state in which a string may end.
    fn leads_to_an_end(self, state: u64, bytes: &[u8]) -> bool {
        let Some((first, rest)) = bytes.split_first() else { return self.is_accepting(state) };
        let leads =
            |step: &Step| step.bytes.contains(*first) && self.leads_to_an_end(step.to, rest);
        self.steps(state).as_slice().iter().any(leads)
    }
}
