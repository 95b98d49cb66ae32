//! The ends of a range, as strings between which a sort key lies.
//!
//! `BETWEEN` includes both ends. So an end is either a key inside the range, or a string that cannot be a key of
//! this entity. Both ends start with the string before the part, and so does every string between them. The
//! schema lists other entities whose keys have that prefix.

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::ops::{Bound, RangeBounds};

use super::condition::SortCondition;
use crate::error::{KeyError, KeyErrorKind};
use crate::key::append_value;
use crate::part::{Format, KeyPart, text_len};
use crate::pattern::Pattern;

/// Both ends of a range.
type Ends<V> = (Bound<V>, Bound<V>);

/// Returns the ends of a range as the key keeps its values, or `None` if both ends are the same value and one excludes
/// it, or if the range ends before the least number.
///
/// Values that a key truncates to one string are stored as one value. A bound that the key truncates includes
/// the stored value, since rows of the range can be stored as it. So does an excluded start: values after it can have its
/// string. A string in one case is not truncated: its range compares stored strings.
#[inline]
pub(super) fn ends<'b, 'v, T: KeyPart<F>, F: Format>(
    range: &'b impl RangeBounds<T::Ref<'v>>,
) -> Option<Ends<&'b T::Ref<'v>>> {
    use Bound::{Excluded, Included, Unbounded};
    let (start, end) = (range.start_bound(), range.end_bound());
    match (start, end) {
        (Excluded(start), Included(end) | Excluded(end)) | (Included(start), Excluded(end))
            if start == end =>
        {
            return None;
        }
        (Unbounded, Excluded(end)) if is_least::<T, F>(*end) => return None,
        _ => {}
    }
    let include = |bound: Bound<&'b T::Ref<'v>>, is_start| match bound {
        Excluded(value) if is_start && T::CAN_TRUNCATE || T::rest(*value) != 0 => Included(value),
        bound => bound,
    };
    Some((include(start, true), include(end, false)))
}

/// Returns whether the range is backwards if both of its ends have one string: what their strings do not keep decides.
#[inline]
pub(super) fn is_backwards_within<'v, T: KeyPart<F>, F: Format>(
    start: Bound<&T::Ref<'v>>,
    end: Bound<&T::Ref<'v>>,
) -> bool {
    let rest = |bound| value_of(bound).map(|value: &T::Ref<'v>| T::rest(*value));
    T::CAN_TRUNCATE && rest(start).zip(rest(end)).is_some_and(|(start, end)| start > end)
}

/// Returns whether a value is the least number of its type.
#[inline]
fn is_least<T: KeyPart<F>, F: Format>(value: T::Ref<'_>) -> bool {
    let mut digits = String::new();
    const { T::SHAPE.language.least_number() }
        .is_some_and(|least| T::write(value, &mut digits).is_ok() && digits.parse() == Ok(least))
}

fn value_of<V>(bound: Bound<V>) -> Option<V> {
    match bound {
        Bound::Included(value) | Bound::Excluded(value) => Some(value),
        Bound::Unbounded => None,
    }
}

/// Returns the condition on a number between these bounds, which are backwards if their
/// numbers are equal and `is_backwards` is set. Every end is included: an excluded bound is replaced by
/// its neighbour. Numbers have at most 38 digits, so a neighbour fits into 128 bits.
pub(super) fn between_numbers<'v, T: KeyPart<F>, F: Format>(
    pattern: &'static Pattern,
    at: usize,
    start: Bound<&T::Ref<'v>>,
    end: Bound<&T::Ref<'v>>,
    is_backwards: bool,
) -> Result<SortCondition, KeyError> {
    let number = |value: &T::Ref<'v>| {
        let mut digits = String::new();
        append_value::<T, F>(pattern, at, *value, &mut digits)?;
        let out_of_range = |_| KeyError::of_part(KeyErrorKind::OutOfRange, pattern, at);
        digits.parse::<i128>().map_err(out_of_range)
    };
    let end_of = |bound, step| {
        Ok(match bound {
            Bound::Unbounded => None,
            Bound::Included(value) => Some((number(value)?, 0)),
            Bound::Excluded(value) => Some((number(value)?, step)),
        })
    };
    let text = |(number, step): (i128, i128)| Cow::Owned(format!("{}", number + step));
    Ok(match (end_of(start, 1)?, end_of(end, -1)?) {
        (None, None) => SortCondition::Any,
        (Some(from), None) => SortCondition::AtLeast(text(from)),
        (None, Some(to)) => SortCondition::AtMost(text(to)),
        (Some((from, up)), Some((to, down)))
            if from + up > to + down || (from == to && is_backwards) =>
        {
            return Err(empty_range(pattern, at));
        }
        (Some(from), Some(to)) => SortCondition::Between(text(from), text(to)),
    })
}

#[cold]
pub(super) fn empty_range(pattern: &'static Pattern, at: usize) -> KeyError {
    KeyError::of_part(KeyErrorKind::EmptyRange, pattern, at)
}

/// Returns the error for an attribute of this length, if the attributes before it leave only `limit` bytes. The length in
/// the error is the length of all of them.
#[cold]
pub(super) fn too_long(pattern: &'static Pattern, limit: usize, length: usize) -> KeyError {
    match pattern.limit().saturating_sub(limit) {
        0 => KeyError::too_long(pattern, length),
        given => KeyError::too_long_together(pattern, given.saturating_add(length)),
    }
}

/// The part of a range. If nothing follows the part, the string of a bound is a whole key. Otherwise the keys with
/// that value are the keys that start with the string.
pub(super) struct RangePart<'p> {
    pub(super) pattern: &'static Pattern,
    pub(super) at: usize,
    /// The maximum length of a key in bytes.
    pub(super) limit: usize,
    pub(super) prefix: &'p str,
}

impl RangePart<'_> {
    /// Returns the condition on a sort key whose part lies between the bounds, which are backwards if their strings are
    /// equal and `is_backwards` is set.
    #[inline]
    pub(super) fn between<T: KeyPart<F>, F: Format>(
        &self,
        from: Bound<&T::Ref<'_>>,
        to: Bound<&T::Ref<'_>>,
        is_backwards: bool,
    ) -> Result<SortCondition, KeyError> {
        let (from, to) = (self.bound::<T, F>(from)?, self.bound::<T, F>(to)?);
        if is_backwards && value_of(from.as_ref()) == value_of(to.as_ref()) {
            return Err(empty_range(self.pattern, self.at));
        }
        self.between_texts(from, to)
    }

    fn between_texts(
        &self,
        from: Bound<String>,
        to: Bound<String>,
    ) -> Result<SortCondition, KeyError> {
        let empty = || empty_range(self.pattern, self.at);
        let is_open = (matches!(from, Bound::Unbounded), matches!(to, Bound::Unbounded));
        let from = self.lower(from).ok_or_else(empty)?;
        let to = self.upper(to).ok_or_else(empty)?;
        // If both ends are keys, they may be equal. Otherwise equal ends contain no key.
        let is_empty = if self.is_last() { from > to } else { from >= to };
        match is_open {
            (true, true) => Ok(SortCondition::begins_with(String::from(self.prefix).into())),
            (true, false) if self.prefix.is_empty() => Ok(SortCondition::AtMost(to.into())),
            (false, true) if self.prefix.is_empty() => Ok(SortCondition::AtLeast(from.into())),
            _ if is_empty => Err(empty()),
            _ => Ok(SortCondition::Between(from.into(), to.into())),
        }
    }

    /// Returns the string up to and including the value of a bound, and the character that every key has after that value.
    #[inline]
    fn bound<T: KeyPart<F>, F: Format>(
        &self,
        bound: Bound<&T::Ref<'_>>,
    ) -> Result<Bound<String>, KeyError> {
        let text = |value: T::Ref<'_>| {
            // There is room for what follows the value, and for the bytes of its successor.
            let length = text_len::<T, F>(value).min(self.limit);
            let mut text = String::with_capacity(self.prefix.len() + length + 4);
            text.push_str(self.prefix);
            append_value::<T, F>(self.pattern, self.at, value, &mut text)?;
            if let Some(after) = self.pattern.literal_after(self.at).chars().next() {
                text.push(after);
            }
            if text.len() > self.limit {
                return Err(too_long(self.pattern, self.limit, text.len()));
            }
            Ok(text)
        };
        Ok(match bound {
            Bound::Unbounded => Bound::Unbounded,
            Bound::Included(value) => Bound::Included(text(*value)?),
            Bound::Excluded(value) => Bound::Excluded(text(*value)?),
        })
    }

    /// Returns whether a key ends with the part, or with one character after it.
    #[inline]
    fn is_last(&self) -> bool {
        let after = self.pattern.literal_after(self.at);
        let rest = self.pattern.segments.len() - self.at - 1;
        rest == 0 || (rest == 1 && after.chars().nth(1).is_none() && !after.is_empty())
    }

    /// Returns the least string to include. `None` if no key is greater than an excluded one.
    #[inline]
    fn lower(&self, from: Bound<String>) -> Option<String> {
        match from {
            Bound::Unbounded => Some(self.prefix.into()),
            Bound::Included(text) => Some(text),
            Bound::Excluded(mut text) if self.is_last() && text.len() < self.limit => {
                text.push('\0');
                Some(text)
            }
            Bound::Excluded(mut text) => {
                step_past(&mut text, self.prefix.len(), self.limit).then_some(text)
            }
        }
    }

    /// Returns the greatest string to include. `None` if no key is less than an excluded one.
    #[inline]
    fn upper(&self, to: Bound<String>) -> Option<String> {
        match to {
            Bound::Unbounded => Some(self.past_all()),
            Bound::Included(text) if !self.is_last() => Some(self.past_within(text)),
            Bound::Excluded(text) if self.is_last() => {
                let least = self.prefix.len() + self.pattern.value(self.at).shape.min.min(1);
                let is_least = text.len() == self.prefix.len();
                let before = if is_least { None } else { previous(text, self.limit) };
                before.filter(|text| text.len() >= least)
            }
            Bound::Included(text) | Bound::Excluded(text) => Some(text),
        }
    }

    /// Returns a string within the prefix that is at least as great as all of its keys. If the alphabet of the part has
    /// an end, this is the character after it; otherwise it is the greatest string of all. There is room for a character: the
    /// other end of the range has a value of this part.
    fn past_all(&self) -> String {
        let mut text = String::from(self.prefix);
        match self.pattern.value(self.at).shape.alphabet.greatest_ascii() {
            Some(greatest) => {
                text.push((greatest + 1).into());
                text
            }
            _ => fill(text, self.limit),
        }
    }

    /// Returns a string within the prefix that is greater than all keys that start with this one, and that is
    /// not a key. If there is none, returns the greatest string that starts with it.
    fn past_within(&self, mut text: String) -> String {
        let is_past = step_past(&mut text, self.prefix.len(), self.limit);
        if is_past { text } else { fill(text, self.limit) }
    }
}

/// Advances to the least string of at most `limit` bytes that is greater than all strings that start with this
/// one, and keeps the first `kept` bytes. Returns `false` if there is none.
fn step_past(text: &mut String, kept: usize, limit: usize) -> bool {
    let mut end = text.len();
    while let Some(last) = text[kept..end].chars().next_back() {
        end -= last.len_utf8();
        if let Some(after) = successor(last).filter(|after| end + after.len_utf8() <= limit) {
            text.truncate(end);
            text.push(after);
            return true;
        }
    }
    false
}

/// Returns the greatest string less than this one, of at most `limit` bytes.
fn previous(mut text: String, limit: usize) -> Option<String> {
    match text.pop()? {
        '\0' => Some(text),
        last => {
            text.push(predecessor(last)?);
            Some(fill(text, limit))
        }
    }
}

/// Returns the greatest string of at most `limit` bytes that starts with this one.
fn fill(mut text: String, limit: usize) -> String {
    for greatest in ['\u{10FFFF}', '\u{FFFF}', '\u{7FF}', '\u{7F}'] {
        while text.len() + greatest.len_utf8() <= limit {
            text.push(greatest);
        }
    }
    text
}

/// Returns the next character. Surrogates are skipped.
fn successor(character: char) -> Option<char> {
    (character..=char::MAX).nth(1)
}

fn predecessor(character: char) -> Option<char> {
    ('\0'..character).next_back()
}
