//! Step 3: what the repeated fields of two entities prove.

use super::super::are_disjoint;
use super::super::automaton::Automaton;
use super::super::search::{Search, SearchResult};
use super::super::stretch::Stretch;
use super::narrowed::{Narrowed, Repeated};
use super::{PK, SK};
use crate::language::{Language, Words};
use crate::pattern::{Segment, Value};

/// Returns the keys of two entities, narrowed by their repeated fields. `None` if no key belongs to both.
pub(super) const fn narrow(mut one: Narrowed, mut other: Narrowed) -> Option<(Narrowed, Narrowed)> {
    // A string that replaces a field of one entity may fix a field of the other.
    loop {
        let (field, text) = if let Some((field, text)) = one.fixed_by(&other) {
            one = one.with(&field, text);
            (field, text)
        } else if let Some((field, text)) = other.fixed_by(&one) {
            other = other.with(&field, text);
            (field, text)
        } else {
            break;
        };
        if !can_be(field, text, one.separators[PK]) {
            return None;
        }
    }
    if !one.meets(&other) {
        return None;
    }
    match (one.narrowed_by(&other), other.narrowed_by(&one)) {
        (Some(left), Some(right)) if left.meets(&right) => Some((left, right)),
        (Some(_), Some(_)) => Some((one, other)),
        _ => None,
    }
}

/// Returns whether a field can have this string.
const fn can_be(field: Value, text: &'static str, separator: char) -> bool {
    let (value, literal) = ([Segment::Value(field)], [Segment::Literal(text)]);
    !are_disjoint(Automaton::of(&value, separator), Automaton::of(&literal, separator))
}

impl Narrowed {
    /// Returns a repeated field whose string the other entity fixes in one of the keys, and that string.
    const fn fixed_by(&self, other: &Self) -> Option<(Value, &'static str)> {
        let mut from = 0;
        while let Some(Repeated { field, at }) = self.repeated_from(from) {
            let mut key = PK;
            while key <= SK {
                if let Some(section) = self.opposite(key, at[key], other)
                    && let Some(text) = section.text()
                {
                    return Some((field, text));
                }
                key += 1;
            }
            from = at[PK] + 1;
        }
        None
    }

    /// Returns the same keys with words in place of repeated enums. `None` if a repeated field proves that no key
    /// belongs to both entities.
    const fn narrowed_by(&self, other: &Self) -> Option<Self> {
        let (mut narrowed, mut from) = (*self, 0);
        while let Some(repeated) = self.repeated_from(from) {
            if let Language::Words(words) = repeated.field.shape.language {
                match narrowed.with_word(&repeated.field, words, other) {
                    Some(with_word) => narrowed = with_word,
                    // The words of the fields before it may be what prevents a match.
                    None if self.with_word(&repeated.field, words, other).is_some() => {}
                    None => return None,
                }
            } else if self.differs_opposite(repeated, other) {
                return None;
            }
            from = repeated.at[PK] + 1;
        }
        Some(narrowed)
    }

    /// Returns the same keys with the first word in place of an enum that the other entity may have there.
    const fn with_word(&self, field: &Value, words: Words, other: &Self) -> Option<Self> {
        find!(word in words.list() => {
            let with_word = self.with(field, word);
            if with_word.meets(other) { Some(with_word) } else { None }
        })
    }

    /// Returns whether the other entity never has the same string in the two places of a repeated field.
    const fn differs_opposite(&self, Repeated { at, .. }: Repeated, other: &Self) -> bool {
        if let Some(left) = self.opposite(PK, at[PK], other)
            && let Some(right) = self.opposite(SK, at[SK], other)
        {
            return matches!(
                Search::<4096>::new(Stretch { left, right }).run(),
                SearchResult::Nothing
            );
        }
        false
    }
}
