//! Compares the strings of a piece at its position with the strings of another piece.

use std::mem::discriminant;
use std::slice::from_ref;

use ddbkey::__private::engine::{Integers, Language as Automaton, Padding};

use super::shared::Shared;
use super::{Attribute, Language, Payload, Piece, Strings, Value};

/// The strings of a literal, or of a value at its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedTexts {
    pub(crate) language: Language,
    /// The characters that the type of the value allows but its position does not.
    pub(crate) excluded: Vec<char>,
}

impl Attribute {
    /// Returns the strings of the attribute's pieces.
    pub(crate) fn texts(&self) -> Vec<PlacedTexts> {
        (0..self.pieces.len()).map(|at| self.texts_at(at)).collect()
    }

    /// Returns whether an item can have this string in the attribute.
    #[doc(hidden)]
    #[must_use]
    pub fn may_be(&self, text: &str) -> bool {
        self.can_match(&[PlacedTexts::literal(text)])
    }

    /// Returns whether an item can have a string that starts with this one in the attribute.
    pub(crate) fn may_start_with(&self, text: &str) -> bool {
        let any = PlacedTexts::any_without(Vec::new());
        self.may_be(text) || self.can_match(&[PlacedTexts::literal(text), any])
    }

    /// Returns whether two items can have the same string in the two attributes.
    pub(crate) fn may_equal(&self, other: &Self) -> bool {
        self.can_match(&other.texts())
    }

    fn can_match(&self, other: &[PlacedTexts]) -> bool {
        Shared::meet(&self.texts(), other)
    }

    fn texts_at(&self, at: usize) -> PlacedTexts {
        match &self.pieces[at] {
            Piece::Literal(text) => PlacedTexts::literal(text),
            Piece::Value(value) => {
                PlacedTexts { language: value.language.clone(), excluded: self.excluded(at) }
            }
        }
    }
}

impl PlacedTexts {
    /// Returns the strings of a literal.
    #[must_use]
    pub fn literal(text: &str) -> Self {
        Self::of_words([text.into()].into())
    }

    /// Returns a list of words.
    #[must_use]
    pub fn of_words(words: Vec<String>) -> Self {
        Self { language: Language::of_words(words), excluded: Vec::new() }
    }

    /// Returns the strings of a language without these characters.
    #[must_use]
    pub const fn of(language: Automaton, excluded: Vec<char>) -> Self {
        Self { language: Language(Strings::Of(language)), excluded }
    }

    /// Returns all strings of one character or more without these characters.
    pub(crate) fn any_without(excluded: Vec<char>) -> Self {
        Self { language: Language::TEXT, excluded }
    }

    /// Returns whether the other has every string. Also returns `false` if that is unknown.
    pub(crate) fn are_within(&self, other: &Self) -> bool {
        self == other || Shared::of(from_ref(self), from_ref(other)).all
    }

    /// Returns whether the other can replace it, with strings of the same meaning.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        let (one, two) = (self.language.automaton(), other.language.automaton());
        let is_same_kind = one.as_ref().map(discriminant) == two.as_ref().map(discriminant);
        let meet = || Shared::meet(from_ref(self), from_ref(other));
        self.language.has_form_of(&other.language)
            && (self.are_within(other) || other.are_within(self) || is_same_kind && meet())
    }

    /// Returns whether the strings differ only for some items, because they belong to another shard.
    pub(crate) fn differ_by_shards(&self, other: &Self) -> bool {
        let width = |texts: &Self| match texts.language.automaton() {
            Some(own @ Automaton::Integers(Integers { padding: Padding::Shard, .. })) => {
                Some(own.lengths())
            }
            _ => None,
        };
        self == other || width(self).is_some() && width(self) == width(other)
    }

    /// Returns whether the automaton accepts exactly these strings.
    pub(crate) fn are_exact(&self) -> bool {
        self.language.is_exact() && self.excluded.iter().all(char::is_ascii)
    }

    /// Prints the strings for people.
    pub(crate) fn shown(&self) -> String {
        let excluded = self.excluded.iter().map(|character| format!("`{character}`"));
        match excluded.collect::<Vec<_>>().join(" and ") {
            excluded if excluded.is_empty() => format!("`{}`", self.language),
            excluded => format!("`{}` without {excluded}", self.language),
        }
    }
}

impl Value {
    /// Returns whether items with the strings of an older version can still be read: both have the same type with other
    /// restrictions, or serde reads the removed words.
    pub(crate) fn is_read_from(&self, old: &Language) -> bool {
        let Strings::Variants(old) = &old.0 else { return *old == self.language };
        let is_own = |variant: (&str, Option<&Payload>)| match &self.language.0 {
            Strings::Variants(own) => {
                let is_same = variant.1.is_none() || own.separator == old.separator;
                is_same && own.iter().any(|own| own == variant)
            }
            Strings::Of(_) => false,
        };
        let are_words = old.is_plain();
        let is_alias = |word: &str| are_words && self.aliases.iter().any(|own| own == word);
        old.iter().all(|variant| is_own(variant) || is_alias(variant.0))
    }
}

impl Language {
    /// Returns whether its automaton accepts exactly the strings that values have.
    fn is_exact(&self) -> bool {
        match &self.0 {
            Strings::Variants(variants) => variants.payloads().all(|own| own.language.is_exact()),
            Strings::Of(Automaton::Runs(runs)) => runs.is_exact(),
            Strings::Of(Automaton::Strftime(_) | Automaton::Trimmed(_) | Automaton::Ip { .. }) => {
                false
            }
            Strings::Of(_) => true,
        }
    }

    /// Returns whether both write a value in the same form. For variants, the payloads of the words that both have are
    /// compared.
    fn has_form_of(&self, other: &Self) -> bool {
        if let (Strings::Variants(own), Strings::Variants(other)) = (&self.0, &other.0) {
            return own.iter().all(|(word, payload)| match (payload, other.payload_of(word)) {
                (Some(own), Some(other)) => own.language.has_form_of(&other.language),
                _ => true,
            });
        }
        self.automaton().and_then(form) == other.automaton().and_then(form)
    }
}

/// Returns the notation in which a language writes a value that is not a string itself.
fn form(language: Automaton) -> Option<Automaton> {
    match language {
        Automaton::Integers(own) => match own.padding {
            Padding::Shard => Some(language),
            Padding::None => [1, 1000].map(Integers::epoch).contains(&own).then_some(language),
            padding => Some(Automaton::Integers(Integers::to(0, padding))),
        },
        Automaton::Text { alphabet, .. } if !alphabet.is_all() && !alphabet.is_ascii() => {
            Some(Automaton::Text { alphabet, min: 1, max: None })
        }
        Automaton::Strftime(_) | Automaton::Trimmed(_) => Some(language),
        _ => None,
    }
}
