//! The set of strings of a value, as a document.
//!
//! Only the words of enums need memory. Everything else is a language of the engine.

mod print;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub(super) use self::print::Escaped;
pub(super) use self::read::{closing_brace, escaped};
use ddbkey::__private::engine::{
    ByteSet, Integers, Language as Automaton, Padding, Payload as AnyPayload,
    Variants as AllVariants,
};

/// The set of strings that a value can have.
///
/// It prints as in a snapshot: `text`, `ULID`, `integer 08`, `PAID|PENDING`. Its [class](Self::class) tells what
/// kind of strings these are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Language(pub(crate) Strings);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Strings {
    Variants(Variants),
    Of(Automaton),
}

/// The strings of an enum: words, with or without a payload.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variants {
    /// The character between a word and its payload.
    pub(crate) separator: char,
    /// Each word, with its payload.
    words: BTreeMap<String, Option<Payload>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Payload {
    pub(crate) language: Language,
    /// Whether it takes the rest of the key.
    pub(crate) is_rest: bool,
}

impl Language {
    /// Returns the kind of these strings, by the word that a snapshot begins with: `text`, also over an alphabet, `words`,
    /// `variants` with a payload, `integer`, `time`, `timestamp`, `ULID`, …
    #[must_use]
    pub fn class(&self) -> &'static str {
        match &self.0 {
            Strings::Variants(own) if own.is_plain() => "words",
            Strings::Variants(_) => "variants",
            Strings::Of(automaton) => match automaton {
                Automaton::Text { .. } => "text",
                Automaton::Char => "char",
                Automaton::Integers(Integers { padding: Padding::Shard, .. }) => "shard",
                Automaton::Integers(_) => "integer",
                Automaton::Strftime(_) => "time",
                Automaton::Trimmed(_) => "timestamp",
                Automaton::Runs(runs) => runs.name,
                Automaton::Ip { .. } => "IP",
                Automaton::Words(_) | Automaton::Variants(_) => {
                    unreachable!("`Language::of` keeps their words as strings")
                }
            },
        }
    }

    /// Returns the characters that occur, as inside the brackets of a regular expression, if all are ASCII.
    #[must_use]
    pub fn alphabet(&self) -> Option<String> {
        let alphabet = self.bytes();
        alphabet.is_ascii().then(|| alphabet.to_string())
    }

    fn bytes(&self) -> ByteSet {
        match &self.0 {
            Strings::Variants(variants) => {
                let bytes = variants.words.keys().flat_map(|word| word.bytes());
                let bytes = bytes.fold(ByteSet::EMPTY, |all, byte| all.or(ByteSet::byte(byte)));
                variants.payloads().fold(bytes, |all, payload| {
                    all.or(payload.language.bytes()).or(ByteSet::ascii(variants.separator))
                })
            }
            Strings::Of(automaton) => automaton.alphabet(),
        }
    }

    /// Returns the words, sorted, if this is a list of words.
    #[must_use]
    pub fn words(&self) -> Option<Vec<&str>> {
        match &self.0 {
            Strings::Variants(own) if own.is_plain() => {
                Some(own.words.keys().map(String::as_str).collect())
            }
            Strings::Variants(_) | Strings::Of(_) => None,
        }
    }

    /// Returns the minimum and maximum width in bytes. The maximum is `None` without a limit.
    #[must_use]
    pub fn widths(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Strings::Variants(variants) => {
                let widths: Vec<_> = variants.widths().collect();
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
            Strings::Variants(variants) => variants.payloads().any(|own| own.language.is_free()),
            Strings::Of(automaton) => automaton.is_free(),
        }
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
            Strings::Variants(_) => None,
            Strings::Of(automaton) => Some(*automaton),
        }
    }

    /// Any text of one character or more.
    pub(crate) const TEXT: Self = Self(Strings::Of(Automaton::TEXT));

    pub(crate) fn of_words(words: Vec<String>) -> Self {
        let words = words.into_iter().map(|word| (word, None)).collect();
        Self(Strings::Variants(Variants { separator: '#', words }))
    }

    pub(super) fn of(automaton: Automaton) -> Self {
        Self(Strings::Of(match automaton {
            Automaton::Words(words) => {
                let words = words.list().iter().map(ToString::to_string);
                return Self::of_words(words.collect());
            }
            Automaton::Variants(variants) => {
                return Self(Strings::Variants(Variants::of(variants)));
            }
            // The printed form does not tell whether 0 is included.
            Automaton::Integers(integers) => {
                Automaton::Integers(Integers { zero: true, ..integers })
            }
            automaton => automaton,
        }))
    }
}

impl Variants {
    fn of(variants: AllVariants) -> Self {
        let words = variants.list.iter().map(|variant| {
            let payload = variant.payload.map(|AnyPayload { language, is_rest }| Payload {
                language: Language::of(language),
                is_rest,
            });
            (variant.word.into(), payload)
        });
        Self { separator: variants.separator, words: words.collect() }
    }

    /// Returns each word, in order, with its payload.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Option<&Payload>)> {
        self.words.iter().map(|(word, payload)| (word.as_str(), payload.as_ref()))
    }

    pub(crate) fn payload_of(&self, word: &str) -> Option<&Payload> {
        self.words.get(word)?.as_ref()
    }

    pub(crate) fn payloads(&self) -> impl Iterator<Item = &Payload> {
        self.words.values().flatten()
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.payloads().next().is_none()
    }

    fn widths(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        self.iter().map(|(word, payload)| {
            let Some(payload) = payload else { return (word.len(), Some(word.len())) };
            let (min, max) = payload.language.widths();
            let start = word.len() + 1;
            (start + min, max.map(|max| start + max))
        })
    }
}
