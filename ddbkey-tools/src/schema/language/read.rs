//! Reads a language from its printed form.

use std::collections::{BTreeMap, BTreeSet};
use std::str::Chars;

use ddbkey::__private_0_1::engine::{
    ByteSet, Case, Language as Automaton, Runs, Spelling, Trimmed, epoch_limits,
};

use super::{Language, LanguageClass, Payload, Strings, Variants};

impl Language {
    /// Reads the printed form of a language.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if let Some(language) = language(text) {
            return Some(Self(Strings::Of(language)));
        }
        if let Some(words) = words(text) {
            return Some(Self::of_words(words));
        }
        Some(Self(Strings::Variants(Variants::read(text)?)))
    }
}

impl Variants {
    /// `GLOBAL | ORG#{integer u32} | USER#{text}`: in order, at least one with a payload.
    fn read(text: &str) -> Option<Self> {
        let (mut words, mut payloads) = (Vec::new(), BTreeMap::new());
        let (mut separators, mut rest) = (BTreeSet::new(), text);
        loop {
            let (mut word, after) = read_word(rest)?;
            rest = after;
            if let Some(after) = after.strip_prefix('{') {
                separators.insert(word.pop()?);
                let length = closing_brace(after)?;
                payloads.insert(words.len(), Payload::read(&after[..length])?);
                rest = &after[length + 1..];
            }
            words.push(word);
            match rest.strip_prefix(" | ") {
                Some(next) => rest = next,
                None => break,
            }
        }
        let separator = *separators.first()?;
        let is_right = rest.is_empty()
            && separators.len() == 1
            && words.is_sorted_by(|one, next| one < next)
            && words.iter().all(|own| !own.is_empty() && !own.contains(separator));
        is_right.then_some(Self { separator, words, payloads })
    }
}

impl Payload {
    /// `*text`
    fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix('*');
        let language = Language::read(rest.unwrap_or(text))?;
        let is_value = language.class() != LanguageClass::Variants;
        is_value.then_some(Self { language, is_rest: rest.is_some() })
    }
}

/// The characters up to a payload or to the next variant, and the rest.
fn read_word(text: &str) -> Option<(String, &str)> {
    let (mut word, mut characters) = (String::new(), text.chars());
    loop {
        let rest = characters.as_str();
        if rest.starts_with(" | ") {
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

/// The length of the string before the brace that ends a value.
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
    let is_digit = |character: char| character.is_ascii_digit();
    let numbers = text.split(|character| !is_digit(character));
    let numbers: Vec<u128> = numbers.filter_map(|digits| digits.parse().ok()).collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let size = |at| usize::try_from(number(at)).ok();
    let bits_below = |bits: u32| {
        let unused = bits.checked_sub(u32::try_from(number(0)).ok()?)?;
        u128::MAX.checked_shr(unused)
    };
    // The greatest number has 39 digits.
    let digits = || size(0).filter(|digits| (1..=39).contains(digits));
    let nines = || 10u128.checked_pow(u32::try_from(number(0)).ok()?)?.checked_sub(1);
    let padded = |below, max| Some(Automaton::Padded { digits: digits()?, max, below, zero: true });
    let descending = |max| Some(Automaton::Descending { digits: digits()?, max, zero: true });
    let integer = |below, max| Automaton::Integer { max, below, zero: true };
    let (seconds, milliseconds) = (epoch_limits(1), epoch_limits(1000));
    let form: String = text.chars().filter(|character| !is_digit(*character)).collect();
    let language = match &*form {
        "text" => Automaton::TEXT,
        "text .." => Automaton::or_empty(None),
        "text ..=" if number(0) == 0 => Automaton::or_empty(Some(size(1)?)),
        "text ..=" => Automaton::text(None, Some(size(1)?)),
        "text lower" => Automaton::text(Some(Case::Lower), None),
        "text upper" => Automaton::text(Some(Case::Upper), None),
        "text lower ..=" => Automaton::text(Some(Case::Lower), Some(size(1)?)),
        "text upper ..=" => Automaton::text(Some(Case::Upper), Some(size(1)?)),
        "char" => Automaton::Char,
        "integer u" => integer(0, bits_below(u128::BITS)?),
        "integer i" => {
            let max = bits_below(u128::BITS + 1)?;
            integer(max.checked_add(1)?, max)
        }
        "integer from - to " => integer(number(0), number(1)),
        "epoch" => integer(seconds.0, seconds.1),
        "epoch_ms" => integer(milliseconds.0, milliseconds.1),
        "integer " => padded(0, nines()?)?,
        "integer  to " => padded(0, number(1))?,
        "integer  from - to " => padded(number(1), number(2))?,
        "integer desc" => descending(nines()?)?,
        "integer desc to " => descending(number(1))?,
        "timestamp ." => {
            Automaton::Strftime(Spelling::timestamp(size(0).filter(|digits| *digits <= 9)?))
        }
        "shard(, xxh)" if number(0) > 0 => Automaton::Shard { count: number(0) },
        "IPv" if number(0) == 4 => Automaton::Ipv4,
        "IPv" => Automaton::Ipv6,
        "IP" => Automaton::Ip,
        _ => match text.split_once(' ') {
            Some(("ASCII", text)) => ascii(text)?,
            Some(("time", text)) => Automaton::Strftime(spelling(text)?),
            Some(("timestamp", _)) => {
                let mut times = Trimmed::ALL.into_iter().map(Automaton::Trimmed);
                times.find(|time| time.to_string() == text)?
            }
            _ => {
                let units = (1..=Spelling::NAMES.len())
                    .map(|units| Automaton::Strftime(Spelling::iso(units)));
                let mut named = units.chain(Runs::ALL.map(Automaton::Runs));
                named.find(|language| language.to_string() == text)?
            }
        },
    };
    (language.to_string() == text).then_some(language)
}

/// `%Y%m%d`
fn spelling(text: &str) -> Option<Spelling> {
    let mut spelling = Spelling { units: 0, gaps: 0 };
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let gap = match character {
            '%' if spelling.units < Spelling::LETTERS.len() => {
                characters.next()?;
                spelling.units += 1;
                continue;
            }
            '%' if spelling.units == Spelling::LETTERS.len() => {
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
    let (min, max) = characters.as_str().strip_prefix(' ')?.split_once("..")?;
    let max = max.strip_prefix('=').map(str::parse).transpose().ok()?;
    Some(Automaton::Text { alphabet, min: min.parse().ok()?, max })
}

/// Reads one word in quotes, or several in order with `|` between them. No word is empty.
pub(in crate::schema) fn words(text: &str) -> Option<Vec<String>> {
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let text = quoted.unwrap_or(text);
    let mut words = vec![String::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '|' => words.push(String::new()),
            '"' | '{' | '}' | '[' | ']' => return None,
            '\\' => words.last_mut()?.push(escaped(&mut characters)?),
            character => words.last_mut()?.push(character),
        }
    }
    let is_ordered = words.is_sorted_by(|one, next| one < next);
    let is_one = words.len() == 1;
    let is_list = is_ordered && is_one == quoted.is_some();
    (is_list && words.iter().all(|word| !word.is_empty())).then_some(words)
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
