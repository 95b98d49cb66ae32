//! Reads a language from its printed form.

use std::collections::BTreeMap;
use std::str::{Chars, FromStr};

use ddbkey::__private::engine::{
    ByteSet, Case, Integers, Language as Automaton, Padding, Runs, Spelling, Trimmed,
};

use super::print::{ALPHABETS, bytes_of};
use super::{Language, Payload, Strings, Variants};

impl Language {
    /// Reads the printed form of a language.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if let Some(language) = language(text) {
            return Some(Self(Strings::Of(language)));
        }
        let own = Variants::read(text, "|").or_else(|| Variants::read(text, " | "))?;
        (own.to_string() == text).then_some(Self(Strings::Variants(own)))
    }
}

impl Variants {
    /// `PAID|PENDING` and `"PAID"`, or with payloads, `GLOBAL | ORG#{integer u32} | USER#{text}`.
    fn read(text: &str, joint: &str) -> Option<Self> {
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let (mut words, mut separator) = (BTreeMap::new(), None);
        let mut rest = quoted.unwrap_or(text);
        loop {
            let (mut word, after) = read_word(rest, joint)?;
            rest = after;
            let mut payload = None;
            if let (" | ", Some(after)) = (joint, after.strip_prefix('{')) {
                separator = Some(word.pop()?);
                let length = closing_brace(after)?;
                payload = Some(Payload::read(&after[..length])?);
                rest = &after[length + 1..];
            }
            words.insert(word, payload);
            match rest.strip_prefix(joint) {
                Some(next) => rest = next,
                None => break,
            }
        }
        let is_word =
            |word: &String| !word.is_empty() && !separator.is_some_and(|own| word.contains(own));
        let is_right = rest.is_empty() && words.keys().all(is_word);
        is_right.then(|| Self { separator: separator.unwrap_or('#'), words })
    }
}

impl Payload {
    /// `*text`
    fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix('*');
        let language = Language::read(rest.unwrap_or(text))?;
        let is_value = language.class() != "variants";
        is_value.then_some(Self { language, is_rest: rest.is_some() })
    }
}

/// The characters up to a payload or to the next variant, and the rest.
fn read_word<'t>(text: &'t str, joint: &str) -> Option<(String, &'t str)> {
    let (mut word, mut characters) = (String::new(), text.chars());
    loop {
        let rest = characters.as_str();
        if rest.starts_with(joint) {
            return Some((word, rest));
        }
        match characters.next() {
            None | Some('{') => return Some((word, rest)),
            Some('|' | '"' | '}' | '[' | ']') => return None,
            Some('\\') => word.push(escaped(&mut characters)?),
            Some(character) => word.push(character),
        }
    }
}

/// Returns the length of the string before the brace that ends a value. Payloads have braces themselves.
pub(in crate::schema) fn closing_brace(text: &str) -> Option<usize> {
    let (mut depth, mut characters) = (0, text.chars());
    loop {
        let rest = characters.as_str();
        match characters.next()? {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(text.len() - rest.len()),
            '}' => depth -= 1,
            '\\' => drop(escaped(&mut characters)?),
            _ => {}
        }
    }
}

/// Returns the language with this printed form.
fn language(text: &str) -> Option<Automaton> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let language = match first {
        "ASCII" => ascii(rest)?,
        _ if ALPHABETS.iter().any(|(name, _)| *name == first) => alphabet(first, rest)?,
        "text" => text_of(rest)?,
        "integer" => integer(rest)?,
        "time" => Automaton::Strftime(spelling(rest)?),
        _ if first.starts_with("shard(") => {
            let count = first.strip_prefix("shard(")?.strip_suffix(',')?;
            let greatest = count.parse::<u128>().ok()?.checked_sub(1)?;
            Automaton::Integers(Integers::to(greatest, Padding::Shard))
        }
        _ => named().find(|language| printed(*language) == text)?,
    };
    (printed(language) == text).then_some(language)
}

fn printed(language: Automaton) -> String {
    Language(Strings::Of(language)).to_string()
}

/// Returns the languages without numbers that could have any value.
fn named() -> impl Iterator<Item = Automaton> {
    let epochs = [1, 1000].map(|second| Automaton::Integers(Integers::epoch(second)));
    let versions = [(true, false), (false, true), (true, true)];
    let addresses = versions.map(|(v4, v6)| Automaton::Ip { v4, v6 });
    let units = (1..=Spelling::NAMES.len()).map(Spelling::iso);
    let spellings = units.chain((0..=9).map(Spelling::timestamp)).map(Automaton::Strftime);
    let times = spellings.chain(Trimmed::ALL.map(Automaton::Trimmed)).chain(epochs);
    times.chain(Runs::ALL.map(Automaton::Runs)).chain(addresses).chain([Automaton::Char])
}

fn integers(below: u128, max: u128, padding: Padding) -> Automaton {
    Automaton::Integers(Integers { below, ..Integers::to(max, padding) })
}

/// `lower 1..=40`
fn text_of(text: &str) -> Option<Automaton> {
    let cases = [("lower", Case::Lower), ("upper", Case::Upper)];
    let case = cases.into_iter().find(|(name, _)| text.starts_with(name));
    let range = case.map_or(text, |(name, _)| text[name.len()..].trim_start());
    let case = case.map(|(_, case)| case);
    Some(match range {
        "" => Automaton::text(case, None),
        "0.." => Automaton::or_empty(None),
        _ => match number_after(range, "0..=") {
            Some(max) => Automaton::or_empty(Some(max)),
            None => Automaton::text(case, Some(number_after(range, "1..=")?)),
        },
    })
}

/// `u32`, `i64`, `from -11 to 10`, `08`, `08 to 99`, `08 from -11 to 99`, `desc08 to 99`
fn integer(text: &str) -> Option<Automaton> {
    let (start, max) = match text.split_once(" to ") {
        Some((start, max)) => (start, Some(max.parse().ok()?)),
        None => (text, None),
    };
    let (form, below) = match start.split_once("from -") {
        Some((form, below)) => (form.trim_end(), below.parse().ok()?),
        None => (start, 0),
    };
    if let ("", Some(max)) = (form, max) {
        return Some(integers(below, max, Padding::None));
    }
    let of_bits = |bits: u32| u128::MAX.checked_shr(u128::BITS.checked_sub(bits)?);
    if let Some(bits) = number_after(form, "u") {
        return Some(integers(0, of_bits(bits)?, Padding::None));
    }
    if let Some(bits) = number_after::<u32>(form, "i") {
        let max = of_bits(bits.checked_sub(1)?)?;
        return Some(integers(max.checked_add(1)?, max, Padding::None));
    }
    let ascending = form.strip_prefix("desc");
    // The greatest number has 39 digits.
    let digits =
        ascending.unwrap_or(form).parse().ok().filter(|digits| (1..=39).contains(digits))?;
    let greatest = || 10u128.checked_pow(digits)?.checked_sub(1);
    let (max, digits) = (max.or_else(greatest)?, usize::try_from(digits).ok()?);
    Some(match ascending {
        Some(_) => integers(0, max, Padding::Descending(digits)),
        None => integers(below, max, Padding::Zeros(digits)),
    })
}

fn number_after<T: FromStr>(text: &str, start: &str) -> Option<T> {
    text.strip_prefix(start)?.parse().ok()
}

/// The number of units from the year to the second.
const UNITS: usize = 6;

/// `%Y%m%d`
fn spelling(text: &str) -> Option<Spelling> {
    let mut spelling = Spelling { units: 0, gaps: 0 };
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let gap = match character {
            '%' if spelling.units < UNITS => {
                characters.next()?;
                spelling.units += 1;
                continue;
            }
            '%' if spelling.units == UNITS => {
                let digits = characters.next()?.to_digit(10)? as usize;
                characters.next().filter(|letter| *letter == 'f')?;
                spelling.units += digits / 3;
                continue;
            }
            '\\' => escaped(&mut characters)?,
            character => character,
        };
        let gap = u64::from(u8::try_from(gap).ok()?);
        spelling.gaps |= gap << (8 * spelling.units.checked_sub(1)?.min(6));
    }
    (spelling.units > 0).then_some(spelling)
}

/// `[0-9A-C\-] 1..=4`
fn ascii(text: &str) -> Option<Automaton> {
    let mut characters = text.strip_prefix('[')?.chars();
    let (mut alphabet, mut last, mut is_range) = (ByteSet::EMPTY, 0, false);
    loop {
        let character = match characters.next()? {
            ']' => break,
            '-' => {
                is_range = true;
                continue;
            }
            '\\' => escaped(&mut characters)?,
            character => character,
        };
        let byte = u8::try_from(character).ok().filter(u8::is_ascii)?;
        let from = if is_range { last.min(byte) } else { byte };
        alphabet = alphabet.or(ByteSet::range(from, byte));
        (last, is_range) = (byte, false);
    }
    of_widths(alphabet, characters.as_str().strip_prefix(' ')?)
}

/// `slug 1..=40`
fn alphabet(name: &str, widths: &str) -> Option<Automaton> {
    let (_, ranges) = ALPHABETS.iter().find(|(own, _)| *own == name)?;
    of_widths(bytes_of(ranges), widths)
}

/// `1..=4`, `1..` or `26`
fn of_widths(alphabet: ByteSet, widths: &str) -> Option<Automaton> {
    let Some((min, max)) = widths.split_once("..") else {
        let width = widths.parse().ok()?;
        return Some(Automaton::Text { alphabet, min: width, max: Some(width) });
    };
    let max = match max {
        "" => None,
        max => Some(max.strip_prefix('=')?.parse().ok()?),
    };
    Some(Automaton::Text { alphabet, min: min.parse().ok()?, max })
}

/// Returns the escaped character after a `\`.
pub(in crate::schema) fn escaped(characters: &mut Chars<'_>) -> Option<char> {
    match characters.next()? {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => {
            let (code, rest) = characters.as_str().strip_prefix('{')?.split_once('}')?;
            *characters = rest.chars();
            u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
        }
        character => Some(character),
    }
}
