//! A key that may be one of several: a quick check that tells keys apart, and the error of the nearest key.

use super::any::AnyKey;
use super::declare::Declare;
use super::{GeneratedKey, KeyTexts, parse};
use crate::error::ParseError;
use crate::pattern::{Pattern, Prefilter};

/// Parses the strings as a key, or returns `None`. It checks the cheapest properties first: length and prefix, and
/// the sort key before the partition key, since the sort key tells more entities apart.
#[expect(
    clippy::inline_always,
    reason = "called once for each entity, and its result is not copied"
)]
#[inline(always)]
#[must_use]
pub(super) fn try_parse_pair<'k, P: GeneratedKey<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Option<P> {
    if !may_match(const { &prefilter::<P::Sk>() }, sk)
        || !may_match(const { &prefilter::<P::Pk>() }, pk)
    {
        return None;
    }
    parse::pair_with(P::Pk::from_texts(pk).ok()?, sk).ok()
}

#[inline]
fn may_match(prefilter: &Prefilter, texts: &[&str]) -> bool {
    match texts {
        [text] => prefilter.may_match(text),
        _ => true,
    }
}

/// The common properties of all strings of a key of one attribute.
const fn prefilter<'k, K: Declare<'k>>() -> Prefilter {
    match K::PATTERNS {
        [pattern] => Prefilter::of(pattern),
        _ => Prefilter::ANY,
    }
}

/// The search for the nearest entity if no entity of the table has these keys. It keeps the error of that entity.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    table: &'static str,
    /// The error of an entity, and how much of its keys could be read.
    error: Option<(ParseError, usize)>,
}

impl Nearest {
    /// No entity so far.
    #[must_use]
    pub const fn of(table: &'static str) -> Self {
        Self { table, error: None }
    }

    /// Adds an entity.
    #[cold]
    #[must_use]
    pub fn or<'k, K: AnyKey<'k>>(self, pk: &[&'k str], sk: &[&'k str]) -> Self {
        K::nearest(self, pk, sk)
    }

    /// Adds a key. If two keys are equally near, the first is kept.
    pub(crate) fn or_pair<'k, P: GeneratedKey<'k>>(
        mut self,
        pk: &[&'k str],
        sk: &[&'k str],
    ) -> Self {
        let (Some(error), depth) = fault::<P>(pk, sk) else { return self };
        if self.error.is_none_or(|(_, other)| depth > other) {
            self.error = Some((error, depth));
        }
        self
    }

    /// The error.
    #[must_use]
    pub fn error(self) -> ParseError {
        let nearest = self.error.filter(|(_, depth)| *depth > 0);
        ParseError::unknown(self.table, nearest.map(|(error, _)| error))
    }

    /// The error, if all keys belong to one entity.
    pub(crate) fn into_error(self) -> ParseError {
        match self.error {
            Some((error, _)) => error,
            None => self.error(),
        }
    }
}

fn literals_found(patterns: &[Pattern], texts: &[&str]) -> usize {
    match (patterns, texts) {
        ([pattern], [text]) => pattern.literals_found(text),
        _ => 0,
    }
}

/// The error of the strings as the keys of an entity, and how much of them was right.
fn fault<'k, P: GeneratedKey<'k>>(pk: &[&'k str], sk: &[&'k str]) -> (Option<ParseError>, usize) {
    let found = literals_found(P::Pk::PATTERNS, pk) + literals_found(P::Sk::PATTERNS, sk);
    match P::Pk::from_texts(pk) {
        Ok(pk) => (parse::pair_with::<P>(pk, sk).err(), found + 1),
        Err(error) => (Some(error), found),
    }
}
