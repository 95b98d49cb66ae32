//! Writing the text of a key.

use alloc::string::String;

use super::KeyText;
use crate::error::KeyError;
use crate::part::KeyPart;
use crate::pattern::{Pattern, Segment, Value};

/// Takes the literals and values of a key in order. Generated code writes to it; the crate has one
/// that measures and one that appends.
#[doc(hidden)]
pub trait Sink {
    /// The literal at this place of the pattern.
    fn literal(&mut self, at: usize);

    /// A value at this place of the pattern.
    ///
    /// # Errors
    ///
    /// The value cannot stand there.
    fn value<T: KeyPart<F>, F>(&mut self, at: usize, value: T::Ref<'_>) -> Result<(), KeyError>;
}

/// Adds up the length.
struct Measure {
    pattern: &'static Pattern,
    length: usize,
}

/// Appends the text, and checks each value that its type alone does not vouch for.
pub(crate) struct Append<'o> {
    pub(crate) pattern: &'static Pattern,
    pub(crate) out: &'o mut String,
}

/// The key text, in one allocation of its exact size.
#[inline]
pub(super) fn build<'k, K: KeyText<'k>>(key: &K) -> Result<String, KeyError> {
    let mut out = String::with_capacity(measure(key)?);
    write(key, &mut out)?;
    Ok(out)
}

/// Appends the key text. On an error the text is as it was.
#[inline]
pub(crate) fn append<'k, K: KeyText<'k>>(key: &K, out: &mut String) -> Result<(), KeyError> {
    out.reserve(measure(key)?);
    let start = out.len();
    write(key, out).inspect_err(|_| out.truncate(start))
}

#[inline]
fn measure<'k, K: KeyText<'k>>(key: &K) -> Result<usize, KeyError> {
    let () = K::CHECKED;
    let mut sink = Measure { pattern: K::PATTERN, length: 0 };
    key.write(&mut sink)?;
    check_length(K::PATTERN, sink.length)?;
    Ok(sink.length)
}

#[inline]
fn write<'k, K: KeyText<'k>>(key: &K, out: &mut String) -> Result<(), KeyError> {
    let start = out.len();
    key.write(&mut Append { pattern: K::PATTERN, out })?;
    check_length(K::PATTERN, out.len() - start)
}

#[inline]
fn check_length(key: &'static Pattern, length: usize) -> Result<(), KeyError> {
    if length > key.limit() { Err(KeyError::TooLong { key, length }) } else { Ok(()) }
}

impl Sink for Measure {
    #[inline]
    fn literal(&mut self, at: usize) {
        self.length += literal(self.pattern, at).len();
    }

    #[inline]
    fn value<T: KeyPart<F>, F>(&mut self, _: usize, value: T::Ref<'_>) -> Result<(), KeyError> {
        self.length += T::len(value);
        Ok(())
    }
}

impl Sink for Append<'_> {
    #[inline]
    fn literal(&mut self, at: usize) {
        self.out.push_str(literal(self.pattern, at));
    }

    #[inline]
    fn value<T: KeyPart<F>, F>(&mut self, at: usize, value: T::Ref<'_>) -> Result<(), KeyError> {
        let Segment::Value(place) = &self.pattern.segments()[at] else { return Ok(()) };
        let start = self.out.len();
        if T::write(value, self.out).is_err() {
            return Err(KeyError::OutOfRange { key: self.pattern, part: place.field() });
        }
        if T::SHAPE.is_checked() {
            check_value(self.pattern, place, self.out.get(start..).unwrap_or_default())?;
        }
        Ok(())
    }
}

#[inline]
fn literal(pattern: &Pattern, at: usize) -> &'static str {
    match pattern.segments()[at] {
        Segment::Literal(text) => text,
        Segment::Value(_) => "",
    }
}

/// The rules for a text whose type does not keep them by itself.
#[inline]
fn check_value(key: &'static Pattern, value: &Value, text: &str) -> Result<(), KeyError> {
    let part = value.field();
    if text.is_empty() {
        return Err(KeyError::Empty { key, part });
    }
    if value.shape().is_custom() && !value.shape().language().admits(text) {
        return Err(KeyError::OutOfRange { key, part });
    }
    if value.is_rest() {
        return Ok(());
    }
    for character in [Some(key.separator()), value.until()].into_iter().flatten() {
        if text.contains(character) {
            return Err(KeyError::Separator { key, part, character });
        }
    }
    Ok(())
}
