//! The ends of a range, as texts between which a sort key lies.
//!
//! `BETWEEN` includes both ends, so each end is a text that is right to include: a key that the
//! range means, or a text that no key of the entity can be. Both ends start with the text before the
//! part, and so does every text between them. The schema lists other entities whose keys have that
//! beginning.

use alloc::string::String;
use core::ops::{Bound, RangeBounds};

use super::condition::SortCondition;
use crate::error::{FaultyKey, KeyError};
use crate::key::append_value;
use crate::part::{Format, KeyPart, text_len};
use crate::pattern::{Pattern, Value};

/// Both ends of a range.
type Ends<V> = (Bound<V>, Bound<V>);

/// The ends of a range as the key keeps its values. A value that the key truncates lies within the range of its
/// stored value, which is then included, and so is that of an excluded start. `None` if the range is empty,
/// whatever the key keeps: both ends are one value that it excludes.
#[inline]
pub(super) fn ends<'b, 'v, T: KeyPart<F>, F: Format>(
    range: &'b impl RangeBounds<T::Ref<'v>>,
) -> Option<Ends<&'b T::Ref<'v>>> {
    use Bound::{Excluded, Included};
    let (start, end) = (range.start_bound(), range.end_bound());
    match (start, end) {
        (Excluded(start), Included(end) | Excluded(end)) | (Included(start), Excluded(end))
            if start == end =>
        {
            return None;
        }
        _ => {}
    }
    let include = |bound: Bound<&'b T::Ref<'v>>, is_start| match bound {
        Excluded(value) if is_start && T::CAN_TRUNCATE || T::is_truncated(*value) => {
            Included(value)
        }
        bound => bound,
    };
    Some((include(start, true), include(end, false)))
}

/// The text up to and with the value of a bound, and the character that every key has behind that
/// value.
#[inline]
pub(super) fn at_bound<T: KeyPart<F>, F: Format>(
    pattern: &'static Pattern,
    at: usize,
    limit: usize,
    prefix: &str,
    bound: Bound<&T::Ref<'_>>,
) -> Result<Bound<String>, KeyError> {
    let text = |value: T::Ref<'_>| {
        // With room for what follows it, and for the bytes of its successor.
        let mut text = String::with_capacity(prefix.len() + text_len::<T, F>(value).min(limit) + 4);
        text.push_str(prefix);
        append_value::<T, F>(pattern, at, value, &mut text)?;
        if let Some(after) = pattern.literal_after(at).chars().next() {
            text.push(after);
        }
        if text.len() > limit {
            return Err(too_long(pattern, limit, text.len()));
        }
        Ok(text)
    };
    Ok(match bound {
        Bound::Unbounded => Bound::Unbounded,
        Bound::Included(value) => Bound::Included(text(*value)?),
        Bound::Excluded(value) => Bound::Excluded(text(*value)?),
    })
}

/// The error for an attribute of this length of which `limit` bytes are left beside the attributes before it. Its
/// length is that of all of them.
#[cold]
pub(super) fn too_long(pattern: &'static Pattern, limit: usize, length: usize) -> KeyError {
    let given = pattern.limit().saturating_sub(limit);
    KeyError::TooLong { key: FaultyKey(pattern), length: given.saturating_add(length) }
}

/// The condition on a sort key whose part at this place lies between the bounds.
#[inline]
pub(super) fn between(
    pattern: &'static Pattern,
    at: usize,
    limit: usize,
    prefix: &str,
    from: Bound<String>,
    to: Bound<String>,
) -> Result<SortCondition, KeyError> {
    let empty = KeyError::EmptyRange { key: FaultyKey(pattern), part: pattern.part_name(at) };
    let place = Place::of(pattern, at, limit, prefix);
    let is_open = (matches!(from, Bound::Unbounded), matches!(to, Bound::Unbounded));
    let from = place.lower(from).ok_or(empty)?;
    let to = place.upper(to).ok_or(empty)?;
    // Two ends that are keys can be one; elsewhere they are no key at all.
    let holds_nothing = if place.is_last { from > to } else { from >= to };
    match is_open {
        (true, true) => Ok(SortCondition::begins_with(String::from(prefix).into())),
        (true, false) if prefix.is_empty() => Ok(SortCondition::AtMost(to.into())),
        (false, true) if prefix.is_empty() => Ok(SortCondition::AtLeast(from.into())),
        _ if holds_nothing => Err(empty),
        _ => Ok(SortCondition::Between(from.into(), to.into())),
    }
}

/// The place of a range's part in the key. The text of a bound is a whole key if nothing follows it; otherwise
/// the keys with that value are those that start with the text.
struct Place<'p> {
    /// The text before the part.
    prefix: &'p str,
    /// Whether a key ends with the part, or with one character behind it.
    is_last: bool,
    /// The part.
    value: &'static Value,
    /// The most bytes of a key.
    limit: usize,
}

impl<'p> Place<'p> {
    #[inline]
    fn of(pattern: &'static Pattern, at: usize, limit: usize, prefix: &'p str) -> Self {
        let (behind, rest) = (pattern.literal_after(at), pattern.segments().len() - at - 1);
        Self {
            prefix,
            is_last: rest == 0
                || (rest == 1 && behind.chars().nth(1).is_none() && !behind.is_empty()),
            value: pattern.value(at),
            limit,
        }
    }

    /// The least text to include. `None` if no key is greater than an excluded one.
    #[inline]
    fn lower(&self, from: Bound<String>) -> Option<String> {
        match from {
            Bound::Unbounded => Some(self.prefix.into()),
            Bound::Included(text) => Some(text),
            Bound::Excluded(mut text) if self.is_last && text.len() < self.limit => {
                text.push('\0');
                Some(text)
            }
            Bound::Excluded(mut text) => self.goes_past(&mut text).then_some(text),
        }
    }

    /// The greatest text to include. `None` if no key is less than an excluded one.
    #[inline]
    fn upper(&self, to: Bound<String>) -> Option<String> {
        match to {
            Bound::Unbounded => Some(self.past_all()),
            Bound::Included(text) if !self.is_last => Some(self.past_within(text)),
            Bound::Excluded(text) if self.is_last => {
                previous(text, self.limit).filter(|text| text.len() > self.prefix.len())
            }
            Bound::Included(text) | Bound::Excluded(text) => Some(text),
        }
    }

    /// A text within the prefix that no key of it is greater than. Where the alphabet of the part has
    /// an end, the character behind that; else the greatest text of all. There is room for a character: the
    /// other end of the range has a value of this part.
    fn past_all(&self) -> String {
        let mut text = String::from(self.prefix);
        match self.value.shape().language().alphabet().greatest_ascii() {
            Some(greatest) => {
                text.push((greatest + 1).into());
                text
            }
            _ => fill(text, self.limit),
        }
    }

    /// A text within the prefix that is greater than all keys that start with this one, and that is
    /// no key; if there is none, the greatest text that starts with it.
    fn past_within(&self, mut text: String) -> String {
        if self.goes_past(&mut text) { text } else { fill(text, self.limit) }
    }

    /// Steps to the least text that follows every text with this beginning. Returns whether there is one within
    /// the prefix.
    fn goes_past(&self, text: &mut String) -> bool {
        step_past(text, self.prefix.len(), self.limit)
    }
}

/// Goes on to the least text of at most `limit` bytes that is greater than all that start with this
/// one, and starts with the same bytes, `kept` in number. `false` if there is none.
fn step_past(text: &mut String, kept: usize, limit: usize) -> bool {
    let places = text.char_indices().rev().take_while(|(at, _)| *at >= kept);
    let mut steps = places.filter_map(|(at, character)| Some((at, successor(character)?)));
    let Some((at, after)) = steps.find(|(at, after)| at + after.len_utf8() <= limit) else {
        return false;
    };
    text.truncate(at);
    text.push(after);
    true
}

/// The greatest text less than this one, of at most `limit` bytes.
fn previous(mut text: String, limit: usize) -> Option<String> {
    match text.pop()? {
        '\0' => Some(text),
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

/// The next character; surrogates are skipped.
fn successor(character: char) -> Option<char> {
    (character..=char::MAX).nth(1)
}

fn predecessor(character: char) -> Option<char> {
    ('\0'..character).next_back()
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{predecessor, previous, step_past, successor};

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
            if let Some(before) = previous(text.clone(), 3) {
                assert!(before < *text && before.len() <= 3);
                assert!(!texts.iter().any(|other| other < text && *other > before));
            }
            let mut past = text.clone();
            if step_past(&mut past, 0, 3) {
                assert!(past.len() <= 3);
                let starts = |other: &&String| other.starts_with(text.as_str());
                assert!(texts.iter().filter(starts).all(|other| *other < past));
                assert!(
                    texts
                        .iter()
                        .filter(|other| !starts(other))
                        .all(|other| { other < text || *other >= past })
                );
            }
        }
    }
}
