//! Reads the strings of a key, without allocating and in one pass.

use core::marker::PhantomData;

use super::GeneratedKey;
use super::build::{check_length_together, has_too_many_digits};
use super::declare::{Declare, Strings as _, pattern};
use super::parts::{PartSource, Place};
use crate::error::{ParseError, ParseErrorKind};
use crate::language::Variants;
use crate::part::{Format, KeyPart, writes};
use crate::pattern::{Extent, Owner, Pattern, Segment, Value};
use crate::text::{find, holds};

/// The unread rest of a key of one attribute.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Reader<'k> {
    pattern: &'static Pattern,
    rest: &'k str,
}

/// The unread rest of a key of one attribute whose type knows its pattern, so that the pattern is not looked up at run
/// time.
pub(super) struct KeyReader<'k, K> {
    rest: &'k str,
    key: PhantomData<K>,
}

/// The unread rest of a key of several attributes.
struct TextsReader<'t, 'k> {
    patterns: &'static [Pattern],
    texts: &'t [&'k str],
    /// The number of attributes read.
    done: usize,
}

// Functions that are always inlined are inlined only in optimized builds. In other builds, each part of each key would
// have a copy, which took a tenth of the time to build calls of fifty entities.
impl<'k> Reader<'k> {
    /// A reader of a whole key.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the string is longer than DynamoDB allows.
    #[inline]
    pub fn new(pattern: &'static Pattern, text: &'k str) -> Result<Self, ParseError> {
        if text.len() > pattern.limit() {
            return Err(ParseError::of(ParseErrorKind::TooLong, pattern, 0));
        }
        Ok(Self { pattern, rest: text })
    }

    /// A reader of the only string of a key of one attribute. Another number of strings is an error.
    #[inline]
    fn of_one(patterns: &'static [Pattern], texts: &[&'k str]) -> Result<Self, ParseError> {
        match (patterns, texts) {
            ([pattern], [text]) => Self::new(pattern, text),
            _ => Err(wrong_number(patterns, texts.len())),
        }
    }

    /// Reads the literal before this place of the pattern, if there is one, and the value at this place.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if either is missing.
    #[cfg_attr(
        not(debug_assertions),
        inline(always),
        expect(clippy::inline_always, reason = "with the place known, the pattern folds away")
    )]
    pub fn read_value<T: KeyPart<F>, F: Format>(
        &mut self,
        at: usize,
    ) -> Result<T::Ref<'k>, ParseError> {
        self.literal_before(at)?;
        let value = self.pattern.value(at);
        let end = match (const { T::SHAPE.width() }, value.extent) {
            (Some(width), Extent::Part) => Some(width),
            _ => self.end_of(
                at,
                value,
                const { T::SHAPE.as_variants() },
                const { !T::IS_TRUSTED || T::SHAPE.is_unrestricted() },
            ),
        };
        if let Some((text, rest)) = end.and_then(|end| self.rest.split_at_checked(end))
            && !has_too_many_digits::<T, F>(self.pattern, text)
            && let Some(read) = read::<T, F>(text)
        {
            self.rest = rest;
            return Ok(read);
        }
        Err(self.no_value(at))
    }

    /// Reads the literal before this place of the pattern, if there is one, and the string of the value at this place,
    /// without its type. A type can refuse a string that is in its language.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if either is missing.
    pub fn read_text(&mut self, at: usize) -> Result<&'k str, ParseError> {
        self.literal_before(at)?;
        let value = self.pattern.value(at);
        let end = match (value.shape.width(), value.extent) {
            (Some(width), Extent::Part) => Some(width),
            _ => self.end_of(at, value, value.shape.as_variants(), true),
        };
        if let Some((text, rest)) = end.and_then(|end| self.rest.split_at_checked(end))
            && value.language().contains(text)
        {
            self.rest = rest;
            return Ok(text);
        }
        Err(self.no_value(at))
    }

    /// Reads the literal at the end, if there is one. After that, nothing may be left.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the literal is missing, or something is left.
    #[inline]
    pub fn read_end(&mut self) -> Result<(), ParseError> {
        self.literal_before(self.pattern.segments.len())?;
        if self.rest.is_empty() { Ok(()) } else { Err(self.no_end()) }
    }

    #[cfg_attr(
        not(debug_assertions),
        inline(always),
        expect(
            clippy::inline_always,
            reason = "with the place known, an empty literal costs nothing"
        )
    )]
    fn literal_before(&mut self, at: usize) -> Result<(), ParseError> {
        let literal = self.pattern.literal_before(at);
        // Comparing no bytes is not free: with AVX-512, `bcmp` of length zero on the dangling pointer of an empty
        // string takes 90 ns.
        if literal.is_empty() {
            return Ok(());
        }
        match self.rest.strip_prefix(literal) {
            Some(rest) => self.rest = rest,
            None => return Err(self.no_literal(at - 1)),
        }
        Ok(())
    }

    /// The end of the value of free width that starts here, or `None` if there is none.
    #[cfg_attr(
        not(debug_assertions),
        inline(always),
        expect(
            clippy::inline_always,
            reason = "one of its cases is left where the value is known"
        )
    )]
    fn end_of(
        &self,
        at: usize,
        value: &Value,
        variants: Option<Variants>,
        is_searched: bool,
    ) -> Option<usize> {
        let rest = self.rest;
        if let Some(variants) = variants {
            return self.end_of_variant(at, value, variants);
        }
        if value.is_unrestricted() {
            let end = rest.len().checked_sub(self.pattern.literal_after(at).len())?;
            return (end > 0).then_some(end);
        }
        let separator = self.pattern.separator;
        let end = match value.delimiter {
            None => rest.len(),
            Some(delimiter) if delimiter == separator => find(rest, separator)?,
            Some(delimiter) => find_glued(rest, separator, delimiter)?,
        };
        let end = end.checked_sub(value.trailing_len)?;
        let end = Some(end).filter(|end| *end > 0 || value.shape.may_be_empty())?;
        // The type guarantees its own strings; other strings are searched.
        let is_searched = value.delimiter.is_none() && is_searched;
        let holds_separator = is_searched && holds(rest.get(..end)?, separator);
        (!holds_separator).then_some(end)
    }

    /// The end of the variant that starts here, or `None` if there is none.
    fn end_of_variant(&self, at: usize, value: &Value, variants: Variants) -> Option<usize> {
        let head = variants.head(self.rest);
        let payload = &self.rest[head.length..];
        let length = match value.delimiter {
            _ if head.is_rest || value.is_unrestricted() => {
                payload.len().checked_sub(self.pattern.literal_after(at).len())?
            }
            None if holds(payload, self.pattern.separator) => return None,
            None => payload.len(),
            Some(delimiter) => find_glued(payload, self.pattern.separator, delimiter)?,
        };
        (length > 0).then_some(head.length + length)
    }

    /// Finds out why the string has no value here. Called only if it has none.
    #[cold]
    fn no_value(self, at: usize) -> ParseError {
        let (key, value) = (self.pattern, self.pattern.value(at));
        let (head, starts_right) = match value.shape.as_variants() {
            Some(variants) => (variants.head(self.rest).length, variants.begin(self.rest)),
            None => (0, true),
        };
        let text = &self.rest[head..];
        let kind = match value.delimiter {
            _ if value.is_unrestricted() || !starts_right => ParseErrorKind::Part,
            Some(delimiter) if !text.contains(delimiter) => ParseErrorKind::Missing,
            None if text.contains(key.separator) => ParseErrorKind::Trailing,
            _ => ParseErrorKind::Part,
        };
        ParseError::of(kind, key, at)
    }

    /// Finds out why the literal at this place is missing.
    #[cold]
    fn no_literal(self, at: usize) -> ParseError {
        let (key, literal) = (self.pattern, self.pattern.literal(at));
        let missing = literal.strip_prefix(self.rest);
        if key.entry.is_none()
            && missing
                .is_some_and(|missing| self.rest.is_empty() || missing.starts_with(key.separator))
        {
            return ParseError::of(ParseErrorKind::Missing, key, at);
        }
        let starts_right = literal.chars().next() == self.rest.chars().next();
        match at.checked_sub(1).map(|before| (before, &key.segments[before])) {
            Some((before, Segment::Value(_))) if !starts_right => {
                ParseError::of(ParseErrorKind::Part, key, before)
            }
            _ => ParseError::of(ParseErrorKind::Literal, key, at),
        }
    }

    /// Finds out why the key does not end here.
    #[cold]
    fn no_end(self) -> ParseError {
        let key = self.pattern;
        let kind = match key.segments.last() {
            _ if self.rest.starts_with(key.separator) => ParseErrorKind::Trailing,
            Some(Segment::Value(_)) => ParseErrorKind::Part,
            Some(Segment::Literal(_)) => ParseErrorKind::Literal,
            None => ParseErrorKind::Trailing,
        };
        ParseError::of(kind, key, key.segments.len().saturating_sub(1))
    }
}

impl<'k, K: Declare<'k>> KeyReader<'k, K> {
    /// A reader of a whole key.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the string is longer than DynamoDB allows.
    #[inline]
    pub(super) fn new(text: &'k str) -> Result<Self, ParseError> {
        let Reader { rest, .. } = Reader::new(pattern::<K>(), text)?;
        Ok(Self { rest, key: PhantomData })
    }
}

impl<'k, K: Declare<'k>> PartSource<'k> for KeyReader<'k, K> {
    #[cfg_attr(
        not(debug_assertions),
        inline(always),
        expect(clippy::inline_always, reason = "with the place known, the pattern folds away")
    )]
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError> {
        let mut reader = Reader { pattern: pattern::<K>(), rest: self.rest };
        let value = reader.read_value::<T, F>(place.at)?;
        self.rest = reader.rest;
        Ok(value)
    }

    #[inline]
    fn end(&mut self) -> Result<(), ParseError> {
        Reader { pattern: pattern::<K>(), rest: self.rest }.read_end()
    }
}

impl<'k> TextsReader<'_, 'k> {
    fn check_length(&self) -> Result<(), ParseError> {
        check_length_together(self.patterns, self.texts.iter().map(|text| text.len()))
            .map_err(|error| ParseError::of(ParseErrorKind::TooLong, error.key(), 0))
    }

    fn reader(&self, attribute: usize) -> Result<Reader<'k>, ParseError> {
        Reader::new(&self.patterns[attribute], self.texts[attribute])
    }

    /// Reads the attributes without a value, up to this attribute.
    fn skip(&mut self, end: usize) -> Result<(), ParseError> {
        while self.done < end {
            self.reader(self.done)?.read_end()?;
            self.done += 1;
        }
        Ok(())
    }
}

impl<'k> PartSource<'k> for TextsReader<'_, 'k> {
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError> {
        self.skip(place.attribute)?;
        let mut reader = self.reader(place.attribute)?;
        let value = reader.read_value::<T, F>(place.at)?;
        reader.read_end()?;
        self.done += 1;
        Ok(value)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.skip(self.patterns.len())
    }
}

#[inline]
pub(super) fn key<'k, K: Declare<'k>>(texts: &[&'k str]) -> Result<K, ParseError> {
    let () = const { K::CHECKED };
    // The code of the other branch is not compiled.
    if const { K::Strings::NUMBER == 1 } {
        let Reader { rest, .. } = Reader::of_one(K::PATTERNS, texts)?;
        K::take(&mut KeyReader::<K> { rest, key: PhantomData })
    } else {
        read_several(K::PATTERNS, texts)
    }
}

/// Parses the strings of both keys of a pair.
#[inline]
pub(super) fn pair<'k, P: GeneratedKey<'k>>(
    pk: &[&'k str],
    sk: &[&'k str],
) -> Result<P, ParseError> {
    pair_with(key(pk)?, sk)
}

/// Parses the strings of the sort key of a pair. Without a sort key, the error for a string names the partition
/// key.
#[inline]
pub(super) fn pair_with<'k, P: GeneratedKey<'k>>(
    pk: P::Pk,
    texts: &[&'k str],
) -> Result<P, ParseError> {
    match (P::Pk::PATTERNS, P::Sk::PATTERNS, texts) {
        ([key, ..], [], [_, ..]) => Err(ParseError::of(ParseErrorKind::Trailing, key, 0)),
        _ => P::join(pk, key(texts)?),
    }
}

/// Reads the parts of a key of several attributes, or of none. Another number of strings is an error.
#[inline(never)]
fn read_several<'k, K: Declare<'k>>(
    patterns: &'static [Pattern],
    texts: &[&'k str],
) -> Result<K, ParseError> {
    if texts.len() != patterns.len() {
        return Err(wrong_number(patterns, texts.len()));
    }
    let mut reader = TextsReader { patterns, texts, done: 0 };
    let key = K::take(&mut reader)?;
    reader.check_length()?;
    Ok(key)
}

/// The error if the number of strings differs from the number of attributes.
#[cold]
fn wrong_number(patterns: &'static [Pattern], texts: usize) -> ParseError {
    /// The sort key of an entity without one. This code does not know the entity.
    static NO_SORT_KEY: Pattern = Pattern::new("", Owner::Table.sk(), '#');
    match patterns.get(texts) {
        Some(key) => ParseError::of(ParseErrorKind::Missing, key, 0),
        None => {
            let key = patterns.last().unwrap_or(&NO_SORT_KEY);
            ParseError::of(ParseErrorKind::Trailing, key, 0)
        }
    }
}

/// The end of a value before a literal that directly follows it.
#[inline(never)]
fn find_glued(rest: &str, separator: char, delimiter: char) -> Option<usize> {
    rest.find([separator, delimiter]).filter(|at| rest[*at..].starts_with(delimiter))
}

/// Reads a value. A string that the builder would not write is refused. The runtime's own types read no such string.
#[inline]
fn read<T: KeyPart<F>, F: Format>(text: &str) -> Option<T::Ref<'_>> {
    if const { T::IS_TRUSTED } { T::read(text) } else { read_checked::<T, F>(text) }
}

/// Reads a value of a type that is not trusted: the string has to fit the shape before the type's code sees it, and
/// that code has to write the same string.
#[inline]
pub(super) fn read_checked<T: KeyPart<F>, F: Format>(text: &str) -> Option<T::Ref<'_>> {
    if !T::SHAPE.language.contains(text) {
        return None;
    }
    T::read(text).filter(|value| writes::<T, F>(*value, text))
}
