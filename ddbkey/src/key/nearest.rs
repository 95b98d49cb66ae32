//! A key that may be one of several: what tells them apart at a glance, and the error of the one that comes nearest.

use super::declare::Declare;
use super::{AnyKey, KeyTexts, Pair, parse};
use crate::error::ParseError;
use crate::pattern::{Pattern, Prefilter};

/// The texts that a key of an entity starts with; empty where it starts with a value, or where there is not
/// one text.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Prefixes {
    pub(crate) pk: &'static str,
    pub(crate) sk: &'static str,
}

impl Prefixes {
    /// Those of one key.
    #[must_use]
    pub const fn of<'k, P: Pair<'k>>() -> Self {
        Self { pk: prefix::<P::Pk>(), sk: prefix::<P::Sk>() }
    }
}

/// The key, if the texts are one. First what costs least: length and prefix, of the sort key before the partition key,
/// since it tells more entities apart.
#[expect(
    clippy::inline_always,
    reason = "called once for each entity, and its result is not copied"
)]
#[inline(always)]
#[must_use]
pub(super) fn try_parse_pair<'k, P: Pair<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Option<P> {
    if !may_match(const { &prefilter::<P::Sk>() }, sk)
        || !may_match(const { &prefilter::<P::Pk>() }, pk)
    {
        return None;
    }
    parse::pair(P::Pk::from_texts(pk).ok()?, sk).ok()
}

#[inline]
fn may_match(prefilter: &Prefilter, texts: &[&str]) -> bool {
    match texts {
        [text] => prefilter.may_match(text),
        _ => true,
    }
}

/// What all texts of a key of one attribute start with.
const fn prefix<'k, K: Declare<'k>>() -> &'static str {
    match K::PATTERNS {
        [pattern] => pattern.prefix(),
        _ => "",
    }
}

/// What all texts of a key of one attribute have in common.
const fn prefilter<'k, K: Declare<'k>>() -> Prefilter {
    match K::PATTERNS {
        [pattern] => Prefilter::of(pattern),
        _ => Prefilter::ANY,
    }
}

/// No entity of the table has these keys: what is wrong with them for the entity that comes nearest.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    table: &'static str,
    /// The error of an entity, and how far its keys could be read.
    error: Option<(ParseError, usize)>,
}

impl Nearest {
    /// No entity yet.
    #[must_use]
    pub const fn of(table: &'static str) -> Self {
        Self { table, error: None }
    }

    /// Another entity.
    #[cold]
    #[must_use]
    pub fn or<'k, K: AnyKey<'k>>(self, pk: &[&'k str], sk: &[&'k str]) -> Self {
        K::nearest(self, pk, sk)
    }

    /// Another key. Of two that came equally far, the first is kept.
    pub(crate) fn or_pair<'k, P: Pair<'k>>(mut self, pk: &[&'k str], sk: &[&'k str]) -> Self {
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

    /// The error, where all keys were of one entity.
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

/// What is wrong with the keys as those of an entity, and how much of them was right.
fn fault<'k, P: Pair<'k>>(pk: &[&'k str], sk: &[&'k str]) -> (Option<ParseError>, usize) {
    let found = literals_found(P::Pk::PATTERNS, pk) + literals_found(P::Sk::PATTERNS, sk);
    match P::Pk::from_texts(pk) {
        Ok(pk) => (parse::pair::<P>(pk, sk).err(), found + 1),
        Err(error) => (Some(error), found),
    }
}
