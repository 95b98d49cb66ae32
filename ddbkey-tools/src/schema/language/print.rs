//! Prints a language in a template: everything that decides the stored string, in a form that stays the same.
//!
//! `text`, `ULID`, `timestamp .3`, `PAID|PENDING`. Languages with different strings print differently. The
//! order of an enum's variants does not change a snapshot.

use std::fmt::{self, Write};

use ddbkey::__private::engine::{
    ByteSet, Case, Integers, Language as Automaton, Padding, ValueOrder,
};

use super::{Language, Strings, Variants};

/// The alphabets that have a name.
pub(super) const ALPHABETS: [(&str, &[(u8, u8)]); 7] = [
    ("digits", &[(b'0', b'9')]),
    ("hex", &[(b'0', b'9'), (b'a', b'f')]),
    ("letters", &[(b'A', b'Z'), (b'a', b'z')]),
    ("base36", &[(b'0', b'9'), (b'a', b'z')]),
    ("alphanumeric", &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')]),
    ("slug", &[(b'-', b'-'), (b'0', b'9'), (b'a', b'z')]),
    ("base64url", &[(b'-', b'-'), (b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')]),
];

/// Returns the bytes of these ranges.
pub(super) fn bytes_of(ranges: &[(u8, u8)]) -> ByteSet {
    ranges.iter().fold(ByteSet::EMPTY, |all, (from, to)| all.or(ByteSet::range(*from, *to)))
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Strings::Variants(variants) => variants.fmt(f),
            Strings::Of(automaton) => write_automaton(f, *automaton),
        }
    }
}

fn write_automaton(f: &mut fmt::Formatter<'_>, language: Automaton) -> fmt::Result {
    match language {
        Automaton::Text { alphabet, min, max } if alphabet.is_ascii() => {
            match ALPHABETS.iter().find(|(_, ranges)| bytes_of(ranges) == alphabet) {
                Some((name, _)) => f.write_str(name)?,
                None => write!(f, "ASCII [{alphabet}]")?,
            }
            match max {
                Some(max) if max == min => write!(f, " {min}"),
                Some(max) => write!(f, " {min}..={max}"),
                None => write!(f, " {min}.."),
            }
        }
        Automaton::Text { min: 0, max, .. } => {
            f.write_str("text 0..")?;
            max.map_or(Ok(()), |max| write!(f, "={max}"))
        }
        Automaton::Text { alphabet, max, .. } => {
            f.write_str("text")?;
            if let Some(case) = case_of(alphabet) {
                write!(f, " {}", case.name())?;
            }
            max.map_or(Ok(()), |max| write!(f, " 1..={max}"))
        }
        Automaton::Char => f.write_str("char"),
        Automaton::Integers(own) if own == Integers::epoch(1) => f.write_str("epoch"),
        Automaton::Integers(own) if own == Integers::epoch(1000) => f.write_str("epoch_ms"),
        Automaton::Integers(Integers { max, below, padding, .. }) => match padding {
            Padding::None => write_integer(f, max, below),
            Padding::Zeros(digits) => {
                write!(f, "integer 0{digits}")?;
                match below {
                    0 => write_limit(f, digits, max),
                    below => write!(f, " from -{below} to {max}"),
                }
            }
            Padding::Descending(digits) => {
                write!(f, "integer desc0{digits}")?;
                write_limit(f, digits, max)
            }
            Padding::Shard => write!(f, "shard({}, xxh64)", max + 1),
        },
        Automaton::Strftime(spelling) => match spelling.name() {
            Some(name) => f.write_str(name),
            None if spelling.is_timestamp() => write!(f, "timestamp .{}", spelling.fraction()),
            None => write!(f, "time {}", Escaped(&spelling.to_string())),
        },
        Automaton::Trimmed(time) => write!(f, "timestamp {}", time.name),
        Automaton::Runs(runs) => f.write_str(runs.name),
        Automaton::Ip { v6: false, .. } => f.write_str("IPv4"),
        Automaton::Ip { v4: false, .. } => f.write_str("IPv6"),
        Automaton::Ip { .. } => f.write_str("IP"),
        Automaton::Words(_) | Automaton::Variants(_) => {
            unreachable!("`Language::of` keeps their words as strings")
        }
    }
}

fn case_of(alphabet: ByteSet) -> Option<Case> {
    Case::ALPHABETS.into_iter().find(|case| case.alphabet() == alphabet)
}

impl Language {
    /// Returns the format that a value with these strings usually has, which a template leaves out.
    pub(in crate::schema) fn usual_format(&self) -> String {
        match self.automaton() {
            Some(Automaton::Integers(Integers { padding: Padding::Zeros(digits), .. })) => {
                format!("0{digits}")
            }
            Some(Automaton::Integers(Integers {
                padding: Padding::Descending(digits), ..
            })) => {
                format!("desc0{digits}")
            }
            Some(Automaton::Text { min: 0, .. }) => "empty".into(),
            Some(Automaton::Text { alphabet, .. }) => {
                case_of(alphabet).map(|case| case.name().into()).unwrap_or_default()
            }
            Some(Automaton::Strftime(own)) if own.is_timestamp() => format!(".{}", own.fraction()),
            Some(Automaton::Strftime(own)) if own.name().is_none() => own.to_string(),
            _ => String::new(),
        }
    }

    /// Returns the order of a value with these strings in this format, unless its type says otherwise.
    pub(in crate::schema) fn usual_order(&self, format: &str) -> ValueOrder {
        let Some(automaton) = self.automaton() else { return ValueOrder::Never };
        match automaton {
            Automaton::Integers(Integers { padding, .. }) => match padding {
                Padding::None if format == "unordered" => ValueOrder::Never,
                Padding::None => ValueOrder::Number,
                Padding::Descending(_) => ValueOrder::Descending,
                Padding::Zeros(_) | Padding::Shard => ValueOrder::Always,
            },
            Automaton::Text { .. } => match automaton.lengths() {
                (min, Some(max)) if min == max && !automaton.is_free() => ValueOrder::Always,
                _ => ValueOrder::Last,
            },
            Automaton::Trimmed(time) if time.tail == "Z" => ValueOrder::Never,
            Automaton::Words(_) | Automaton::Variants(_) | Automaton::Ip { .. } => {
                ValueOrder::Never
            }
            _ => ValueOrder::Always,
        }
    }
}

/// Writes `integer u8`, `integer i64`, and for other limits `integer from -11 to 10`.
fn write_integer(f: &mut fmt::Formatter<'_>, max: u128, below: u128) -> fmt::Result {
    let bits = u128::BITS - max.leading_zeros();
    let is_whole = u128::MAX.checked_shr(max.leading_zeros()) == Some(max);
    match below {
        0 if is_whole && bits.is_power_of_two() && bits >= 8 => write!(f, "integer u{bits}"),
        _ if is_whole
            && max.checked_add(1) == Some(below)
            && (bits + 1).is_power_of_two()
            && bits >= 7 =>
        {
            write!(f, "integer i{}", bits + 1)
        }
        _ => write!(f, "integer from -{below} to {max}"),
    }
}

/// Writes the limit of a padded number, if the limit is lower than its digits allow.
fn write_limit(f: &mut fmt::Formatter<'_>, digits: usize, max: u128) -> fmt::Result {
    let power = u32::try_from(digits).ok().and_then(|digits| 10u128.checked_pow(digits));
    match power {
        Some(power) if power - 1 == max => Ok(()),
        _ => write!(f, " to {max}"),
    }
}

/// `PAID|PENDING`, or `GLOBAL | ORG#{integer u32} | USER#{text}`. A single word is quoted, so that it differs from the
/// languages that have names.
impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = self.is_plain();
        if let (Some((word, None)), 1) = (self.iter().next(), self.words.len()) {
            return write!(f, "\"{}\"", Escaped(word));
        }
        for (at, (word, payload)) in self.iter().enumerate() {
            let joint = match at {
                0 => "",
                _ if is_plain => "|",
                _ => " | ",
            };
            write!(f, "{joint}{}", Escaped(word))?;
            if let Some(payload) = payload {
                write_escaped(f, self.separator)?;
                write!(f, "{{{}{}}}", if payload.is_rest { "*" } else { "" }, payload.language)?;
            }
        }
        Ok(())
    }
}

/// Prints a string and escapes the characters that have a meaning in a template.
pub(in crate::schema) struct Escaped<'t>(pub(in crate::schema) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| write_escaped(f, character))
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    match character {
        '\\' | '|' | '{' | '}' | '[' | ']' | '"' => write!(f, "\\{character}"),
        _ if character.is_control() => write!(f, "{}", character.escape_unicode()),
        _ => f.write_char(character),
    }
}
