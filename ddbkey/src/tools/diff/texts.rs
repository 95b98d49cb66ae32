//! The texts of a literal or of a value at its place, read from their printed form.
//!
//! Only words need memory; all else is a [`Language`] again.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem::discriminant;
use core::str::Chars;

use super::shared::Shared;
use crate::language::{ByteSet, Case, Language, Runs, Spelling, Trimmed, epoch_limits};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PrintedTexts {
    Words(Vec<String>),
    Of {
        language: Language,
        /// The characters that its type allows and its place does not: the separator, and the first character
        /// of a literal after it.
        excluded: Vec<char>,
    },
}

impl PrintedTexts {
    /// Reads what a language prints.
    pub(super) fn read(text: &str, excluded: &[char]) -> Option<Self> {
        if let Some(language) = language(text) {
            let excluded = if language.is_free() { excluded } else { &[] };
            return Some(Self::Of { language, excluded: excluded.into() });
        }
        let (count, text) = match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(quoted) => (1..=1, quoted),
            None => (2..=usize::MAX, text),
        };
        words(text).filter(|words| count.contains(&words.len())).map(Self::Words)
    }

    /// Whether every text is one of the other; `false` also where that is not known.
    pub(super) fn are_within(&self, other: &Self) -> bool {
        self == other || Shared::of(&[self], &[other]).all
    }

    /// Whether the other can take its place, with texts that have the same meaning.
    pub(super) fn are_like(&self, other: &Self) -> bool {
        let (one, two) = (self.language(), other.language());
        let is_same_kind = one.as_ref().map(discriminant) == two.as_ref().map(discriminant);
        let meet = || Shared::of(&[self], &[other]).any;
        let is_same_form = one.and_then(form) == two.and_then(form);
        is_same_form && (self.are_within(other) || other.are_within(self) || is_same_kind && meet())
    }

    /// Whether items with these texts are still read where a part has those of the other: both are of one type,
    /// which its place restricts, or serde reads the words that are gone.
    pub(super) fn are_readable_as(&self, other: &Self, aliases: &[&str]) -> bool {
        match (self, other) {
            (Self::Of { language, .. }, Self::Of { language: other, .. }) => language == other,
            (Self::Words(words), Self::Words(others)) => {
                let is_read =
                    |word: &&str| others.iter().any(|own| own == word) || aliases.contains(word);
                words.iter().map(String::as_str).all(|word| is_read(&word))
            }
            _ => false,
        }
    }

    /// Whether some items alone have another text in the other, because it is that of another shard.
    pub(super) fn differ_by_shards(&self, other: &Self) -> bool {
        let width = |texts: &Self| match texts.language() {
            Some(language @ Language::Shard { .. }) => Some(language.lengths()),
            _ => None,
        };
        self == other || width(self).is_some() && width(self) == width(other)
    }

    /// Whether the automaton accepts no other text than there is.
    pub(super) fn are_exact(&self) -> bool {
        match self {
            Self::Words(_) => true,
            Self::Of { language, excluded } => {
                let is_exact = match language {
                    Language::Runs(runs) => runs.is_exact(),
                    Language::Strftime(_)
                    | Language::Trimmed(_)
                    | Language::Ipv4
                    | Language::Ipv6
                    | Language::Ip => false,
                    _ => true,
                };
                is_exact && excluded.iter().all(char::is_ascii)
            }
        }
    }

    const fn language(&self) -> Option<Language> {
        match self {
            Self::Words(_) => None,
            Self::Of { language, .. } => Some(*language),
        }
    }
}

/// How a language writes a value that is not a text by itself.
fn form(language: Language) -> Option<Language> {
    let (max, below, zero) = (0, 0, true);
    match language {
        Language::Padded { digits, .. } => Some(Language::Padded { digits, max, below, zero }),
        Language::Descending { digits, .. } => Some(Language::Descending { digits, max, zero }),
        Language::Text { alphabet, .. } if !alphabet.is_all() && !alphabet.is_ascii() => {
            Some(Language::Text { alphabet, min: 1, max: None })
        }
        Language::Integer { max, below, .. } => {
            [1, 1000].map(epoch_limits).contains(&(below, max)).then_some(language)
        }
        Language::Strftime(_) | Language::Trimmed(_) | Language::Shard { .. } => Some(language),
        _ => None,
    }
}

/// The language that prints so.
fn language(text: &str) -> Option<Language> {
    let is_digit = |character: char| character.is_ascii_digit();
    let numbers = text.split(|character| !is_digit(character));
    let numbers: Vec<u128> = numbers.filter_map(|digits| digits.parse().ok()).collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let size = |at| usize::try_from(number(at)).ok();
    let bits_below = |bits: u32| {
        let unused = bits.checked_sub(u32::try_from(number(0)).ok()?)?;
        u128::MAX.checked_shr(unused)
    };
    // More digits than the greatest number has are none.
    let digits = || size(0).filter(|digits| (1..=39).contains(digits));
    let nines = || 10u128.checked_pow(u32::try_from(number(0)).ok()?)?.checked_sub(1);
    let padded = |below, max| Some(Language::Padded { digits: digits()?, max, below, zero: true });
    let descending = |max| Some(Language::Descending { digits: digits()?, max, zero: true });
    let integer = |below, max| Language::Integer { max, below, zero: true };
    let (seconds, milliseconds) = (epoch_limits(1), epoch_limits(1000));
    let form: String = text.chars().filter(|character| !is_digit(*character)).collect();
    let language = match &*form {
        "text" => Language::TEXT,
        "text ..=" => Language::text(None, Some(size(1)?)),
        "text lower" => Language::text(Some(Case::Lower), None),
        "text upper" => Language::text(Some(Case::Upper), None),
        "text lower ..=" => Language::text(Some(Case::Lower), Some(size(1)?)),
        "text upper ..=" => Language::text(Some(Case::Upper), Some(size(1)?)),
        "char" => Language::Char,
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
            Language::Strftime(Spelling::timestamp(size(0).filter(|digits| *digits <= 9)?))
        }
        "shard(, xxh)" if number(0) > 0 => Language::Shard { count: number(0) },
        "IPv" if number(0) == 4 => Language::Ipv4,
        "IPv" => Language::Ipv6,
        "IP" => Language::Ip,
        _ => match text.split_once(' ') {
            Some(("ASCII", text)) => ascii(text)?,
            Some(("time", text)) => Language::Strftime(spelling(text)?),
            Some(("timestamp", _)) => {
                let mut times = Trimmed::ALL.into_iter().map(Language::Trimmed);
                times.find(|time| time.to_string() == text)?
            }
            _ => {
                let units = (1..=Spelling::NAMES.len())
                    .map(|units| Language::Strftime(Spelling::iso(units)));
                let mut named = units.chain(Runs::ALL.map(Language::Runs));
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
fn ascii(text: &str) -> Option<Language> {
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
    Some(Language::Text { alphabet, min: min.parse().ok()?, max })
}

/// Words with `|` between them; none is empty.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = alloc::vec![String::new()];
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
    (is_ordered && words.iter().all(|word| !word.is_empty())).then_some(words)
}

/// The character that is escaped, after its `\`.
pub(super) fn escaped(characters: &mut Chars<'_>) -> Option<char> {
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
