//! The exact set of texts of a part, as a small automaton over bytes.
//!
//! Widths, alphabets and the proof of disjointness all come from it. A state is a number;
//! [`Language::transition`] lists the ways out of one. Two transitions may share a byte.
//!
//! Every text that a type reads is in its language, except for the empty text, which no key accepts.
//! The language has a few more: [runs] of digits that are no date, IPv6 addresses in a form that is not written,
//! and what a type written by a user refuses. [`Language::is_sure_of`] knows which texts are none of these.

mod address;
mod byte_set;
mod integer;
mod print;
mod runs;
mod text;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use alloc::vec;

pub(crate) use byte_set::ByteSet;
pub(crate) use integer::count_digits;
pub(crate) use print::Escaped;
use runs::Run;
#[allow(unused_imports, reason = "only types behind features have calendar units")]
pub(crate) use runs::Spelling;
pub(crate) use words::{Node, Words};

/// The state in which the automaton of every language starts. States have up to 48 bits.
pub(crate) const START: u64 = 0;

/// A way from a state, over any of these bytes, to another state.
#[derive(Clone, Copy)]
pub(crate) struct Transition {
    pub(crate) bytes: ByteSet,
    pub(crate) to: u64,
}

impl Transition {
    const fn over(bytes: ByteSet, to: u64) -> Option<Self> {
        if bytes.is_empty() { None } else { Some(Self { bytes, to }) }
    }

    #[expect(clippy::unnecessary_wraps, reason = "both kinds of transition have one type")]
    const fn on(byte: u8, to: u64) -> Option<Self> {
        Some(Self { bytes: ByteSet::byte(byte), to })
    }
}

/// The case of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Case {
    Lower,
    Upper,
}

impl Case {
    /// All bytes but the letters of the other case.
    pub(crate) const fn alphabet(self) -> ByteSet {
        ByteSet::ALL.without(match self {
            Self::Lower => ByteSet::range(b'A', b'Z'),
            Self::Upper => ByteSet::range(b'a', b'z'),
        })
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

const fn same_max(one: Option<usize>, other: Option<usize>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one == other,
        (None, None) => true,
        _ => false,
    }
}

/// The texts that a part can have.
#[allow(dead_code, reason = "some are only constructed by types behind features")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    /// Any text of one byte or more.
    Text,
    /// Any text of one byte or more, up to a length in bytes.
    ShortText { max: usize },
    /// Text in one case, of one byte or more, up to a length in bytes. It has a few more texts than are read:
    /// those of other letters than ASCII's.
    Folded { case: Case, max: Option<usize> },
    /// Any one character.
    Char,
    /// `min` to `max` characters of an ASCII alphabet.
    Ascii { alphabet: ByteSet, min: usize, max: Option<usize> },
    /// One of these words.
    Words(Words),
    /// A decimal number from `-below` to `max`, without leading zeros; with or without 0.
    Integer { max: u128, below: u128, zero: bool },
    /// The same in `digits` digits; below zero `-` and the digits of 10^`digits` + n.
    Padded { digits: usize, max: u128, below: u128, zero: bool },
    /// The digits of 10^`digits` - 1 - n, for n from 0 to `max`: the greatest number sorts first.
    Descending { digits: usize, max: u128, zero: bool },
    /// The beginning of a timestamp, up to and including a unit, `2024-12-01`, also in other punctuation, `20241201`.
    Strftime(Spelling),
    /// What chrono's `to_rfc3339` writes, `2024-12-01T10:30:00.123+00:00`.
    Rfc3339,
    /// `2024-12-01T10:30:00.123Z`, with this many fractional digits.
    Timestamp { fraction: usize },
    /// 26 characters of Crockford's base 32, upper case.
    Ulid,
    /// Hyphenated, lower case.
    Uuid,
    /// 27 characters of base 62.
    Ksuid,
    /// The number of one of this many shards, in as many digits as the greatest has.
    Shard { count: u128 },
    /// `192.0.2.1`.
    Ipv4,
    /// Lower case. It has more texts than are written: two colons suffice.
    Ipv6,
    /// Either.
    Ip,
}

impl Language {
    /// The bytes that can occur.
    pub(crate) const fn alphabet(self) -> ByteSet {
        match self {
            Self::Text | Self::ShortText { .. } | Self::Char => ByteSet::ALL,
            Self::Folded { case, .. } => case.alphabet(),
            Self::Ascii { alphabet, .. } => alphabet,
            Self::Words(words) => words.alphabet(),
            Self::Integer { below: 0, .. }
            | Self::Padded { below: 0, .. }
            | Self::Descending { .. }
            | Self::Shard { .. } => ByteSet::DIGITS,
            Self::Integer { .. } | Self::Padded { .. } => {
                const { ByteSet::DIGITS.or(ByteSet::byte(b'-')) }
            }
            Self::Strftime(spelling) => spelling.alphabet(),
            Self::Rfc3339 => const { ByteSet::DIGITS.or(ByteSet::of("-:T.+")) },
            Self::Timestamp { fraction: 0 } => const { ByteSet::DIGITS.or(ByteSet::of("-:TZ")) },
            Self::Timestamp { .. } => const { ByteSet::DIGITS.or(ByteSet::of("-:TZ.")) },
            Self::Ipv4 => const { ByteSet::DIGITS.or(ByteSet::byte(b'.')) },
            Self::Ipv6 | Self::Ip => const { runs::HEX.or(ByteSet::of(":.")) },
            Self::Ulid | Self::Uuid | Self::Ksuid => runs::alphabet(self.runs()),
        }
    }

    /// The least and the greatest length in bytes; the latter is `None` if lengths are not limited.
    pub(crate) const fn lengths(self) -> (usize, Option<usize>) {
        match self {
            Self::Text => (1, None),
            Self::ShortText { max } => (1, Some(max)),
            Self::Folded { max, .. } => (1, max),
            Self::Char => (1, Some(4)),
            Self::Ascii { min, max, .. } => (min, max),
            Self::Words(words) => {
                let (min, max) = words.lengths();
                (min, Some(max))
            }
            Self::Integer { max, below: 0, .. } => (1, Some(count_digits(max))),
            Self::Integer { max, below, .. } => {
                let (up, down) = (count_digits(max), count_digits(below) + 1);
                (1, Some(if up > down { up } else { down }))
            }
            Self::Padded { digits, below, .. } => (digits, Some(digits + (below != 0) as usize)),
            Self::Descending { digits, .. } => (digits, Some(digits)),
            Self::Strftime(spelling) => (spelling.width(), Some(spelling.width())),
            Self::Rfc3339 => (25, Some(35)),
            Self::Timestamp { fraction } => {
                let width = 20 + fraction + (fraction != 0) as usize;
                (width, Some(width))
            }
            Self::Shard { count } => {
                let digits = count_digits(count - 1);
                (digits, Some(digits))
            }
            Self::Ipv4 => (7, Some(15)),
            Self::Ipv6 | Self::Ip => (2, Some(address::LONGEST_V6)),
            Self::Ulid | Self::Uuid | Self::Ksuid => {
                let width = runs::width(self.runs());
                (width, Some(width))
            }
        }
    }

    /// The greatest number of transitions out of a state.
    pub(crate) const fn out_degree(self, state: u64) -> usize {
        match self {
            Self::Rfc3339 => 2,
            Self::Ipv4 => address::V4_DEGREE,
            Self::Ipv6 => address::V6_DEGREE,
            Self::Ip => address::V4_DEGREE + address::V6_DEGREE,
            Self::Char => text::char_out_degree(state),
            Self::Words(words) => words.out_degree(state),
            Self::Integer { .. } => integer::plain_out_degree(state),
            Self::Padded { .. } | Self::Descending { .. } | Self::Shard { .. } => {
                integer::padded_out_degree(state)
            }
            _ => 1,
        }
    }

    /// The `n`th transition out of a state, below its [`out_degree`](Self::out_degree); some may be
    /// missing.
    pub(crate) const fn transition(self, state: u64, n: usize) -> Option<Transition> {
        match self {
            Self::Text => Transition::over(ByteSet::ALL, text::READ),
            Self::ShortText { max } => text::ascii(ByteSet::ALL, 1, Some(max), state),
            Self::Folded { case, max } => text::ascii(case.alphabet(), 1, max, state),
            Self::Char => text::char(state, n),
            Self::Ascii { alphabet, min, max } => text::ascii(alphabet, min, max, state),
            Self::Words(words) => words.transition(state, n),
            Self::Integer { max, below, zero } => integer::plain(max, below, zero, state, n),
            Self::Padded { digits, max, below, zero } => {
                integer::padded(digits, max, below, zero, state, n)
            }
            Self::Descending { digits, max, zero } => {
                integer::descending(digits, max, zero, state, n)
            }
            Self::Strftime(spelling) => spelling.transition(state),
            Self::Rfc3339 => runs::rfc3339(state, n),
            Self::Timestamp { fraction } => runs::timestamp(fraction, state),
            Self::Shard { count } => {
                integer::padded(count_digits(count - 1), count - 1, 0, true, state, n)
            }
            Self::Ipv4 => address::v4(state, n),
            Self::Ipv6 => address::v6(state, n),
            Self::Ip => address::either(state, n),
            Self::Ulid | Self::Uuid | Self::Ksuid => runs::transition(self.runs(), state),
        }
    }

    /// Whether a text may end in this state.
    pub(crate) const fn is_accepting(self, state: u64) -> bool {
        match self {
            Self::Text | Self::Char => state == text::READ,
            Self::ShortText { .. } | Self::Folded { .. } => state >= 1,
            Self::Ascii { min, .. } => state as usize >= min,
            Self::Words(words) => words.is_accepting(state),
            Self::Integer { max, below, .. } => integer::plain_is_accepting(max, below, state),
            Self::Padded { digits, .. } | Self::Descending { digits, .. } => {
                integer::padded_is_accepting(digits, state)
            }
            Self::Rfc3339 => state == runs::RFC3339_END,
            Self::Shard { count } => integer::padded_is_accepting(count_digits(count - 1), state),
            Self::Ipv4 => address::v4_is_accepting(state),
            Self::Ipv6 => address::v6_is_accepting(state),
            Self::Ip => address::v4_is_accepting(state) || address::v6_is_accepting(state),
            // Of a fixed shape: the number of bytes read.
            _ => state as usize == self.lengths().0,
        }
    }

    /// Whether two languages are described alike.
    pub(crate) const fn same_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Text, Self::Text)
            | (Self::Char, Self::Char)
            | (Self::Rfc3339, Self::Rfc3339)
            | (Self::Ulid, Self::Ulid)
            | (Self::Uuid, Self::Uuid)
            | (Self::Ksuid, Self::Ksuid)
            | (Self::Ipv4, Self::Ipv4)
            | (Self::Ipv6, Self::Ipv6)
            | (Self::Ip, Self::Ip) => true,
            (Self::ShortText { max: one }, Self::ShortText { max: other }) => one == other,
            (Self::Folded { case: one, max }, Self::Folded { case: other, max: most }) => {
                one as u8 == other as u8 && same_max(max, most)
            }
            (Self::Shard { count: one }, Self::Shard { count: other }) => one == other,
            (Self::Timestamp { fraction: one }, Self::Timestamp { fraction: other }) => {
                one == other
            }
            (Self::Strftime(one), Self::Strftime(other)) => {
                one.units == other.units && one.gaps == other.gaps
            }
            (
                Self::Ascii { alphabet, min, max },
                Self::Ascii { alphabet: other_alphabet, min: other_min, max: other_max },
            ) => alphabet.same_as(other_alphabet) && min == other_min && same_max(max, other_max),
            (
                Self::Integer { max, below, zero },
                Self::Integer { max: other_max, below: other_below, zero: other_zero },
            ) => max == other_max && below == other_below && zero == other_zero,
            (
                Self::Padded { digits, max, below, zero },
                Self::Padded {
                    digits: other_digits,
                    max: other_max,
                    below: other_below,
                    zero: other_zero,
                },
            ) => {
                digits == other_digits
                    && max == other_max
                    && below == other_below
                    && zero == other_zero
            }
            (
                Self::Descending { digits, max, zero },
                Self::Descending { digits: other_digits, max: other_max, zero: other_zero },
            ) => digits == other_digits && max == other_max && zero == other_zero,
            (Self::Words(words), Self::Words(other)) => words.same_as(other),
            _ => false,
        }
    }

    /// The runs of an id; none of another language.
    const fn runs(self) -> &'static [Run] {
        match self {
            Self::Ulid => runs::ULID,
            Self::Uuid => runs::UUID,
            Self::Ksuid => runs::KSUID,
            _ => &[],
        }
    }

    /// Whether a text that the automaton accepts is one that our own types read. `false` also where that is not
    /// known.
    pub(crate) const fn is_sure_of(self, text: &str) -> bool {
        match self {
            Self::Strftime(spelling) => spelling.is_in_every_calendar(text),
            Self::Timestamp { .. } => Spelling::ISO.is_in_every_calendar(text),
            // Without a fraction, which could be shorter.
            Self::Rfc3339 => text.len() == 25 && Spelling::ISO.is_in_every_calendar(text),
            // The last KSUID, of 160 bits, starts with a letter.
            Self::Ksuid => text.as_bytes()[0].is_ascii_digit(),
            Self::Folded { .. } => text.is_ascii(),
            Self::Ipv6 | Self::Ip => false,
            _ => true,
        }
    }

    /// Whether it is text whose values decide what it contains, so that each is held back from the separator
    /// when it is built.
    pub(crate) const fn is_free(self) -> bool {
        matches!(self, Self::Text | Self::ShortText { .. } | Self::Folded { .. } | Self::Char)
    }

    /// Whether no text is the beginning of another, which texts of a type that is ordered everywhere must
    /// not be: with a separator after them they would sort apart from their values.
    pub(crate) const fn is_prefix_free(self) -> bool {
        match self {
            // The first byte of a character says how long it is, a `-` that a number is longer, and `+` that
            // five characters follow.
            Self::Char | Self::Padded { .. } | Self::Rfc3339 => true,
            Self::Integer { max, below, .. } => max < 10 && below < 10,
            Self::Words(words) => words.is_prefix_free(),
            _ => matches!(self.lengths(), (min, Some(max)) if min == max),
        }
    }

    /// Whether some text begins with this one.
    pub(crate) fn has_prefix(self, start: &str) -> bool {
        let mut states = vec![START];
        for byte in start.bytes() {
            let transitions = |state: &u64| {
                let state = *state;
                (0..self.out_degree(state)).filter_map(move |n| self.transition(state, n))
            };
            let steps = states.iter().flat_map(transitions);
            states = steps.filter(|step| step.bytes.contains(byte)).map(|step| step.to).collect();
            states.sort_unstable();
            states.dedup();
        }
        !states.is_empty()
    }

    /// Whether a text is in this language.
    pub(crate) fn contains(self, text: &str) -> bool {
        match self {
            Self::Text => !text.is_empty(),
            Self::ShortText { max } => !text.is_empty() && text.len() <= max,
            Self::Folded { .. } | Self::Ascii { .. } => {
                let (alphabet, (min, max)) = (self.alphabet(), self.lengths());
                text.bytes().all(|byte| alphabet.contains(byte))
                    && min <= text.len()
                    && max.is_none_or(|max| text.len() <= max)
            }
            Self::Words(words) => words.contains(text),
            // Those of our own types, none of which is long: a type written by a user can have the shape of
            // one of them.
            _ => {
                let (min, max) = self.lengths();
                text.len() >= min
                    && max.is_some_and(|max| text.len() <= max)
                    && self.leads_to_an_end(START, text.as_bytes())
            }
        }
    }

    /// Whether these bytes lead from a state to one in which a text may end.
    fn leads_to_an_end(self, state: u64, bytes: &[u8]) -> bool {
        let Some((first, rest)) = bytes.split_first() else { return self.is_accepting(state) };
        let mut transitions = (0..self.out_degree(state)).filter_map(|n| self.transition(state, n));
        transitions.any(|step| step.bytes.contains(*first) && self.leads_to_an_end(step.to, rest))
    }
}
