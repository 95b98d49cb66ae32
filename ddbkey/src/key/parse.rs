//! Reading the text of a key, without allocating and in one pass.

use crate::error::ParseError;
use crate::part::{KeyPart, writes};
use crate::pattern::{Pattern, Segment, Value};

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

    /// Reads the literal at this place of the pattern.
    ///
    /// # Errors
    ///
    /// Something else stands there.
    #[inline]
    pub fn literal(&mut self, at: usize) -> Result<(), ParseError> {
        let Segment::Literal(literal) = self.pattern.segments()[at] else { return Ok(()) };
        match self.rest.strip_prefix(literal) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.no_literal(at, literal)),
        }
    }

    /// Reads the value at this place of the pattern.
    ///
    /// # Errors
    ///
    /// It is not there, or not one of its type.
    #[inline]
    pub fn value<T: KeyPart<F>, F>(&mut self, at: usize) -> Result<T::Ref<'k>, ParseError> {
        let Segment::Value(value) = &self.pattern.segments()[at] else {
            return Err(ParseError::Missing { key: self.pattern });
        };
        let Some(end) = self.end_of(value, T::SHAPE.width()) else {
            return Err(self.no_value(value));
        };
        let Some((text, rest)) = self.rest.split_at_checked(end) else {
            return Err(self.no_value(value));
        };
        match T::read(text) {
            Some(read) if is_canonical::<T, F>(read, text) => {
                self.rest = rest;
                Ok(read)
            }
            _ => Err(self.no_value(value)),
        }
    }

    /// Nothing may be left.
    ///
    /// # Errors
    ///
    /// Something is.
    #[inline]
    pub fn end(self) -> Result<(), ParseError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.no_end()) }
    }

    /// Where the value ends that starts here. `None` if it cannot.
    #[inline]
    fn end_of(&self, value: &Value, width: Option<usize>) -> Option<usize> {
        let rest = self.rest;
        if value.is_rest() {
            return (!rest.is_empty()).then_some(rest.len());
        }
        if width.is_some() {
            return width;
        }
        let separator = self.pattern.separator();
        let end = match value.until() {
            // The type vouches for its own text; that of others is looked through.
            None if value.shape().is_checked() && rest.contains(separator) => return None,
            None => rest.len(),
            Some(until) if until == separator => rest.find(separator)?,
            Some(until) => {
                rest.find([separator, until]).filter(|at| rest[*at..].starts_with(until))?
            }
        };
        end.checked_sub(value.tail()).filter(|end| *end > 0)
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

    /// Why the literal does not stand here.
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
        match at.checked_sub(1).map(|before| &key.segments()[before]) {
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

/// Whether this text, and no other, is what the builder writes for the value. Our own types read
/// nothing else.
#[inline]
fn is_canonical<T: KeyPart<F>, F>(value: T::Ref<'_>, text: &str) -> bool {
    !T::SHAPE.is_custom() || (T::SHAPE.language().admits(text) && writes::<T, F>(value, text))
}
