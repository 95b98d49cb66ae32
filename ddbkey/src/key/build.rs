//! Writes the strings of a key.

use alloc::string::String;

use super::declare::{Declare, Strings as _};
use super::parse::read_checked;
use super::parts::{PartVisitor, Place};
use crate::error::{KeyError, KeyErrorKind};
use crate::language::Head;
use crate::part::order::{Order, ValueOrder};
use crate::part::{Format, KeyPart, text_len};
use crate::pattern::{MAX_PARTITION_KEY_LEN, MAX_SORT_KEY_LEN, Pattern, Value};
use crate::text::holds;

/// The maximum number of digits of a number in DynamoDB.
const MAX_DIGITS: usize = 38;

/// Adds up the lengths of values without a fixed width. The pattern knows the other lengths.
struct KeyMeasure(usize);

/// Appends the string of a key of one attribute, and checks each value whose type alone does not guarantee a valid
/// string.
struct KeyWriter<'o> {
    pattern: &'static Pattern,
    out: &'o mut String,
}

/// Writes the strings of a key of several attributes.
struct TextsWriter<'o> {
    patterns: &'static [Pattern],
    texts: &'o mut [String],
    /// The number of attributes written.
    done: usize,
}

/// The string of a key of one attribute, in one allocation of its exact size.
#[inline]
pub(crate) fn build<'k, K: Declare<'k>>(
    pattern: &'static Pattern,
    key: &K,
) -> Result<String, KeyError> {
    let mut out = String::new();
    let written = write(pattern, key, &mut out);
    unless_failed(written, out)
}

#[inline]
fn unless_failed(written: Result<(), KeyError>, out: String) -> Result<String, KeyError> {
    written.map(|()| out)
}

/// Appends the string of a key. On an error, `out` is left unchanged.
#[inline]
pub(crate) fn append<'k, K: Declare<'k>>(
    pattern: &'static Pattern,
    key: &K,
    out: &mut String,
) -> Result<(), KeyError> {
    let start = out.len();
    write(pattern, key, out).inspect_err(|_| out.truncate(start))
}

/// The strings of a key of any number of attributes. For one attribute, in one allocation of its exact size.
pub(super) fn build_all<'k, K: Declare<'k>>(
    patterns: &'static [Pattern],
    key: &K,
) -> Result<K::Strings, KeyError> {
    let mut texts = K::Strings::empty();
    // The code of the other branch is not compiled.
    if const { K::Strings::NUMBER == 1 } {
        texts.as_mut()[0] = build(&patterns[0], key)?;
    } else {
        let mut writer = TextsWriter { patterns, texts: texts.as_mut(), done: 0 };
        key.put(&mut writer)?;
        writer.fill(patterns.len());
        writer.check_length()?;
    }
    Ok(texts)
}

/// The length of the segments of fixed width in a key of one attribute. The code for other keys is compiled as well.
const fn fixed_len<'k, K: Declare<'k>>() -> usize {
    match K::PATTERNS {
        [pattern] => pattern.fixed_len(),
        _ => 0,
    }
}

#[inline]
fn write<'k, K: Declare<'k>>(
    pattern: &'static Pattern,
    key: &K,
    out: &mut String,
) -> Result<(), KeyError> {
    let mut measure = KeyMeasure(const { fixed_len::<K>() });
    key.put(&mut measure)?;
    let start = make_room(pattern, measure.0, out)?;
    key.put(&mut KeyWriter { pattern, out })?;
    out.push_str(pattern.literal_at_end());
    check_length(pattern, out.len() - start)
}

/// Reserves room for a key of this length after the end of the string.
#[inline]
fn make_room(
    pattern: &'static Pattern,
    length: usize,
    out: &mut String,
) -> Result<usize, KeyError> {
    check_length(pattern, length)?;
    match out.capacity() {
        // Growing from nothing to an exact size takes longer.
        0 => *out = String::with_capacity(length),
        _ => out.reserve(length),
    }
    Ok(out.len())
}

/// Checks that a key, or a prefix of one, is not too long.
#[inline]
pub(crate) fn check_length(key: &'static Pattern, length: usize) -> Result<(), KeyError> {
    if length > key.limit() { Err(KeyError::too_long(key, length)) } else { Ok(()) }
}

/// Checks that the attributes of a key together are not too long. This is a margin, since AWS documents no limit for
/// several attributes. The error is about the last attribute.
pub(super) fn check_length_together(
    patterns: &'static [Pattern],
    lengths: impl Iterator<Item = usize>,
) -> Result<(), KeyError> {
    let Some(key) = patterns.last() else { return Ok(()) };
    let limit = if key.role.is_sort_key { MAX_SORT_KEY_LEN } else { MAX_PARTITION_KEY_LEN };
    let length = lengths.sum();
    if length > limit { Err(KeyError::too_long_together(key, length)) } else { Ok(()) }
}

impl PartVisitor for KeyMeasure {
    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        _: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        if const { T::SHAPE.width().is_none() } {
            self.0 = self.0.saturating_add(text_len::<T, F>(value));
        }
        Ok(())
    }
}

impl PartVisitor for KeyWriter<'_> {
    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        self.out.push_str(self.pattern.literal_before(place.at));
        append_value::<T, F>(self.pattern, place.at, value, self.out)
    }
}

impl TextsWriter<'_> {
    /// Writes the literals of attributes without a value, up to this attribute.
    fn fill(&mut self, end: usize) {
        while self.done < end {
            self.texts[self.done].push_str(self.patterns[self.done].prefix());
            self.done += 1;
        }
    }

    fn check_length(&self) -> Result<(), KeyError> {
        check_length_together(self.patterns, self.texts.iter().map(String::len))
    }
}

impl PartVisitor for TextsWriter<'_> {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        self.fill(place.attribute);
        let (pattern, text) = (&self.patterns[place.attribute], &mut self.texts[place.attribute]);
        text.push_str(pattern.literal_before(place.at));
        append_value::<T, F>(pattern, place.at, value, text)?;
        text.push_str(pattern.literal_at_end());
        self.done += 1;
        check_length(pattern, text.len())
    }
}

/// Writes the string of an attribute that is a single value.
#[doc(hidden)]
pub fn append_field<T: KeyPart<F>, F: Format>(
    pattern: &'static Pattern,
    value: T::Ref<'_>,
    text: &mut String,
) -> Result<(), KeyError> {
    append_value::<T, F>(pattern, pattern.first_value(), value, text)?;
    check_length(pattern, text.len())
}

/// Checks the string of an attribute that is a single value, whose type is not at hand.
#[doc(hidden)]
pub fn check_field_text(pattern: &'static Pattern, text: &str) -> Result<(), KeyError> {
    let at = pattern.first_value();
    let shape = &pattern.value(at).shape;
    if text.is_empty() && !shape.may_be_empty() {
        return Err(KeyError::of_part(KeyErrorKind::Empty, pattern, at));
    }
    if !shape.language.contains(text) {
        return Err(out_of_range(pattern, at));
    }
    check_length(pattern, text.len())
}

#[inline]
pub(crate) fn append_value<T: KeyPart<F>, F: Format>(
    key: &'static Pattern,
    at: usize,
    value: T::Ref<'_>,
    out: &mut String,
) -> Result<(), KeyError> {
    let start = out.len();
    if T::write(value, out).is_err() {
        return Err(out_of_range(key, at));
    }
    if const { !T::IS_TRUSTED || T::SHAPE.is_unrestricted() } {
        check_value::<T, F>(key, at, written(out, start))?;
    }
    if has_too_many_digits::<T, F>(key, written(out, start)) {
        return Err(out_of_range(key, at));
    }
    Ok(())
}

/// Whether the attribute is a number, and this string has more digits than DynamoDB stores.
#[inline]
pub(super) fn has_too_many_digits<T: KeyPart<F>, F: Format>(key: &Pattern, text: &str) -> bool {
    let may_have = const {
        matches!(<T::Order as Order>::VALUE, ValueOrder::Number) && may_exceed_digits(T::SHAPE.max)
    };
    may_have && key.is_number() && text.trim_start_matches('-').len() > MAX_DIGITS
}

const fn may_exceed_digits(max_len: Option<usize>) -> bool {
    match max_len {
        Some(length) => length > MAX_DIGITS,
        None => true,
    }
}

/// The string that was appended after `start`.
#[inline]
fn written(out: &str, start: usize) -> &str {
    match out.get(start..) {
        Some(text) => text,
        None => unreachable!("the string only grew"),
    }
}

#[cold]
fn out_of_range(key: &'static Pattern, at: usize) -> KeyError {
    KeyError::of_part(KeyErrorKind::OutOfRange, key, at)
}

/// Checks the rules that the type does not guarantee itself.
#[inline]
fn check_value<T: KeyPart<F>, F: Format>(
    key: &'static Pattern,
    at: usize,
    text: &str,
) -> Result<(), KeyError> {
    let start = match const { T::SHAPE.as_variants() } {
        Some(variants) => variants.head(text).length,
        None => 0,
    };
    if start == text.len() && const { !T::SHAPE.may_be_empty() } {
        return Err(KeyError::of_part(KeyErrorKind::Empty, key, at));
    }
    if const { !T::IS_TRUSTED } && read_checked::<T, F>(text).is_none() {
        return Err(refused(key, at, text));
    }
    check_ends(key, at, text)
}

/// The error for a string that its type does not read.
#[cold]
fn refused(key: &'static Pattern, at: usize, text: &str) -> KeyError {
    if key.value(at).shape.is_left_by(text) {
        KeyError::alphabet(key, at)
    } else {
        out_of_range(key, at)
    }
}

/// Checks that a string, or a prefix of one, does not contain a character that would end it.
#[inline]
pub(crate) fn check_ends(key: &'static Pattern, at: usize, text: &str) -> Result<(), KeyError> {
    let value: &Value = key.value(at);
    if value.is_unrestricted() {
        return Ok(());
    }
    let text = match value.shape.as_variants().map(|variants| variants.head(text)) {
        Some(Head { is_rest: true, .. }) => return Ok(()),
        Some(Head { length, .. }) => text.split_at(length).1,
        None => text,
    };
    let separator = key.separator;
    let delimiter = value.delimiter.filter(|delimiter| *delimiter != separator);
    for character in [Some(separator), delimiter].into_iter().flatten() {
        // A string of fixed width is read by its width, and may contain any character that its type can contain.
        let is_own =
            || value.shape.width().is_some() && value.shape.alphabet.contains_char(character);
        if holds(text, character) && !is_own() {
            return Err(KeyError::separator(key, at, character));
        }
    }
    Ok(())
}
