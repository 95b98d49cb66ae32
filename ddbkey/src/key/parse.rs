//! Reading the text of a key, without allocating and in one pass.

use core::fmt::{self, Write};

use super::SortKey;
use crate::error::ParseError;
use crate::part::{Format, KeyPart, writes};
use crate::pattern::{Pattern, Segment, Value};
use crate::text::{find, holds};

/// What is left to read of a key. Generated code reads from it.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Reader<'k> {
    pattern: &'static Pattern,
    rest: &'k str,
}

impl<'k> Reader<'k> {
    /// A reader of a whole key.
    ///
    /// # Errors
    ///
    /// The text is longer than any key.
    #[inline]
    pub fn new(pattern: &'static Pattern, text: &'k str) -> Result<Self, ParseError> {
        if text.len() > pattern.limit() {
            return Err(ParseError::TooLong { key: pattern });
        }
        Ok(Self { pattern, rest: text })
    }

    /// Reads the literal before this place of the pattern, if there is one, and the value there.
    ///
    /// # Errors
    ///
    /// Something else stands there, or the value is not one of its type.
    #[expect(clippy::inline_always, reason = "with the place known, the pattern folds away")]
    #[inline(always)]
    pub fn value<T: KeyPart<F>, F: Format>(&mut self, at: usize) -> Result<T::Ref<'k>, ParseError> {
        self.literal_before(at)?;
        let value = self.pattern.value(at);
        let end = match const { T::SHAPE.width() } {
            Some(width) if !value.is_rest() => Some(width),
            _ => self.end_of(value, const { !T::IS_TRUSTED || T::SHAPE.is_unrestricted() }),
        };
        if let Some((text, rest)) = end.and_then(|end| self.rest.split_at_checked(end))
            && let Some(read) = T::read(text)
            && is_canonical::<T, F>(read, text)
        {
            self.rest = rest;
            return Ok(read);
        }
        Err(self.no_value(value))
    }

    /// Reads the literal at the end, if there is one. Nothing may be left then.
    ///
    /// # Errors
    ///
    /// Something is.
    #[inline]
    pub fn end<T>(mut self, parts: T) -> Result<T, ParseError> {
        self.literal_before(self.pattern.segments().len())?;
        if self.rest.is_empty() { Ok(parts) } else { Err(self.no_end()) }
    }

    #[inline]
    fn literal_before(&mut self, at: usize) -> Result<(), ParseError> {
        let literal = self.pattern.literal_before(at);
        match self.rest.strip_prefix(literal) {
            Some(rest) => self.rest = rest,
            None => return Err(self.no_literal(at, literal)),
        }
        Ok(())
    }

    /// Where the value of free width ends that starts here. `None` if it cannot.
    #[expect(clippy::inline_always, reason = "one of its cases is left where the value is known")]
    #[inline(always)]
    fn end_of(&self, value: &Value, is_checked: bool) -> Option<usize> {
        let rest = self.rest;
        if value.is_rest() {
            return (!rest.is_empty()).then_some(rest.len());
        }
        let separator = self.pattern.separator();
        let end = match value.until() {
            None => rest.len(),
            Some(until) if until == separator => find(rest, separator)?,
            Some(until) => find_glued(rest, separator, until)?,
        };
        let end = end.checked_sub(value.tail()).filter(|end| *end > 0)?;
        // The type vouches for its own text; that of others is looked through.
        let is_looked_through = value.until().is_none() && is_checked;
        let holds_separator = is_looked_through && holds(rest.get(..end)?, separator);
        (!holds_separator).then_some(end)
    }

    /// Why there is no such value: called when it is certain that there is none.
    #[cold]
    fn no_value(&self, value: &Value) -> ParseError {
        let (key, part) = (self.pattern, value.field());
        match value.until() {
            _ if value.is_rest() => ParseError::Part { key, part },
            Some(until) if !self.rest.contains(until) => ParseError::Missing { key },
            None if self.rest.contains(key.separator()) => ParseError::Trailing { key },
            _ => ParseError::Part { key, part },
        }
    }

    /// Why the literal before this place does not stand here.
    #[cold]
    fn no_literal(&self, at: usize, literal: &'static str) -> ParseError {
        let key = self.pattern;
        let missing = literal.strip_prefix(self.rest);
        if missing
            .is_some_and(|missing| self.rest.is_empty() || missing.starts_with(key.separator()))
        {
            return ParseError::Missing { key };
        }
        let starts_right = literal.chars().next() == self.rest.chars().next();
        match at.checked_sub(2).map(|before| &key.segments()[before]) {
            Some(Segment::Value(value)) if !starts_right => {
                ParseError::Part { key, part: value.field() }
            }
            _ => ParseError::Literal { key, literal },
        }
    }

    /// Why the key does not end here.
    #[cold]
    fn no_end(&self) -> ParseError {
        let key = self.pattern;
        if self.rest.starts_with(key.separator()) {
            return ParseError::Trailing { key };
        }
        match key.segments().last() {
            Some(Segment::Value(value)) => ParseError::Part { key, part: value.field() },
            Some(Segment::Literal(literal)) => ParseError::Literal { key, literal },
            None => ParseError::Trailing { key },
        }
    }
}

/// Where a value ends before a literal glued behind it.
#[inline(never)]
fn find_glued(rest: &str, separator: char, until: char) -> Option<usize> {
    rest.find([separator, until]).filter(|at| rest[*at..].starts_with(until))
}

/// That a field differs between the keys of a pair.
#[doc(hidden)]
#[must_use]
pub fn mismatch<'k, S: SortKey<'k>>(part: &'static str) -> ParseError {
    match S::OPTIONAL_PATTERN {
        Some(key) => ParseError::Mismatch { key, part },
        None => ParseError::UnknownEntity { table: "" },
    }
}

/// Whether two values of a field are one in a form that keeps less of them.
#[doc(hidden)]
#[must_use]
pub fn same_text<T: KeyPart<F>, F: Format>(one: T::Ref<'_>, other: T::Ref<'_>) -> bool {
    let (mut one_text, mut other_text) = (Scratch::default(), Scratch::default());
    T::write(one, &mut one_text).is_ok()
        && T::write(other, &mut other_text).is_ok()
        && one_text == other_text
}

/// Room for the text of a timestamp, the one type that is cut.
#[derive(Default, PartialEq)]
struct Scratch {
    bytes: [u8; 32],
    length: usize,
}

impl Write for Scratch {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// Whether this text, and no other, is what the builder writes for the value. Our own types read
/// nothing else.
#[inline]
fn is_canonical<T: KeyPart<F>, F: Format>(value: T::Ref<'_>, text: &str) -> bool {
    T::IS_TRUSTED || (T::SHAPE.language().contains(text) && writes::<T, F>(value, text))
}
