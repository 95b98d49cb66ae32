//! Writing the text of a key.

use alloc::string::String;

use super::KeyText;
use crate::error::KeyError;
use crate::part::{Format, KeyPart};
use crate::pattern::{Pattern, Value};
use crate::text::holds;

/// Takes the values of a key in order; the literals between them it knows from the pattern.
/// Generated code writes to it. The crate has one that measures and one that appends.
#[doc(hidden)]
pub trait Sink {
    /// The literal before this place of the pattern, if there is one, and the value there.
    ///
    /// # Errors
    ///
    /// The value cannot stand there.
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        at: usize,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError>;

    /// The literal at the end, if there is one.
    ///
    /// # Errors
    ///
    /// None of the two sinks has any; generated code ends with this call.
    fn end(&mut self) -> Result<(), KeyError>;
}

/// Adds up the length of what has no fixed width; the pattern knows the rest.
struct Measure(usize);

/// Appends the text, and checks each value that its type alone does not vouch for.
struct Append<'o> {
    pattern: &'static Pattern,
    out: &'o mut String,
}

/// The key text, in one allocation of its exact size. The pattern is the key's own, but for tests of
/// patterns that are made up as they run; `fixed` is its [`fixed_len`](Pattern::fixed_len), a constant
/// for all others.
///
/// # Errors
///
/// A value that cannot stand in a key, or a key longer than DynamoDB takes.
#[inline]
pub fn build<'k, K: KeyText<'k>>(
    pattern: &'static Pattern,
    fixed: usize,
    key: &K,
) -> Result<String, KeyError> {
    let mut out = String::with_capacity(measure(pattern, fixed, key)?);
    write(pattern, key, &mut out)?;
    Ok(out)
}

/// Appends the key text. On an error the text is as it was.
///
/// # Errors
///
/// As for [`build`].
#[inline]
pub fn append<'k, K: KeyText<'k>>(
    pattern: &'static Pattern,
    fixed: usize,
    key: &K,
    out: &mut String,
) -> Result<(), KeyError> {
    out.reserve(measure(pattern, fixed, key)?);
    let start = out.len();
    write(pattern, key, out).inspect_err(|_| out.truncate(start))
}

#[inline]
fn measure<'k, K: KeyText<'k>>(
    pattern: &'static Pattern,
    fixed: usize,
    key: &K,
) -> Result<usize, KeyError> {
    let () = K::CHECKED;
    let mut sink = Measure(fixed);
    key.write(&mut sink)?;
    check_length(pattern, sink.0)?;
    Ok(sink.0)
}

#[inline]
fn write<'k, K: KeyText<'k>>(
    pattern: &'static Pattern,
    key: &K,
    out: &mut String,
) -> Result<(), KeyError> {
    let start = out.len();
    key.write(&mut Append { pattern, out })?;
    check_length(pattern, out.len() - start)
}

#[inline]
fn check_length(key: &'static Pattern, length: usize) -> Result<(), KeyError> {
    if length > key.limit() { Err(KeyError::TooLong { key, length }) } else { Ok(()) }
}

impl Sink for Measure {
    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        _: usize,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        if const { T::SHAPE.width().is_none() } {
            self.0 += T::len(value);
        }
        Ok(())
    }

    #[inline]
    fn end(&mut self) -> Result<(), KeyError> {
        Ok(())
    }
}

impl Sink for Append<'_> {
    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        at: usize,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        self.out.push_str(self.pattern.literal_before(at));
        append_value::<T, F>(self.pattern, at, value, self.out)
    }

    #[inline]
    fn end(&mut self) -> Result<(), KeyError> {
        self.out.push_str(self.pattern.literal_at_end());
        Ok(())
    }
}

/// Appends one value.
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
        check_value::<T, F>(key, key.value(at), out.get(start..).unwrap_or_default())?;
    }
    Ok(())
}

#[cold]
fn out_of_range(key: &'static Pattern, at: usize) -> KeyError {
    KeyError::OutOfRange { key, part: key.value(at).field() }
}

/// The rules for a text whose type does not keep them by itself.
#[inline]
fn check_value<T: KeyPart<F>, F: Format>(
    key: &'static Pattern,
    value: &Value,
    text: &str,
) -> Result<(), KeyError> {
    let part = value.field();
    if text.is_empty() {
        return Err(KeyError::Empty { key, part });
    }
    if const { !T::IS_TRUSTED } && !T::SHAPE.language().contains(text) {
        return Err(KeyError::OutOfRange { key, part });
    }
    check_ends(key, value, text)
}

/// That a text, or the beginning of one, does not hold what would end it.
#[inline]
pub(crate) fn check_ends(key: &'static Pattern, value: &Value, text: &str) -> Result<(), KeyError> {
    let part = value.field();
    if value.is_rest() {
        return Ok(());
    }
    let separator = key.separator();
    let until = value.until().filter(|until| *until != separator);
    for character in [Some(separator), until].into_iter().flatten() {
        if holds(text, character) {
            return Err(KeyError::Separator { key, part, character });
        }
    }
    Ok(())
}
