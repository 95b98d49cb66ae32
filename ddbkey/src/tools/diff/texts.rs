//! A language read from its printed form, and how two of them compare: for the snapshot of a schema.
//!
//! Only the words of an enum need memory; all else is a [`Language`] again.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::Chars;

use crate::language::{ByteSet, Case, Language, Spelling};

/// The texts of a value, as a snapshot has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Texts {
    Words(BTreeSet<String>),
    Of(Language),
}

impl Texts {
    /// Reads what a language prints.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Some(language) = language(text) {
            return Some(Self::Of(language));
        }
        if let Some(quoted) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            let [word] = <[String; 1]>::try_from(words(quoted)?).ok()?;
            return Some(Self::Words([word].into()));
        }
        let words = words(text)?;
        let count = words.len();
        let words: BTreeSet<_> = words.into_iter().collect();
        (count > 1 && words.len() == count).then_some(Self::Words(words))
    }

    /// Whether every text of this language is one of the other; `false` also where that is not known.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Words(own), Self::Words(other)) => own.is_subset(other),
            (Self::Words(own), Self::Of(other)) => own.iter().all(|word| has(*other, word)),
            (Self::Of(_), Self::Words(_)) => false,
            (Self::Of(own), Self::Of(other)) => is_within(*own, *other),
        }
    }

    /// Whether a text of both means the same value in both, so that one can take the place of the other.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Words(own), Self::Words(other)) => !own.is_disjoint(other),
            (Self::Of(own), Self::Of(other)) => match (*own, *other) {
                (Language::Integer { .. }, Language::Integer { .. }) => true,
                (Language::Text { alphabet: own, .. }, Language::Text { alphabet: other, .. }) => {
                    let is_of_no_case =
                        |alphabet: ByteSet| alphabet.is_ascii() || alphabet.is_all();
                    is_of_no_case(own) && is_of_no_case(other)
                }
                (Language::Padded { digits: own, .. }, Language::Padded { digits: other, .. }) => {
                    own == other
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether values of it are held back from the separator, which they could contain otherwise.
    pub(super) const fn is_free(&self) -> bool {
        matches!(self, Self::Of(language) if language.is_free())
    }

    /// Whether some text can contain this character.
    pub(super) fn can_contain(&self, character: char) -> bool {
        match self {
            Self::Words(words) => words.iter().any(|word| word.contains(character)),
            Self::Of(language) => {
                !character.is_ascii() || language.alphabet().contains(character as u8)
            }
        }
    }
}

/// Whether a word is one of the texts, where that is decided without a parser.
fn has(language: Language, word: &str) -> bool {
    match language {
        Language::Text { .. } => language.contains(word),
        Language::Char => word.chars().count() == 1,
        _ => false,
    }
}

fn is_within(own: Language, other: Language) -> bool {
    let (min, max) = own.lengths();
    match (own, other) {
        _ if own.same_as(other) => true,
        (_, Language::Text { alphabet, min: least, max: most }) => {
            own.alphabet().without(alphabet).is_empty()
                && min >= least
                && most.is_none_or(|most| max.is_some_and(|max| max <= most))
        }
        (
            Language::Integer { max, below, .. },
            Language::Integer { max: most, below: least, .. },
        ) => max <= most && below <= least,
        (
            Language::Padded { digits, max, below, .. },
            Language::Padded { digits: width, max: most, below: least, .. },
        ) => digits == width && max <= most && below <= least,
        (
            Language::Descending { digits, max, .. },
            Language::Descending { digits: width, max: most, .. },
        ) => digits == width && max <= most,
        (Language::Ipv4 | Language::Ipv6, Language::Ip) => true,
        _ => false,
    }
}

fn language(text: &str) -> Option<Language> {
    if let Some(unit) = Spelling::NAMES.iter().position(|name| *name == text) {
        return Some(Language::Strftime(Spelling::iso(unit + 1)));
    }
    Some(match text {
        "text" => Language::TEXT,
        "char" => Language::Char,
        "ULID" => Language::Ulid,
        "UUID" => Language::Uuid,
        "KSUID" => Language::Ksuid,
        "IPv4" => Language::Ipv4,
        "IPv6" => Language::Ipv6,
        "IP" => Language::Ip,
        _ => {
            let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
            match kind {
                "text" => text_of(rest)?,
                "ASCII" => ascii(rest)?,
                "integer" => integer(rest)?,
                "time" => Language::Strftime(spelling(rest)?),
                "timestamp" if rest == "+00:00" => Language::Rfc3339,
                "timestamp" => {
                    let fraction = number(rest.strip_prefix('.')?).filter(|digits| *digits <= 9)?;
                    Language::Timestamp { fraction }
                }
                _ => shard(text)?,
            }
        }
    })
}

/// `%Y%m%d`
fn spelling(text: &str) -> Option<Spelling> {
    let (mut rest, mut spelling) = (text, Spelling { units: 0, gaps: 0 });
    for letter in Spelling::LETTERS.chars() {
        let Some(after) = rest.strip_prefix('%') else { break };
        let mut characters = after.strip_prefix(letter)?.chars();
        rest = characters.as_str();
        if let Some(character) = characters.next().filter(|character| *character != '%') {
            let gap = if character == '\\' { escaped(&mut characters)? } else { character };
            let gap = u8::try_from(gap).ok().filter(u8::is_ascii)?;
            spelling.gaps |= u64::from(gap) << (8 * spelling.units);
            rest = characters.as_str();
        }
        spelling.units += 1;
    }
    (rest.is_empty() && spelling.units > 0).then_some(spelling)
}

/// `1..=8`, `lower`, `lower 1..=8`
fn text_of(text: &str) -> Option<Language> {
    let case = Case::ALL.into_iter().find(|case| text.starts_with(case.name()));
    let max = text.strip_prefix(case.map_or("", Case::name))?;
    let max = match (case, max) {
        (Some(_), "") => None,
        (Some(_), max) => Some(max.strip_prefix(' ')?),
        (None, max) => Some(max),
    };
    match max {
        Some(max) => Some(Language::text(case, Some(number(max.strip_prefix("1..=")?)?))),
        None => Some(Language::text(case, None)),
    }
}

/// A number as printed: `007` would be another text for the same language.
pub(super) fn number<T: core::str::FromStr>(text: &str) -> Option<T> {
    let is_canonical = text == "0" || !text.starts_with(['0', '+']);
    if is_canonical { text.parse().ok() } else { None }
}

fn shard(text: &str) -> Option<Language> {
    let count = text.strip_prefix("shard(")?.strip_suffix(", xxh64)")?;
    number(count).filter(|count| *count > 0).map(|count| Language::Shard { count })
}

/// `[0-9A-C\-] 1..=4`
fn ascii(text: &str) -> Option<Language> {
    let mut characters = text.strip_prefix('[')?.chars();
    let mut alphabet = ByteSet::EMPTY;
    let mut last = None;
    loop {
        match characters.next()? {
            ']' => break,
            '-' => {
                let to = member(&mut characters, None)?;
                alphabet = alphabet.or(ByteSet::range(last.take().filter(|from| *from <= to)?, to));
            }
            character => {
                let byte = member(&mut characters, Some(character))?;
                alphabet = alphabet.or(ByteSet::byte(byte));
                last = Some(byte);
            }
        }
    }
    let (min, max) = characters.as_str().strip_prefix(' ')?.split_once("..")?;
    let max = match max.strip_prefix('=') {
        Some(max) => Some(number(max)?),
        None if max.is_empty() => None,
        None => return None,
    };
    Some(Language::Text { alphabet, min: number(min)?, max })
}

fn member(characters: &mut Chars<'_>, first: Option<char>) -> Option<u8> {
    let character = match first.or_else(|| characters.next())? {
        '\\' => escaped(characters)?,
        character => character,
    };
    u8::try_from(character).ok().filter(u8::is_ascii)
}

/// `u8`, `i64`, `03`, `03 to 255`, `03 from -128 to 127`, `desc05`, `from -11 to 10`
fn integer(text: &str) -> Option<Language> {
    if let Some((below, max)) = limits(text) {
        return Some(Language::Integer { max, below, zero: true });
    }
    if let Some(bits) = text.strip_prefix('u').and_then(number::<u32>) {
        let max = u128::MAX >> u128::BITS.checked_sub(bits).filter(|_| bits > 0)?;
        return Some(Language::Integer { max, below: 0, zero: true });
    }
    if let Some(bits) = text.strip_prefix('i').and_then(number::<u32>) {
        let unused = u128::BITS.checked_sub(bits).filter(|_| bits > 1)?;
        let max = u128::MAX >> unused >> 1;
        return Some(Language::Integer { max, below: max + 1, zero: true });
    }
    let (width, limit) =
        text.split_once(' ').map_or((text, None), |(width, limit)| (width, Some(limit)));
    let (is_descending, digits) = match width.strip_prefix("desc") {
        Some(digits) => (true, digits),
        None => (false, width),
    };
    let digits = number(digits.strip_prefix('0')?)?;
    // More digits than the greatest number has.
    if digits > 39 {
        return None;
    }
    let (below, max) = match limit {
        None => (0, 10u128.checked_pow(u32::try_from(digits).ok()?)?.checked_sub(1)?),
        Some(limit) => match limit.strip_prefix("to ") {
            Some(max) => (0, number(max)?),
            None => limits(limit)?,
        },
    };
    if is_descending {
        (below == 0).then_some(Language::Descending { digits, max, zero: true })
    } else {
        Some(Language::Padded { digits, max, below, zero: true })
    }
}

/// `from -128 to 127`
fn limits(text: &str) -> Option<(u128, u128)> {
    let (below, max) = text.strip_prefix("from -")?.split_once(" to ")?;
    Some((number(below)?, number(max)?))
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
    words.iter().all(|word| !word.is_empty()).then_some(words)
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
