//! Prints a language in a schema: everything that decides the stored string, in a form that stays the same.
//!
//! `text`, `ULID`, `timestamp .3`, `PAID|PENDING`. Languages with different strings print differently. The
//! order of an enum's variants does not change a snapshot.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::integer::epoch_limits;
use super::runs::Spelling;
use super::{ByteSet, Case, Language, Payload, Variant, Variants};

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Text { alphabet, min, max } if alphabet.is_ascii() => {
                write!(f, "ASCII [{alphabet}] {min}..")?;
                max.map_or(Ok(()), |max| write!(f, "={max}"))
            }
            Self::Text { min: 0, max, .. } => {
                f.write_str("text 0..")?;
                max.map_or(Ok(()), |max| write!(f, "={max}"))
            }
            Self::Text { alphabet, max, .. } => {
                f.write_str("text")?;
                if let Some(case) = Case::ALL.iter().find(|case| case.alphabet() == alphabet) {
                    write!(f, " {}", case.name())?;
                }
                max.map_or(Ok(()), |max| write!(f, " 1..={max}"))
            }
            Self::Char => f.write_str("char"),
            Self::Words(words) => WordList(words.list()).fmt(f),
            Self::Integer { max, below, .. } => write_integer(f, max, below),
            Self::Padded { digits, max, below, .. } => {
                write!(f, "integer 0{digits}")?;
                match below {
                    0 => write_limit(f, digits, max),
                    below => write!(f, " from -{below} to {max}"),
                }
            }
            Self::Descending { digits, max, .. } => {
                write!(f, "integer desc0{digits}")?;
                write_limit(f, digits, max)
            }
            Self::Strftime(spelling) => match spelling.name() {
                Some(name) => f.write_str(name),
                None if spelling == Spelling::timestamp(spelling.fraction()) => {
                    write!(f, "timestamp .{}", spelling.fraction())
                }
                None => write!(f, "time {spelling}"),
            },
            Self::Trimmed(time) => write!(f, "timestamp {}", time.name),
            Self::Runs(runs) => f.write_str(runs.name),
            Self::Shard { count } => write!(f, "shard({count}, xxh64)"),
            Self::Ipv4 => f.write_str("IPv4"),
            Self::Ipv6 => f.write_str("IPv6"),
            Self::Ip => f.write_str("IP"),
            Self::Variants(variants) => variants.fmt(f),
        }
    }
}

/// Prints the pattern as declared, `%Y%m%d`.
impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (unit, letter) in Self::LETTERS.chars().take(self.units).enumerate() {
            write!(f, "%{letter}")?;
            if self.gap(unit) != 0 {
                write_escaped(f, self.gap(unit).into())?;
            }
        }
        if self.fraction() != 0 {
            write!(f, "%{}f", self.fraction())?;
            if self.gap(6) != 0 {
                write_escaped(f, self.gap(6).into())?;
            }
        }
        Ok(())
    }
}

/// Writes `integer u8`, `integer i64`, `epoch`, and for other limits `integer from -11 to 10`.
fn write_integer(f: &mut fmt::Formatter<'_>, max: u128, below: u128) -> fmt::Result {
    let bits = u128::BITS - max.leading_zeros();
    let is_whole = u128::MAX.checked_shr(max.leading_zeros()) == Some(max);
    match below {
        _ if (below, max) == epoch_limits(1) => f.write_str("epoch"),
        _ if (below, max) == epoch_limits(1000) => f.write_str("epoch_ms"),
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
    match 10u128.checked_pow(digits as u32) {
        Some(power) if power - 1 == max => Ok(()),
        _ => write!(f, " to {max}"),
    }
}

/// `GLOBAL | ORG#{integer u32} | USER#{text}`: sorted by words, with `{*text}` if a payload takes the rest of the key.
impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut variants: Vec<_> = self.list.iter().collect();
        variants.sort_unstable_by_key(|variant| variant.word);
        variants.into_iter().enumerate().try_for_each(|(at, Variant { word, payload })| {
            write!(f, "{}{}", if at == 0 { "" } else { " | " }, Escaped(word))?;
            let Some(Payload { language, is_rest }) = payload else { return Ok(()) };
            write_escaped(f, self.separator)?;
            write!(f, "{{{}{language}}}", if *is_rest { "*" } else { "" })
        })
    }
}

/// Words, sorted, with `|` between two. A single word is quoted, so that it differs from the languages that have
/// names.
#[derive(Clone, Copy, Debug)]
pub struct WordList<'w, W>(pub &'w [W]);

impl<W: AsRef<str>> fmt::Display for WordList<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [word] = self.0 {
            return write!(f, "\"{}\"", Escaped(word.as_ref()));
        }
        let mut words: Vec<_> = self.0.iter().map(AsRef::as_ref).collect();
        words.sort_unstable();
        words.iter().enumerate().try_for_each(|(at, word)| {
            write!(f, "{}{}", if at == 0 { "" } else { "|" }, Escaped(word))
        })
    }
}

/// Prints a string and escapes the characters that have a meaning in a printed schema.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'t>(pub &'t str);

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

/// Prints a set of ASCII bytes as in a regular expression: `0-9A-C\-`.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contains = |byte: u8| byte < 128 && self.contains(byte);
        let mut byte = 0;
        while byte < 128 {
            if contains(byte) {
                let start = byte;
                while contains(byte + 1) {
                    byte += 1;
                }
                write_member(f, start)?;
                if byte > start + 1 {
                    f.write_char('-')?;
                }
                if byte > start {
                    write_member(f, byte)?;
                }
            }
            byte += 1;
        }
        Ok(())
    }
}

fn write_member(f: &mut fmt::Formatter<'_>, byte: u8) -> fmt::Result {
    match byte {
        b'-' => f.write_str("\\-"),
        byte => write_escaped(f, char::from(byte)),
    }
}
