//! The ends of a range, as texts between which a sort key lies.
//!
//! `BETWEEN` includes both ends, so each end is a text that is right to include: a key that the
//! range means, or a text that no key of the entity can be. Both ends start with the text before the
//! part, and so does all that lies between: what else starts so, the table knows as companions.

use alloc::string::String;
use core::ops::Bound;

use super::check_length;
use super::condition::SortCondition;
use crate::error::KeyError;
use crate::key::append_value;
use crate::part::KeyPart;
use crate::pattern::Pattern;

/// The text up to and with the value of a bound.
///
/// A bound that is finer than what the key keeps takes in the stored value in which it falls.
pub(super) fn at_bound<T: KeyPart<F>, F>(
    pattern: &'static Pattern,
    at: usize,
    prefix: &str,
    bound: Bound<&T::Ref<'_>>,
) -> Result<Bound<String>, KeyError> {
    let text = |value: T::Ref<'_>| {
        // With room for a character behind it, or for the bytes of its successor.
        let mut text = String::with_capacity(prefix.len() + T::len(value) + 4);
        text.push_str(prefix);
        append_value::<T, F>(pattern, at, value, &mut text)?;
        check_length(pattern, &text)?;
        Ok(text)
    };
    Ok(match bound {
        Bound::Unbounded => Bound::Unbounded,
        Bound::Included(value) => Bound::Included(text(*value)?),
        Bound::Excluded(value) => {
            let is_cut = T::is_cut(*value);
            let text = text(*value)?;
            if is_cut { Bound::Included(text) } else { Bound::Excluded(text) }
        }
    })
}

/// The condition on a sort key whose part at this place lies between the bounds.
pub(super) fn between(
    pattern: &'static Pattern,
    at: usize,
    prefix: &str,
    from: Bound<String>,
    to: Bound<String>,
) -> Result<SortCondition, KeyError> {
    let empty = KeyError::EmptyRange { key: pattern, part: pattern.value(at).field() };
    let place = Place::of(pattern, at);
    let is_open = (from == Bound::Unbounded, to == Bound::Unbounded);
    let from = place.lower(prefix, from).ok_or(empty)?;
    let to = place.upper(prefix, to).ok_or(empty)?;
    check_length(pattern, &from)?;
    check_length(pattern, &to)?;
    // Where the part ends the key the two ends can be one key; elsewhere they are no key at all.
    let holds_nothing = if place.is_last { from > to } else { from >= to };
    match is_open {
        (true, true) => Ok(SortCondition::begins_with(prefix.into())),
        (true, false) if prefix.is_empty() => Ok(SortCondition::AtMost(to)),
        (false, true) if prefix.is_empty() => Ok(SortCondition::AtLeast(from)),
        _ if holds_nothing => Err(empty),
        _ => Ok(SortCondition::Between(from, to)),
    }
}

/// Where in the key the part of a range stands.
struct Place {
    /// The first character of the literal behind the part, if there is one.
    behind: Option<char>,
    /// Whether a key ends with that character.
    behind_ends_key: bool,
    /// Whether a key ends with the part itself.
    is_last: bool,
    /// The greatest byte that the part can start with, if its alphabet is ASCII.
    greatest: Option<u8>,
    /// The most bytes of a key.
    limit: usize,
}

impl Place {
    fn of(pattern: &Pattern, at: usize) -> Self {
        let (behind, rest) = (pattern.literal_after(at), pattern.segments().len() - at - 1);
        Self {
            behind: behind.chars().next(),
            behind_ends_key: rest == 1 && behind.chars().count() == 1,
            is_last: rest == 0,
            greatest: pattern.value(at).shape().language().class().greatest_ascii(),
            limit: pattern.limit(),
        }
    }

    /// The least text to include. `None` if no key is greater than an excluded one.
    fn lower(&self, prefix: &str, from: Bound<String>) -> Option<String> {
        match from {
            Bound::Unbounded => Some(prefix.into()),
            Bound::Included(text) => Some(self.with_behind(text)),
            Bound::Excluded(text) if self.is_last => next(text, self.limit),
            Bound::Excluded(text) => self.past(prefix, text),
        }
    }

    /// The greatest text to include. `None` if no key is less than an excluded one.
    fn upper(&self, prefix: &str, to: Bound<String>) -> Option<String> {
        match to {
            Bound::Unbounded => Some(self.past_all(prefix.into())),
            Bound::Included(text) if self.is_last => Some(text),
            Bound::Included(text) => {
                self.past(prefix, text).or_else(|| Some(self.past_all(prefix.into())))
            }
            Bound::Excluded(text) if self.is_last || self.behind_ends_key => {
                previous(self.with_behind(text), self.limit)
            }
            Bound::Excluded(text) => Some(self.with_behind(text)),
        }
    }

    /// A text within the prefix that no key of it is greater than. Where the alphabet of the part has
    /// an end, the character behind that; else the greatest text of all.
    fn past_all(&self, mut prefix: String) -> String {
        match self.greatest {
            Some(greatest) => {
                prefix.push((greatest + 1).into());
                prefix
            }
            None => fill(prefix, self.limit),
        }
    }

    /// Where the keys with this part begin.
    fn with_behind(&self, mut text: String) -> String {
        text.extend(self.behind);
        text
    }

    /// Where the keys with this part have all gone by, and others of the prefix may follow.
    fn past(&self, prefix: &str, mut text: String) -> Option<String> {
        match self.behind {
            Some(behind) => text.push(successor(behind)?),
            None => increment(&mut text, usize::MAX)?,
        }
        Some(text).filter(|text| text.starts_with(prefix))
    }
}

/// The least text greater than this one, of at most `limit` bytes.
fn next(mut text: String, limit: usize) -> Option<String> {
    if text.len() < limit {
        text.push('\0');
    } else {
        increment(&mut text, limit)?;
    }
    Some(text)
}

/// The least text of at most `limit` bytes that is greater than all that start with this one.
fn increment(text: &mut String, limit: usize) -> Option<()> {
    loop {
        let after = successor(text.pop()?);
        if let Some(after) = after.filter(|after| text.len() + after.len_utf8() <= limit) {
            text.push(after);
            return Some(());
        }
    }
}

/// The greatest text less than this one, of at most `limit` bytes.
fn previous(mut text: String, limit: usize) -> Option<String> {
    match text.pop()? {
        '\0' => Some(text).filter(|text| !text.is_empty()),
        last => {
            text.push(predecessor(last)?);
            Some(fill(text, limit))
        }
    }
}

/// The greatest text of at most `limit` bytes that starts with this one.
fn fill(mut text: String, limit: usize) -> String {
    for greatest in ['\u{10FFFF}', '\u{FFFF}', '\u{7FF}', '\u{7F}'] {
        while text.len() + greatest.len_utf8() <= limit {
            text.push(greatest);
        }
    }
    text
}

/// The next character; surrogates are none.
fn successor(character: char) -> Option<char> {
    (character..=char::MAX).nth(1)
}

fn predecessor(character: char) -> Option<char> {
    ('\0'..character).next_back()
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{increment, next, predecessor, previous, successor};

    #[test]
    fn characters_skip_surrogates() {
        assert_eq!(successor('\u{D7FF}'), Some('\u{E000}'));
        assert_eq!(predecessor('\u{E000}'), Some('\u{D7FF}'));
        assert_eq!(successor(char::MAX), None);
        assert_eq!(predecessor('\0'), None);
    }

    /// All texts of at most three bytes over an alphabet that has every width but four.
    fn texts() -> alloc::vec::Vec<String> {
        let mut texts = alloc::vec![String::new()];
        for _ in 0..3 {
            let longer = |text: &String| {
                ['\0', 'a', '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}']
                    .map(|character| alloc::format!("{text}{character}"))
            };
            let more: alloc::vec::Vec<_> = texts.iter().flat_map(longer).collect();
            texts.extend(more);
        }
        texts.retain(|text| text.len() <= 3 && !text.is_empty());
        texts.sort();
        texts.dedup();
        texts
    }

    #[test]
    fn neighbours_leave_nothing_between() {
        let texts = texts();
        for text in &texts {
            if let Some(after) = next(text.clone(), 3) {
                assert!(after > *text && after.len() <= 3);
                assert!(!texts.iter().any(|other| other > text && *other < after));
            }
            if let Some(before) = previous(text.clone(), 3) {
                assert!(before < *text && before.len() <= 3);
                assert!(!texts.iter().any(|other| other < text && *other > before));
            }
            let mut past = text.clone();
            if increment(&mut past, 3).is_some() {
                assert!(
                    texts.iter().all(|other| !other.starts_with(text.as_str()) || *other < past)
                );
            }
        }
    }
}
