//! The description of a part's strings, for hand-written parts.

use core::fmt::{self, Write};

use super::KeyPart;
use crate::language::{ByteSet, Language, Payload, Variant, Variants, Words};

/// Describes the strings of a part: alphabet, width and the words for an error.
///
/// A part type has one as its [`KeyPart::SHAPE`]. For your own type, create it with
/// [`Shape::text`], [`Shape::ascii`] or [`Shape::words`]. A newtype has the shape of the type that it wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    expecting: &'static str,
    pub(crate) language: Language,
    // The bytes and the lengths of its strings, which take long to compute for a long list of words.
    pub(crate) alphabet: ByteSet,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
    /// Other strings that serde reads, but that no key contains.
    pub(crate) aliases: &'static [&'static str],
    declared_alphabet: &'static str,
    /// Whether the part takes every string that is not empty.
    pub(crate) is_plain_text: bool,
}

impl Shape {
    /// Describes strings that are not empty and contain neither the separator nor the first character of a
    /// literal directly after them. `expecting` completes the sentence "the part is not …".
    #[must_use]
    pub const fn text(expecting: &'static str) -> Self {
        Self::exact(expecting, Language::TEXT)
    }

    /// Describes strings of `min` to `max` bytes over an ASCII alphabet. `expecting` completes the sentence
    /// "the part is not …".
    ///
    /// # Panics
    ///
    /// Panics at compile time if the alphabet is empty or not ASCII, or if `min` is 0 or greater than
    /// `max`.
    #[must_use]
    pub const fn ascii(expecting: &'static str, alphabet: &str, min: usize, max: usize) -> Self {
        assert!(alphabet.is_ascii() && !alphabet.is_empty(), "the alphabet is empty or not ASCII");
        assert!(min > 0 && min <= max, "`min` is 0 or greater than `max`");
        Self::exact(
            expecting,
            Language::Text { alphabet: ByteSet::of(alphabet), min, max: Some(max) },
        )
    }

    /// Describes strings that are one of these words. `expecting` completes the sentence "the part is not …".
    ///
    /// Any order will do. The proof that the entities of a table are disjoint takes longer over hundreds
    /// of words unless they are sorted.
    ///
    /// # Panics
    ///
    /// Panics at compile time without words, if a word is empty or occurs twice, or if there are
    /// more than 65,535 words or bytes in one of them.
    #[must_use]
    pub const fn words(expecting: &'static str, words: &'static [&'static str]) -> Self {
        Self::exact(expecting, Language::Words(Words::new(words)))
    }

    /// Describes strings that are the word of a variant, with its payload after the separator.
    ///
    /// # Panics
    ///
    /// Panics at compile time without variants or with too many, or if a word is empty, occurs twice or contains the
    /// separator.
    #[doc(hidden)]
    #[must_use]
    pub const fn variants(
        expecting: &'static str,
        separator: char,
        variants: &'static [Variant],
    ) -> Self {
        Self::exact(expecting, Language::Variants(Variants::new(separator, variants)))
    }

    /// Describes the strings of `String`: all that are not empty.
    pub(crate) const fn plain_text() -> Self {
        Self { is_plain_text: true, ..Self::text("text") }
    }

    pub(crate) const fn exact(expecting: &'static str, language: Language) -> Self {
        let (min, max) = language.lengths();
        let alphabet = language.alphabet();
        Self {
            expecting,
            language,
            alphabet,
            min,
            max,
            aliases: &[],
            declared_alphabet: "",
            is_plain_text: false,
        }
    }

    /// Returns the same strings under another name, for a newtype that refuses some of them.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(self, expecting: &'static str) -> Self {
        Self { expecting, is_plain_text: false, ..self }
    }

    /// Returns the strings of this shape, which must be a string shape, over an ASCII alphabet and of these lengths, for a
    /// newtype. A case keeps the letters of that case.
    ///
    /// # Panics
    ///
    /// Panics at compile time if the shape is not a string shape, or if its strings are shorter.
    #[doc(hidden)]
    #[must_use]
    pub const fn over(
        self,
        what: &'static str,
        declared_alphabet: &'static str,
        alphabet: &str,
        min: usize,
        max: usize,
    ) -> Self {
        assert!(
            matches!(self.language, Language::Text { alphabet, .. } if !alphabet.is_ascii()),
            "`ascii` is for newtypes of strings"
        );
        assert!(
            self.min > 0 || min == 1,
            "`empty` is for strings of any length, and `len` limits them"
        );
        let min = if self.min == 0 { 0 } else { min };
        let max = match self.max {
            Some(longest) if longest < max => Some(longest),
            _ if max == usize::MAX => None,
            _ => Some(max),
        };
        assert!(
            max.is_none() || matches!(max, Some(max) if min <= max),
            "the strings are shorter than `len`"
        );
        let alphabet = ByteSet::of(alphabet).and(self.alphabet);
        let shape = Self::exact(what, Language::Text { alphabet, min, max });
        Self { declared_alphabet, ..shape }
    }

    /// Returns the same strings for an enum that serde also reads from these.
    #[doc(hidden)]
    #[must_use]
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Returns whether a string contains a character outside the alphabet. Then an error can show the alphabet.
    pub(crate) fn is_left_by(&self, text: &str) -> bool {
        matches!(self.language, Language::Text { alphabet, .. } if alphabet.is_ascii())
            && !text.bytes().all(|byte| self.alphabet.contains(byte))
    }

    /// Prints the alphabet, in its declared form if there is one.
    pub(crate) fn print_alphabet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.declared_alphabet {
            "" => write!(f, "{}", self.alphabet),
            declared => f.write_str(declared),
        }
    }

    /// Returns the description of a string of this shape, such as "a ULID".
    #[must_use]
    pub const fn expecting(&self) -> &'static str {
        self.expecting
    }

    /// Prints the description, with an example of a time: "a day such as `20241201`".
    pub(crate) fn print_expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)?;
        let Language::Strftime(spelling) = self.language else { return Ok(()) };
        f.write_str(" such as `")?;
        spelling.print_example(f)?;
        f.write_char('`')
    }

    pub(crate) const fn as_variants(&self) -> Option<Variants> {
        match self.language {
            Language::Variants(variants) => Some(variants),
            _ => None,
        }
    }

    pub(crate) const fn may_be_empty(&self) -> bool {
        self.min == 0
    }

    /// Returns the length in bytes that all strings have, or `None` if they differ. For variants it is `None`, since
    /// the word determines where a string ends.
    pub(crate) const fn width(&self) -> Option<usize> {
        match self.max {
            _ if matches!(self.language, Language::Variants(_)) => None,
            // The string of an `ArrayString<1>` ends before the separator too, whatever its length.
            Some(max) if self.min == max && !self.language.is_free() => Some(max),
            _ => None,
        }
    }

    /// Returns whether the strings of both have the same alphabet and the same lengths.
    pub(crate) const fn looks_like(&self, other: &Self) -> bool {
        let are_as_long = match (self.max, other.max) {
            (Some(max), Some(other_max)) => max == other_max && self.min == other.min,
            (None, None) => self.min == other.min,
            _ => false,
        };
        are_as_long && self.alphabet.same_as(other.alphabet)
    }

    /// Returns whether no string is a prefix of another.
    pub(crate) const fn is_prefix_free(&self) -> bool {
        self.language.is_prefix_free()
    }

    /// Returns whether the strings can contain any character, so that each one is checked when built.
    pub(crate) const fn is_unrestricted(&self) -> bool {
        self.language.is_free()
    }
}

impl Variant {
    /// A variant without a payload.
    #[must_use]
    pub const fn word(word: &'static str) -> Self {
        Self { word, payload: None }
    }

    /// A variant with a payload of this type.
    #[must_use]
    pub const fn of<T: KeyPart>(word: &'static str) -> Self {
        Self { word, payload: Some(Payload { language: T::SHAPE.language, is_rest: false }) }
    }

    /// A variant whose payload takes the rest of the key.
    #[must_use]
    pub const fn rest<T: KeyPart>(word: &'static str) -> Self {
        Self { word, payload: Some(Payload { language: T::SHAPE.language, is_rest: true }) }
    }
}
