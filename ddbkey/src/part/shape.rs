//! What the texts of a part look like, for those who write them.

use super::language::{Class, Language};

/// What the texts of a part look like: its [`KeyPart::SHAPE`](crate::KeyPart::SHAPE).
///
/// Made by [`Shape::text`], [`Shape::ascii`] or [`Shape::words`] for a type of your own; a newtype takes
/// that of what it wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    what: &'static str,
    language: Language,
}

impl Shape {
    /// Any text that is not empty and holds neither the separator nor the first character of a
    /// literal glued behind. `what` completes the sentence "the part is not …".
    #[must_use]
    pub const fn text(what: &'static str) -> Self {
        Self::exact(what, Language::Text)
    }

    /// Texts of `min` to `max` bytes over an ASCII alphabet. `what` completes the sentence "the part
    /// is not …".
    ///
    /// # Panics
    ///
    /// At compile time, if the alphabet is empty or not ASCII, or the lengths are 0 or crossed.
    #[must_use]
    pub const fn ascii(what: &'static str, alphabet: &str, min: usize, max: usize) -> Self {
        assert!(alphabet.is_ascii() && !alphabet.is_empty(), "the alphabet is not ASCII");
        assert!(min > 0 && min <= max, "the lengths are not 1 or more, the least first");
        Self::exact(what, Language::Ascii { class: Class::of(alphabet), min, max })
    }

    /// One of these words, none twice and none empty. `what` completes the sentence "the part is not …".
    #[must_use]
    pub const fn words(what: &'static str, words: &'static [&'static str]) -> Self {
        Self::exact(what, Language::Words(words))
    }

    pub(crate) const fn exact(what: &'static str, language: Language) -> Self {
        Self { what, language }
    }

    /// What a text of this shape is: "a ULID".
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }

    pub(crate) const fn language(&self) -> Language {
        self.language
    }

    /// The length in bytes that all texts have, if they have one.
    #[must_use]
    pub const fn width(&self) -> Option<usize> {
        match (self.language, self.language.lengths()) {
            // An `ArrayString<1>` too ends where the separator stands, and not behind it.
            (Language::ShortText { .. }, _) => None,
            (_, (min, Some(max))) if min == max => Some(max),
            _ => None,
        }
    }

    /// The length in bytes of the longest text, if there is one.
    #[must_use]
    pub const fn max_len(&self) -> Option<usize> {
        self.language.lengths().1
    }

    /// The length in bytes of the shortest text.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        self.language.lengths().0
    }

    /// Whether it is a decimal number without leading zeros, whose texts do not sort as numbers do.
    pub(crate) const fn is_integer(&self) -> bool {
        matches!(self.language, Language::Integer { .. })
    }

    /// Whether it is plain text, of which nothing is to be said but that it is not empty.
    pub(crate) const fn is_plain_text(&self) -> bool {
        matches!(self.language, Language::Text) && crate::text::same_text(self.what, "text")
    }

    /// Whether the texts can hold any character, so that each one is checked when built.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.language, Language::Text | Language::ShortText { .. } | Language::Char)
    }
}
