//! The exact set of texts of a part, as a small automaton over bytes.
//!
//! Widths, alphabets and the proof of disjointness are all read off it. A state is a number;
//! [`Language::edge`] lists the steps that lead out of one. Two steps may share a byte.
//!
//! A text that its type reads is in the language, but for the empty text, which no key takes. The
//! language has a few more: 0 of the `NonZero` types, the 26 hours of the year 9999 in which
//! `jiff::Timestamp` has ended, and what a type written by a user refuses.

use alloc::vec;
use core::fmt;

use crate::text::same_text;

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    low: u128,
    high: u128,
}

impl Class {
    pub(crate) const NONE: Self = Self { low: 0, high: 0 };
    pub(crate) const ANY: Self = Self { low: u128::MAX, high: u128::MAX };
    const DIGITS: Self = Self::range(b'0', b'9');
    const HEX: Self = Self::DIGITS.or(Self::range(b'a', b'f'));
    const BASE62: Self = Self::DIGITS.or(Self::range(b'A', b'Z')).or(Self::range(b'a', b'z'));
    const CROCKFORD: Self = Self::of("0123456789ABCDEFGHJKMNPQRSTVWXYZ");

    pub(crate) const fn byte(byte: u8) -> Self {
        Self::range(byte, byte)
    }

    pub(crate) const fn range(from: u8, to: u8) -> Self {
        Self::up_to(to).without(match from.checked_sub(1) {
            Some(before) => Self::up_to(before),
            None => Self::NONE,
        })
    }

    const fn up_to(byte: u8) -> Self {
        if byte < 128 {
            Self { low: u128::MAX >> (127 - byte), high: 0 }
        } else {
            Self { low: u128::MAX, high: u128::MAX >> (255 - byte) }
        }
    }

    /// The bytes of a text.
    pub(crate) const fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut class = Self::NONE;
        let mut at = 0;
        while at < bytes.len() {
            class = class.or(Self::byte(bytes[at]));
            at += 1;
        }
        class
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    pub(crate) const fn holds(self, byte: u8) -> bool {
        !self.and(Self::byte(byte)).is_empty()
    }

    /// A byte of the class to show: a readable one if there is one.
    pub(crate) const fn example(self) -> Option<u8> {
        let readable = b"1a0A";
        let mut at = 0;
        while at < readable.len() {
            if self.holds(readable[at]) {
                return Some(readable[at]);
            }
            at += 1;
        }
        let printable = self.low & !((1 << 0x20) - 1) & !(1 << 0x7F);
        match (printable, self.low, self.high) {
            (0, 0, 0) => None,
            (0, 0, high) => Some(high.trailing_zeros() as u8 + 128),
            (0, low, _) => Some(low.trailing_zeros() as u8),
            (printable, _, _) => Some(printable.trailing_zeros() as u8),
        }
    }

    /// The greatest byte of a class of ASCII that leaves room for a greater one.
    pub(crate) const fn greatest_ascii(self) -> Option<u8> {
        match (self.high, self.low.checked_ilog2()) {
            (0, Some(greatest @ 0..0x7F)) => Some(greatest as u8),
            _ => None,
        }
    }

    /// Whether a character can occur in texts over these bytes.
    pub(crate) const fn holds_char(self, character: char) -> bool {
        let mut buffer = [0; 4];
        self.holds(character.encode_utf8(&mut buffer).as_bytes()[0])
    }

    /// The bytes `00` to `09` of this digit class, mirrored: the class of `9 - digit`.
    const fn nines_complement(self) -> Self {
        let mut class = Self::NONE;
        let mut digit = 0;
        while digit < 10 {
            if self.holds(b'0' + digit) {
                class = class.or(Self::byte(b'9' - digit));
            }
            digit += 1;
        }
        class
    }
}

/// One step of an automaton: from a state, over any byte of the class, to another state.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) class: Class,
    pub(crate) to: u32,
}

impl Edge {
    const fn over(class: Class, to: u32) -> Option<Self> {
        if class.is_empty() { None } else { Some(Self { class, to }) }
    }

    const fn on(byte: u8, to: u32) -> Option<Self> {
        Self::over(Class::byte(byte), to)
    }
}

/// The last unit of a truncated timestamp or date.
#[allow(dead_code, reason = "most are only constructed by types behind features")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// `2024`.
    Year,
    /// `2024-12`.
    Month,
    /// `2024-12-01`.
    Day,
    /// `2024-12-01T10`.
    Hour,
    /// `2024-12-01T10:30`.
    Minute,
}

impl Unit {
    /// The length in bytes of a text that ends with this unit.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month => 7,
            Self::Day => 10,
            Self::Hour => 13,
            Self::Minute => 16,
        }
    }

    const fn alphabet(self) -> Class {
        Class::DIGITS.or(Class::of(match self {
            Self::Year => "",
            Self::Month | Self::Day => "-",
            Self::Hour => "-T",
            Self::Minute => "-T:",
        }))
    }
}

/// The texts that a part can have.
#[allow(dead_code, reason = "some are only constructed by types behind features")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Any text of one byte or more.
    Text,
    /// Any text of one byte or more, up to a length in bytes.
    ShortText { max: usize },
    /// Any one character.
    Char,
    /// `min` to `max` characters of an ASCII alphabet.
    Ascii { class: Class, min: usize, max: usize },
    /// One of these words.
    Words(&'static [&'static str]),
    /// A decimal number from `-below` to `max`, no leading zeros.
    Integer { max: u128, below: u128 },
    /// The same in `digits` digits; below zero `-` and the digits of 10^`digits` + n.
    Padded { digits: usize, max: u128, below: u128 },
    /// The digits of 10^`digits` - 1 - n, for n from 0 to `max`: the greatest number sorts first.
    Descending { digits: usize, max: u128 },
    /// The beginning of a timestamp, up to and including this unit: `2024-12-01`.
    Calendar { unit: Unit },
    /// `2024-12-01T10:30:00.123Z`, with so many fractional digits.
    Timestamp { fraction: usize },
    /// 26 characters of Crockford's base 32, upper case.
    Ulid,
    /// Hyphenated, lower case.
    Uuid,
    /// 27 characters of base 62.
    Ksuid,
    /// The number of one of so many shards, in as many digits as the greatest has.
    Shard { count: u128 },
    /// `192.0.2.1`.
    Ipv4,
    /// Lower case. It has more than those that are written: two colons suffice.
    Ipv6,
    /// Either.
    Ip,
}

/// The most characters of an [`Language::Ascii`] that the automaton counts; above, it takes any
/// number.
const MOST_COUNTED: usize = 255;

impl Language {
    pub(crate) const START: u32 = 0;

    /// The bytes that can occur.
    pub(crate) const fn class(self) -> Class {
        match self {
            Self::Text | Self::ShortText { .. } | Self::Char => Class::ANY,
            Self::Ascii { class, .. } => class,
            Self::Words(words) => words_class(words),
            Self::Integer { below, .. } | Self::Padded { below, .. } => {
                if below == 0 {
                    Class::DIGITS
                } else {
                    Class::DIGITS.or(Class::byte(b'-'))
                }
            }
            Self::Descending { .. } | Self::Shard { .. } => Class::DIGITS,
            Self::Calendar { unit } => unit.alphabet(),
            Self::Timestamp { fraction: 0 } => Class::DIGITS.or(Class::of("-:TZ")),
            Self::Timestamp { .. } => Class::DIGITS.or(Class::of("-:TZ.")),
            Self::Ulid => Class::CROCKFORD,
            Self::Uuid => Class::HEX.or(Class::byte(b'-')),
            Self::Ksuid => Class::BASE62,
            Self::Ipv4 => Class::DIGITS.or(Class::byte(b'.')),
            Self::Ipv6 | Self::Ip => Class::HEX.or(Class::of(":.")),
        }
    }

    /// The least and the greatest length in bytes, `None` where there is no greatest.
    pub(crate) const fn lengths(self) -> (usize, Option<usize>) {
        match self {
            Self::Text => (1, None),
            Self::ShortText { max } => (1, Some(max)),
            Self::Char => (1, Some(4)),
            Self::Ascii { min, max, .. } => (min, Some(max)),
            Self::Words(words) => words_lengths(words),
            Self::Integer { max, below: 0 } => (1, Some(count_digits(max))),
            Self::Integer { max, below } => {
                let (up, down) = (count_digits(max), count_digits(below) + 1);
                (1, Some(if up > down { up } else { down }))
            }
            Self::Padded { digits, below, .. } => (digits, Some(digits + (below != 0) as usize)),
            Self::Descending { digits, .. } => (digits, Some(digits)),
            Self::Calendar { unit } => (unit.width(), Some(unit.width())),
            Self::Timestamp { fraction } => {
                let width = 20 + fraction + (fraction != 0) as usize;
                (width, Some(width))
            }
            Self::Ulid => (26, Some(26)),
            Self::Uuid => (36, Some(36)),
            Self::Ksuid => (KSUID_WIDTH, Some(KSUID_WIDTH)),
            Self::Shard { count } => {
                let digits = count_digits(count - 1);
                (digits, Some(digits))
            }
            Self::Ipv4 => (7, Some(15)),
            Self::Ipv6 | Self::Ip => (2, Some(LONGEST_IPV6)),
        }
    }

    /// How many steps lead out of a state at the most.
    pub(crate) const fn fan(self, state: u32) -> usize {
        match self {
            Self::Words(words) if state == Self::START => words.len(),
            Self::Text
            | Self::ShortText { .. }
            | Self::Ascii { .. }
            | Self::Words(_)
            | Self::Ulid
            | Self::Uuid => 1,
            Self::Ip => 7,
            _ => 5,
        }
    }

    /// Whether two languages are described alike.
    pub(crate) const fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Text, Self::Text)
            | (Self::Char, Self::Char)
            | (Self::Ulid, Self::Ulid)
            | (Self::Uuid, Self::Uuid)
            | (Self::Ksuid, Self::Ksuid)
            | (Self::Ipv4, Self::Ipv4)
            | (Self::Ipv6, Self::Ipv6)
            | (Self::Ip, Self::Ip) => true,
            (Self::ShortText { max }, Self::ShortText { max: other }) => max == other,
            (Self::Shard { count }, Self::Shard { count: other }) => count == other,
            (Self::Timestamp { fraction }, Self::Timestamp { fraction: other }) => {
                fraction == other
            }
            (
                Self::Ascii { class, min, max },
                Self::Ascii { class: other_class, min: other_min, max: other_max },
            ) => {
                class.low == other_class.low
                    && class.high == other_class.high
                    && min == other_min
                    && max == other_max
            }
            (
                Self::Integer { max, below },
                Self::Integer { max: other_max, below: other_below },
            ) => max == other_max && below == other_below,
            (
                Self::Padded { digits, max, below },
                Self::Padded { digits: other_digits, max: other_max, below: other_below },
            ) => digits == other_digits && max == other_max && below == other_below,
            (
                Self::Descending { digits, max },
                Self::Descending { digits: other_digits, max: other_max },
            ) => digits == other_digits && max == other_max,
            (Self::Calendar { unit }, Self::Calendar { unit: other }) => unit as u8 == other as u8,
            (Self::Words(words), Self::Words(other)) => same_words(words, other),
            _ => false,
        }
    }

    /// The `n`th step out of a state, below [`fan`](Self::fan); some may be missing.
    pub(crate) const fn edge(self, state: u32, n: usize) -> Option<Edge> {
        match self {
            Self::Text if n == 0 => Edge::over(Class::ANY, 1),
            Self::ShortText { max } if n == 0 => ascii_edge(Class::ANY, 1, max, state),
            Self::Text | Self::ShortText { .. } => None,
            Self::Char => char_edge(state, n),
            Self::Ascii { class, min, max } if n == 0 => ascii_edge(class, min, max, state),
            Self::Ascii { .. } => None,
            Self::Words(words) => word_edge(words, state, n),
            Self::Integer { max, below } => integer_edge(max, below, state, n),
            Self::Padded { digits, max, below } => padded_edge(digits, max, below, state, n),
            Self::Descending { digits, max } => descending_edge(digits, max, state, n),
            Self::Calendar { unit } if state >> 4 == unit.width() as u32 => None,
            Self::Calendar { .. } => timestamp_edge(0, state, n),
            Self::Timestamp { fraction } => timestamp_edge(fraction, state, n),
            Self::Ulid if n == 0 => ulid_edge(state),
            Self::Uuid if n == 0 => uuid_edge(state),
            Self::Ulid | Self::Uuid => None,
            Self::Ksuid => ksuid_edge(state, n),
            Self::Shard { count } => padded_edge(count_digits(count - 1), count - 1, 0, state, n),
            Self::Ipv4 => ipv4_edge(state, n),
            Self::Ipv6 => ipv6_edge(state, n),
            Self::Ip if state == Self::START && n < IPV4_FAN => ipv4_edge(state, n),
            Self::Ip if state == Self::START => ipv6_edge(state, n - IPV4_FAN),
            Self::Ip if state & IPV6 == 0 => ipv4_edge(state, n),
            Self::Ip => ipv6_edge(state, n),
        }
    }

    /// Whether a text may end in this state.
    pub(crate) const fn accepts(self, state: u32) -> bool {
        match self {
            Self::Text | Self::Char => state == 1,
            Self::ShortText { .. } => state >= 1,
            Self::Ascii { min, .. } => state as usize >= min,
            Self::Words(words) => word_accepts(words, state),
            Self::Integer { max, below } => integer_accepts(max, below, state),
            Self::Padded { digits, .. } | Self::Descending { digits, .. } => {
                state >> 2 == digits as u32
            }
            Self::Calendar { unit } => state >> 4 == unit.width() as u32,
            Self::Timestamp { .. } => state == TIMESTAMP_END,
            Self::Ulid => state == 26,
            Self::Uuid => state == 36,
            Self::Ksuid => state >> 1 == KSUID_WIDTH as u32,
            Self::Shard { count } => state >> 2 == count_digits(count - 1) as u32,
            Self::Ipv4 => ipv4_accepts(state),
            Self::Ipv6 => ipv6_accepts(state),
            Self::Ip => ipv4_accepts(state) || ipv6_accepts(state),
        }
    }

    /// Whether some text begins so.
    pub(crate) fn begins(self, start: &str) -> bool {
        let mut states = vec![Self::START];
        for byte in start.bytes() {
            let edges = |state: &u32| {
                let state = *state;
                (0..self.fan(state)).filter_map(move |n| self.edge(state, n))
            };
            let steps = states.iter().flat_map(edges).filter(|edge| edge.class.holds(byte));
            states = steps.map(|edge| edge.to).collect();
            states.sort_unstable();
            states.dedup();
        }
        !states.is_empty()
    }

    /// Whether a text is one of this language; asked of languages that a user's own type has.
    pub(crate) const fn admits(self, text: &str) -> bool {
        match self {
            Self::Text => !text.is_empty(),
            Self::ShortText { max } => !text.is_empty() && text.len() <= max,
            Self::Ascii { class, min, max } => {
                let bytes = text.as_bytes();
                let mut at = 0;
                while at < bytes.len() && class.holds(bytes[at]) {
                    at += 1;
                }
                at == bytes.len() && min <= at && at <= max
            }
            Self::Words(words) => {
                let mut at = 0;
                while at < words.len() && !same_text(words[at], text) {
                    at += 1;
                }
                at < words.len()
            }
            _ => true,
        }
    }
}

/// All that decides the stored text, in a stable form: `text`, `ULID`, `timestamp .3`, `PENDING|PAID`.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Text => f.write_str("text"),
            Self::ShortText { max } => write!(f, "text 1..={max}"),
            Self::Char => f.write_str("char"),
            Self::Ascii { min, max, .. } => write!(f, "ASCII {min}..={max}"),
            Self::Words(words) => words
                .iter()
                .enumerate()
                .try_for_each(|(at, word)| write!(f, "{}{word}", if at == 0 { "" } else { "|" })),
            Self::Integer { .. } => f.write_str("integer"),
            Self::Padded { digits, .. } => write!(f, "integer 0{digits}"),
            Self::Descending { digits, .. } => write!(f, "integer desc0{digits}"),
            Self::Calendar { unit: Unit::Year } => f.write_str("year"),
            Self::Calendar { unit: Unit::Month } => f.write_str("month"),
            Self::Calendar { unit: Unit::Day } => f.write_str("date"),
            Self::Calendar { unit: Unit::Hour } => f.write_str("hour"),
            Self::Calendar { unit: Unit::Minute } => f.write_str("minute"),
            Self::Timestamp { fraction } => write!(f, "timestamp .{fraction}"),
            Self::Ulid => f.write_str("ULID"),
            Self::Uuid => f.write_str("UUID"),
            Self::Ksuid => f.write_str("KSUID"),
            Self::Shard { count } => write!(f, "shard({count}, xxh64)"),
            Self::Ipv4 => f.write_str("IPv4"),
            Self::Ipv6 => f.write_str("IPv6"),
            Self::Ip => f.write_str("IP"),
        }
    }
}

const fn words_class(words: &[&str]) -> Class {
    let mut class = Class::NONE;
    let mut at = 0;
    while at < words.len() {
        class = class.or(Class::of(words[at]));
        at += 1;
    }
    class
}

const fn words_lengths(words: &[&str]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (usize::MAX, 0);
    let mut at = 0;
    while at < words.len() {
        let length = words[at].len();
        if length < min {
            min = length;
        }
        if length > max {
            max = length;
        }
        at += 1;
    }
    (min, Some(max))
}

const fn same_words(words: &[&str], others: &[&str]) -> bool {
    let mut at = 0;
    while at < words.len() && at < others.len() && same_text(words[at], others[at]) {
        at += 1;
    }
    at == words.len() && at == others.len()
}

pub(crate) const fn count_digits(number: u128) -> usize {
    if number < 10 { 1 } else { number.ilog10() as usize + 1 }
}

/// The digit of `number`, written in `digits` digits, at a position counted from the left.
const fn digit_at(number: u128, digits: usize, at: usize) -> u8 {
    match 10u128.checked_pow((digits - 1 - at) as u32) {
        Some(unit) => (number / unit % 10) as u8,
        None => 0,
    }
}

/// States: 0 before, 1 after the character, 2 to 4 with one to three bytes of it to come.
const fn char_edge(state: u32, n: usize) -> Option<Edge> {
    let continuation = Class::range(0x80, 0xBF);
    match (state, n) {
        (0, 0) => Edge::over(Class::range(0, 0x7F), 1),
        (0, 1) => Edge::over(Class::range(0xC2, 0xDF), 2),
        (0, 2) => Edge::over(Class::range(0xE0, 0xEF), 3),
        (0, 3) => Edge::over(Class::range(0xF0, 0xF4), 4),
        (2, 0) => Edge::over(continuation, 1),
        (3 | 4, 0) => Edge::over(continuation, state - 1),
        _ => None,
    }
}

/// A state is the number of characters read, or the least that suffices where no one counts.
const fn ascii_edge(class: Class, min: usize, max: usize, state: u32) -> Option<Edge> {
    let read = state as usize;
    if max > MOST_COUNTED {
        Edge::over(class, if read < min { state + 1 } else { state })
    } else if read < max {
        Edge::over(class, state + 1)
    } else {
        None
    }
}

/// A state is a word, counted from one, and the number of its bytes read: `word << 16 | read`.
const fn word_edge(words: &[&str], state: u32, n: usize) -> Option<Edge> {
    if state == Language::START {
        if n < words.len() && !words[n].is_empty() {
            return Edge::on(words[n].as_bytes()[0], ((n as u32 + 1) << 16) | 1);
        }
        return None;
    }
    let word = words[(state >> 16) as usize - 1].as_bytes();
    let read = (state & 0xFFFF) as usize;
    if n == 0 && read < word.len() { Edge::on(word[read], state + 1) } else { None }
}

const fn word_accepts(words: &[&str], state: u32) -> bool {
    state != Language::START && words[(state >> 16) as usize - 1].len() == (state & 0xFFFF) as usize
}

/// How the digits read so far stand to those of the limit: fewer in all, less, equal.
const SHORT: u32 = 0;
const LESS: u32 = 1;
const EQUAL: u32 = 2;
/// The number 0, whole.
const ZERO: u32 = 3;
/// Set below zero.
const NEGATIVE: u32 = 4;

/// A state is `digits read << 3 | sign | track`.
const fn integer_edge(max: u128, below: u128, state: u32, n: usize) -> Option<Edge> {
    let sign = state & NEGATIVE;
    let limit = if sign == 0 { max } else { below };
    let (read, digits) = ((state >> 3) as usize, count_digits(limit));
    let to = ((read as u32 + 1) << 3) | sign;
    match (read, state & 3, n) {
        (0, _, 0) if digits > 1 => Edge::over(Class::range(b'1', b'9'), to | SHORT),
        (0, _, 1) => {
            Edge::over(digits_below(limit, digits, 0).without(Class::byte(b'0')), to | LESS)
        }
        (0, _, 2) => Edge::on(b'0' + digit_at(limit, digits, 0), to | EQUAL),
        (0, _, 3) if sign == 0 => Edge::on(b'0', to | ZERO),
        (0, _, 4) if sign == 0 && below != 0 => Edge::on(b'-', NEGATIVE),
        (1.., SHORT, 0) if read + 1 < digits => Edge::over(Class::DIGITS, to | SHORT),
        (1.., LESS, 0) if read < digits => Edge::over(Class::DIGITS, to | LESS),
        (1.., EQUAL, 1) if read < digits => {
            Edge::over(digits_below(limit, digits, read), to | LESS)
        }
        (1.., EQUAL, 2) if read < digits => {
            Edge::on(b'0' + digit_at(limit, digits, read), to | EQUAL)
        }
        _ => None,
    }
}

const fn integer_accepts(max: u128, below: u128, state: u32) -> bool {
    let limit = if state & NEGATIVE == 0 { max } else { below };
    let read = (state >> 3) as usize;
    match state & 3 {
        SHORT => read > 0,
        ZERO => true,
        _ => read == count_digits(limit),
    }
}

/// The digits less than that of the limit at this position.
const fn digits_below(limit: u128, digits: usize, at: usize) -> Class {
    match digit_at(limit, digits, at) {
        0 => Class::NONE,
        digit => Class::range(b'0', b'0' + digit - 1),
    }
}

const PADDED_LESS: u32 = 1;
const PADDED_NEGATIVE: u32 = 2;

/// A state is `digits read << 2 | negative | less`. Below zero the digits are the nines' complement
/// of `-n - 1`, whose limit is `below - 1`.
const fn padded_edge(digits: usize, max: u128, below: u128, state: u32, n: usize) -> Option<Edge> {
    let (read, negative) = ((state >> 2) as usize, state & PADDED_NEGATIVE != 0);
    let to = state + 4;
    if state == Language::START && n == 2 && below != 0 {
        return Edge::on(b'-', PADDED_NEGATIVE);
    }
    if read == digits || n > 1 {
        return None;
    }
    let limit = if negative { below - 1 } else { max };
    let class = match (state & PADDED_LESS, n) {
        (PADDED_LESS, 0) => Class::DIGITS,
        (0, 0) => digits_below(limit, digits, read),
        (0, 1) => Class::byte(b'0' + digit_at(limit, digits, read)),
        _ => Class::NONE,
    };
    let class = if negative { class.nines_complement() } else { class };
    Edge::over(class, if n == 0 { to | PADDED_LESS } else { to })
}

/// The states of [`padded_edge`] without negative numbers.
const fn descending_edge(digits: usize, max: u128, state: u32, n: usize) -> Option<Edge> {
    match padded_edge(digits, max, 0, state, n) {
        Some(Edge { class, to }) => Edge::over(class.nines_complement(), to),
        None => None,
    }
}

/// Of the second digit of a day: from 1 to 9.
const FROM_ONE: u32 = 10;

/// A state is `bytes read << 4 | what is left to know`: of the year whether it leaps, of the month
/// its number of days, of the first digit of the day how far the second goes.
const fn calendar_edge(state: u32, n: usize) -> Option<Edge> {
    let (read, known) = (state >> 4, state & 15);
    match (read, known, n) {
        // The century: its number modulo 4, from the parity of its first digit.
        (0, _, 0) => Edge::over(const { Class::of("02468") }, 1 << 4),
        (0, _, 1) => Edge::over(const { Class::of("13579") }, (1 << 4) | 1),
        (1, 0, 0) => Edge::over(const { Class::of("048") }, (2 << 4) | 1),
        (1, 0, 1) => Edge::over(const { Class::of("1235679") }, 2 << 4),
        (1, 1, 0) => Edge::over(const { Class::of("26") }, (2 << 4) | 1),
        (1, 1, 1) => Edge::over(const { Class::of("01345789") }, 2 << 4),
        // The year of the century: first digit 0, even or odd.
        (2, century, 0) => Edge::on(b'0', (3 << 4) | century),
        (2, _, 1) => Edge::over(const { Class::of("2468") }, (3 << 4) | 2),
        (2, _, 2) => Edge::over(const { Class::of("13579") }, (3 << 4) | 3),
        (3, century @ (0 | 1), 0) => Edge::on(b'0', (4 << 4) | century),
        (3, 0 | 1, 1) => Edge::over(const { Class::of("48") }, (4 << 4) | 1),
        (3, 0 | 1, 2) => Edge::over(const { Class::of("1235679") }, 4 << 4),
        (3, 2, 0) => Edge::over(const { Class::of("048") }, (4 << 4) | 1),
        (3, 2, 1) => Edge::over(const { Class::of("1235679") }, 4 << 4),
        (3, 3, 0) => Edge::over(const { Class::of("26") }, (4 << 4) | 1),
        (3, 3, 1) => Edge::over(const { Class::of("01345789") }, 4 << 4),
        (4, leaps, 0) => Edge::on(b'-', (5 << 4) | leaps),
        // The month: days 28 + known.
        (5, leaps, 0) => Edge::on(b'0', (6 << 4) | leaps),
        (5, _, 1) => Edge::on(b'1', (6 << 4) | 2),
        (6, 0 | 1, 0) => Edge::over(const { Class::of("13578") }, (7 << 4) | 3),
        (6, 0 | 1, 1) => Edge::over(const { Class::of("469") }, (7 << 4) | 2),
        (6, leaps @ (0 | 1), 2) => Edge::on(b'2', (7 << 4) | leaps),
        (6, 2, 0) => Edge::over(const { Class::of("02") }, (7 << 4) | 3),
        (6, 2, 1) => Edge::on(b'1', (7 << 4) | 2),
        (7, days, 0) => Edge::on(b'-', (8 << 4) | days),
        // The day: known is the greatest second digit, or that it starts at 1.
        (8, _, 0) => Edge::on(b'0', (9 << 4) | FROM_ONE),
        (8, 0, 1) => Edge::on(b'1', (9 << 4) | 9),
        (8, 0, 2) => Edge::on(b'2', (9 << 4) | 8),
        (8, _, 1) => Edge::over(const { Class::of("12") }, (9 << 4) | 9),
        (8, days @ (2 | 3), 2) => Edge::on(b'3', (9 << 4) | (days - 2)),
        (9, FROM_ONE, 0) => Edge::over(Class::range(b'1', b'9'), 10 << 4),
        (9, last, 0) => Edge::over(Class::range(b'0', b'0' + last as u8), 10 << 4),
        _ => None,
    }
}

const TIMESTAMP_END: u32 = 63 << 4;

/// The states of [`calendar_edge`], and then one for each byte read.
const fn timestamp_edge(fraction: usize, state: u32, n: usize) -> Option<Edge> {
    let read = state >> 4;
    let next = (read + 1) << 4;
    let last = 20 + fraction as u32;
    match (read, state & 15, n) {
        (0..10, _, _) => calendar_edge(state, n),
        (10, _, 0) => Edge::on(b'T', next),
        (11, _, 0) => Edge::over(const { Class::of("01") }, next),
        (11, _, 1) => Edge::on(b'2', next | 1),
        (12, 0, 0) | (15 | 18, _, 0) => Edge::over(Class::DIGITS, next),
        (12, 1, 0) => Edge::over(const { Class::of("0123") }, next),
        (13 | 16, _, 0) => Edge::on(b':', next),
        (14 | 17, _, 0) => Edge::over(const { Class::of("012345") }, next),
        (19, _, 0) if fraction == 0 => Edge::on(b'Z', TIMESTAMP_END),
        (19, _, 0) => Edge::on(b'.', next),
        (20..30, _, 0) if read == last => Edge::on(b'Z', TIMESTAMP_END),
        (20..30, _, 0) => Edge::over(Class::DIGITS, next),
        _ => None,
    }
}

/// 128 bits in 130: the first character is at most `7`.
const fn ulid_edge(state: u32) -> Option<Edge> {
    match state {
        0 => Edge::over(Class::range(b'0', b'7'), 1),
        1..26 => Edge::over(Class::CROCKFORD, state + 1),
        _ => None,
    }
}

const fn uuid_edge(state: u32) -> Option<Edge> {
    match state {
        8 | 13 | 18 | 23 => Edge::on(b'-', state + 1),
        0..36 => Edge::over(Class::HEX, state + 1),
        _ => None,
    }
}

const KSUID_WIDTH: usize = 27;
/// 2^160 - 1.
const LAST_KSUID: &[u8; KSUID_WIDTH] = b"aWgEPTl1tmebfsQzFP4bxwgy80V";

/// A state is `characters read << 1 | whether they are less than those of the last`.
const fn ksuid_edge(state: u32, n: usize) -> Option<Edge> {
    let (read, is_less) = ((state >> 1) as usize, state & 1 != 0);
    if read == KSUID_WIDTH {
        return None;
    }
    let last = LAST_KSUID[read];
    match (is_less, n) {
        (true, 0) => Edge::over(Class::BASE62, state + 2),
        (false, 0) => {
            let below = Class::BASE62.and(Class::up_to(last)).without(Class::byte(last));
            Edge::over(below, (state + 2) | 1)
        }
        (false, 1) => Edge::on(last, state + 2),
        _ => None,
    }
}

const IPV4_FAN: usize = 5;
/// No digit of the octet yet.
const OCTET: u32 = 0;
const OCTET_FROM_100: u32 = 1;
const OCTET_FROM_200: u32 = 2;
const OCTET_BELOW_100: u32 = 3;
/// Any third digit.
const OCTET_THIRD: u32 = 4;
/// A third digit of 0 to 5.
const OCTET_FROM_250: u32 = 5;
const OCTET_WHOLE: u32 = 6;

/// A state is `octets read << 3 | what is read of this one`.
const fn ipv4_edge(state: u32, n: usize) -> Option<Edge> {
    let octet = state & !7;
    match (state & 7, n) {
        (OCTET, 0) => Edge::on(b'0', octet | OCTET_WHOLE),
        (OCTET, 1) => Edge::on(b'1', octet | OCTET_FROM_100),
        (OCTET, 2) => Edge::on(b'2', octet | OCTET_FROM_200),
        (OCTET, 3) => Edge::over(Class::range(b'3', b'9'), octet | OCTET_BELOW_100),
        (OCTET_FROM_100, 0) => Edge::over(Class::DIGITS, octet | OCTET_THIRD),
        (OCTET_FROM_200, 0) => Edge::over(Class::range(b'0', b'4'), octet | OCTET_THIRD),
        (OCTET_FROM_200, 1) => Edge::on(b'5', octet | OCTET_FROM_250),
        (OCTET_FROM_200, 2) => Edge::over(Class::range(b'6', b'9'), octet | OCTET_WHOLE),
        (OCTET_BELOW_100 | OCTET_THIRD, 0) => Edge::over(Class::DIGITS, octet | OCTET_WHOLE),
        (OCTET_FROM_250, 0) => Edge::over(Class::range(b'0', b'5'), octet | OCTET_WHOLE),
        (OCTET_FROM_100..=OCTET_WHOLE, 4) if octet < 3 << 3 => Edge::on(b'.', octet + 8),
        _ => None,
    }
}

const fn ipv4_accepts(state: u32) -> bool {
    state & IPV6 == 0 && state >> 3 == 3 && state & 7 != OCTET
}

const LONGEST_IPV6: usize = 39;
/// Set once a character is read.
const IPV6: u32 = 1 << 16;
/// Two colons or more.
const COLONS: u32 = 2;

/// A state is `IPV6 | characters read << 2 | colons among them`. A dot stands behind colons only, in
/// `::ffff:192.0.2.1`.
const fn ipv6_edge(state: u32, n: usize) -> Option<Edge> {
    let (read, colons) = ((state & !IPV6) >> 2, state & 3);
    let to = (state | IPV6) + 4;
    match n {
        _ if read as usize == LONGEST_IPV6 => None,
        0 if colons == COLONS => Edge::over(Class::HEX.or(Class::of(":.")), to),
        0 => Edge::over(Class::HEX, to),
        1 if colons < COLONS => Edge::on(b':', to + 1),
        _ => None,
    }
}

const fn ipv6_accepts(state: u32) -> bool {
    state & IPV6 != 0 && state & 3 == COLONS
}
