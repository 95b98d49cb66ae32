//! The set of strings of a value, read from its printed form.
//!
//! Only words need memory. Everything else is a language of the engine.

use std::fmt;
use std::str::Chars;

use ddbkey::__private_0_1::engine::{
    ByteSet, Case, Escaped, Language as Automaton, Payload as AnyPayload, Runs, Spelling, Trimmed,
    Variant as AnyVariant, Variants as AllVariants, WordList, epoch_limits,
};
use serde::{Deserialize, Serialize};

/// The set of strings that a value can have.
///
/// It prints as in a snapshot: `text`, `ULID`, `integer 08`, `PAID|PENDING`. Its [class](Self::class) tells what
/// kind of strings these are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Language(pub(crate) Strings);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Strings {
    /// Words, sorted.
    Words(Vec<String>),
    Variants(Variants),
    Of(Automaton),
}

/// The strings of an enum with payloads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variants {
    /// The character between a word and its payload.
    pub(crate) separator: char,
    /// Sorted by their words.
    pub(crate) list: Vec<Variant>,
}

/// Only a word, or a word with a payload.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    pub(crate) word: String,
    pub(crate) payload: Option<Payload>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Payload {
    pub(crate) language: Language,
    /// Whether it takes the rest of the key.
    pub(crate) is_rest: bool,
}

/// The kind of strings in a [`Language`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LanguageClass {
    /// Text of any characters, or of one case.
    Text,
    /// Text over an alphabet of ASCII characters.
    Ascii,
    /// One character.
    Char,
    /// One of a list of words.
    Words,
    /// Only a word, or a word, the separator and a payload.
    Variants,
    /// An integer in plain decimal, without leading zeros.
    Integer,
    /// A zero-padded integer.
    PaddedInteger,
    /// A zero-padded integer; the greatest sorts first.
    DescendingInteger,
    /// A timestamp or a date, possibly cut off at a unit, of fixed width.
    Time,
    /// A timestamp with no more fraction digits than necessary.
    TrimmedTime,
    /// A ULID.
    Ulid,
    /// A hyphenated UUID.
    Uuid,
    /// A KSUID.
    Ksuid,
    /// The number of a shard.
    Shard,
    /// An IP address.
    IpAddress,
}

impl Language {
    /// Returns the kind of these strings.
    #[must_use]
    pub fn class(&self) -> LanguageClass {
        let automaton = match &self.0 {
            Strings::Words(_) => return LanguageClass::Words,
            Strings::Variants(_) => return LanguageClass::Variants,
            Strings::Of(automaton) => automaton,
        };
        match automaton {
            Automaton::Text { alphabet, .. } if alphabet.is_ascii() => LanguageClass::Ascii,
            Automaton::Text { .. } => LanguageClass::Text,
            Automaton::Char => LanguageClass::Char,
            Automaton::Words(_) => LanguageClass::Words,
            Automaton::Variants(_) => LanguageClass::Variants,
            Automaton::Integer { .. } => LanguageClass::Integer,
            Automaton::Padded { .. } => LanguageClass::PaddedInteger,
            Automaton::Descending { .. } => LanguageClass::DescendingInteger,
            Automaton::Strftime(_) => LanguageClass::Time,
            Automaton::Trimmed(_) => LanguageClass::TrimmedTime,
            Automaton::Runs(runs) if *runs == Runs::ULID => LanguageClass::Ulid,
            Automaton::Runs(runs) if *runs == Runs::UUID => LanguageClass::Uuid,
            Automaton::Runs(_) => LanguageClass::Ksuid,
            Automaton::Shard { .. } => LanguageClass::Shard,
            Automaton::Ipv4 | Automaton::Ipv6 | Automaton::Ip => LanguageClass::IpAddress,
        }
    }

    /// Returns the characters that occur, as inside the brackets of a regular expression, if all are ASCII.
    #[must_use]
    pub fn alphabet(&self) -> Option<String> {
        let alphabet = self.bytes();
        alphabet.is_ascii().then(|| alphabet.to_string())
    }

    /// The bytes that occur.
    fn bytes(&self) -> ByteSet {
        match &self.0 {
            Strings::Words(words) => bytes_of(words),
            Strings::Variants(Variants { separator, list }) => {
                let payloads = list.iter().filter_map(|variant| variant.payload.as_ref());
                payloads.fold(bytes_of(list.iter().map(|variant| &variant.word)), |all, payload| {
                    all.or(payload.language.bytes()).or(ByteSet::ascii(*separator))
                })
            }
            Strings::Of(automaton) => automaton.alphabet(),
        }
    }

    /// Returns the words, sorted, if this is a list of words.
    #[must_use]
    pub fn words(&self) -> Option<&[String]> {
        match &self.0 {
            Strings::Words(words) => Some(words),
            Strings::Variants(_) | Strings::Of(_) => None,
        }
    }

    /// Returns the minimum and maximum width in bytes. The maximum is `None` if there is no limit.
    #[must_use]
    pub fn widths(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Strings::Words(words) => {
                let widths = || words.iter().map(String::len);
                (widths().min().unwrap_or_default(), widths().max())
            }
            Strings::Variants(variants) => {
                let widths: Vec<_> = variants.list.iter().map(Variant::widths).collect();
                let greatest = widths.iter().map(|(_, max)| *max);
                let greatest: Option<Vec<_>> = greatest.collect();
                let least = widths.iter().map(|(min, _)| *min).min().unwrap_or_default();
                (least, greatest.and_then(|all| all.into_iter().max()))
            }
            Strings::Of(automaton) => automaton.lengths(),
        }
    }

    /// Returns whether its values decide which characters it contains, so that its position can exclude characters.
    pub(crate) fn is_free(&self) -> bool {
        match &self.0 {
            Strings::Words(_) => false,
            Strings::Variants(variants) => variants.payloads().any(|own| own.language.is_free()),
            Strings::Of(automaton) => automaton.is_free(),
        }
    }

    /// Returns whether it is text in lower case or in upper case.
    pub(crate) fn is_of_one_case(&self) -> bool {
        matches!(self.0, Strings::Of(Automaton::Text { alphabet, .. })
            if !alphabet.is_all() && !alphabet.is_ascii())
    }

    /// Returns whether its alphabet has both lower-case and upper-case ASCII letters.
    pub(crate) fn has_both_cases(&self) -> bool {
        let Some(alphabet) = self.automaton().map(Automaton::alphabet) else {
            return false;
        };
        let has = |from, to| !alphabet.and(ByteSet::range(from, to)).is_empty();
        has(b'a', b'z') && has(b'A', b'Z')
    }

    pub(crate) const fn automaton(&self) -> Option<Automaton> {
        match &self.0 {
            Strings::Words(_) | Strings::Variants(_) => None,
            Strings::Of(automaton) => Some(*automaton),
        }
    }

    pub(super) fn of(automaton: Automaton) -> Self {
        // The printed form does not tell whether 0 is included.
        let zero = true;
        Self(Strings::Of(match automaton {
            Automaton::Words(words) => {
                let mut words: Vec<_> = words.list().iter().map(ToString::to_string).collect();
                words.sort_unstable();
                return Self(Strings::Words(words));
            }
            Automaton::Variants(variants) => {
                return Self(Strings::Variants(Variants::of(variants)));
            }
            Automaton::Integer { max, below, .. } => Automaton::Integer { max, below, zero },
            Automaton::Padded { digits, max, below, .. } => {
                Automaton::Padded { digits, max, below, zero }
            }
            Automaton::Descending { digits, max, .. } => {
                Automaton::Descending { digits, max, zero }
            }
            automaton => automaton,
        }))
    }

    /// Reads the printed form of a language.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if let Some(language) = language(text) {
            return Some(Self(Strings::Of(language)));
        }
        if let Some(words) = words(text) {
            return Some(Self(Strings::Words(words)));
        }
        Some(Self(Strings::Variants(Variants::read(text)?)))
    }
}

fn bytes_of<'w>(words: impl IntoIterator<Item = &'w String>) -> ByteSet {
    let bytes = words.into_iter().flat_map(|word| word.bytes());
    bytes.fold(ByteSet::EMPTY, |all, byte| all.or(ByteSet::byte(byte)))
}

impl Variants {
    fn of(variants: AllVariants) -> Self {
        let of = |variant: &AnyVariant| Variant {
            word: variant.word.into(),
            payload: variant.payload.map(|AnyPayload { language, is_rest }| Payload {
                language: Language::of(language),
                is_rest,
            }),
        };
        let mut list: Vec<_> = variants.list.iter().map(of).collect();
        list.sort_unstable_by(|one, other| one.word.cmp(&other.word));
        Self { separator: variants.separator, list }
    }

    /// Whether a word is a string by itself.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.list.iter().any(|own| own.word == word && own.payload.is_none())
    }

    /// The payload of a word.
    pub(crate) fn payload_of(&self, word: &str) -> Option<&Payload> {
        self.list.iter().find(|variant| variant.word == word)?.payload.as_ref()
    }

    pub(crate) fn payloads(&self) -> impl Iterator<Item = &Payload> {
        self.list.iter().filter_map(|variant| variant.payload.as_ref())
    }

    /// `GLOBAL | ORG#{integer u32} | USER#{text}`: in order, at least one with a payload.
    fn read(text: &str) -> Option<Self> {
        let (mut list, mut separators, mut rest) = (Vec::new(), Vec::new(), text);
        loop {
            let (mut word, after) = read_word(rest)?;
            let payload = match after.strip_prefix('{') {
                Some(after) => {
                    separators.push(word.pop()?);
                    let length = closing_brace(after)?;
                    rest = &after[length + 1..];
                    Some(Payload::read(&after[..length])?)
                }
                None => {
                    rest = after;
                    None
                }
            };
            list.push(Variant { word: word.into_iter().collect(), payload });
            match rest.strip_prefix(" | ") {
                Some(next) => rest = next,
                None => break,
            }
        }
        let separator = *separators.first()?;
        let is_right = rest.is_empty()
            && separators.iter().all(|own| *own == separator)
            && list.is_sorted_by(|one, next| one.word < next.word)
            && list.iter().all(|own| !own.word.is_empty() && !own.word.contains(separator));
        is_right.then_some(Self { separator, list })
    }
}

impl Variant {
    fn widths(&self) -> (usize, Option<usize>) {
        let Some(payload) = &self.payload else { return (self.word.len(), Some(self.word.len())) };
        let (min, max) = payload.language.widths();
        let start = self.word.len() + 1;
        (start + min, max.map(|max| start + max))
    }
}

impl Payload {
    /// `*text`
    fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix('*');
        let language = Language::read(rest.unwrap_or(text))?;
        let is_value = !matches!(language.0, Strings::Variants(_));
        is_value.then_some(Self { language, is_rest: rest.is_some() })
    }
}

/// The characters up to a payload or to the next variant, and the rest.
fn read_word(text: &str) -> Option<(Vec<char>, &str)> {
    let (mut word, mut characters) = (Vec::new(), text.chars());
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
pub(super) fn closing_brace(text: &str) -> Option<usize> {
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

/// `GLOBAL | ORG#{integer u32} | USER#{text}`
impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.iter().enumerate().try_for_each(|(at, Variant { word, payload })| {
            write!(f, "{}{}", if at == 0 { "" } else { " | " }, Escaped(word))?;
            let Some(Payload { language, is_rest }) = payload else { return Ok(()) };
            let separator = self.separator.to_string();
            let rest = if *is_rest { "*" } else { "" };
            write!(f, "{}{{{rest}{language}}}", Escaped(&separator))
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Strings::Words(words) => WordList(words).fmt(f),
            Strings::Variants(variants) => variants.fmt(f),
            Strings::Of(automaton) => automaton.fmt(f),
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
pub(super) fn words(text: &str) -> Option<Vec<String>> {
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
