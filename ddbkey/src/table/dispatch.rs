//! Finding the entity of a key: by the first bytes of its texts, without trying every entity.

#[cfg(test)]
mod tests;

use crate::error::ParseError;
use crate::key::{AnyKey, KeyTexts, Pair};
use crate::pattern::{Pattern, Prefilter};

/// The bytes that are looked at: the first of the partition key, and the first three of the sort key,
/// which tells more entities apart.
const PK_BYTES: usize = 1;
const SK_BYTES: usize = 3;

/// The values of a byte, and one more for a text that has ended.
const VALUES: usize = 257;
const ENDED: usize = 256;

/// Which of up to 64 entities a byte at a place leaves in question, as a set of bits.
type Left = [u64; VALUES];

/// Which of up to 64 entities of a table a key can belong to, by its first bytes.
#[doc(hidden)]
#[derive(Debug)]
pub struct Candidates {
    all: u64,
    pk: [Left; PK_BYTES],
    sk: [Left; SK_BYTES],
}

/// The texts that a key of an entity starts with; empty where it starts with a value, or where there is not
/// one text.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Prefixes {
    pk: &'static str,
    sk: &'static str,
}

/// The entities that are left, by their number.
#[doc(hidden)]
#[derive(Debug)]
pub struct Remaining(u64);

impl Prefixes {
    /// Those of one key.
    #[must_use]
    pub const fn of<'k, P: Pair<'k>>() -> Self {
        Self { pk: prefix::<P::Pk>(), sk: prefix::<P::Sk>() }
    }
}

impl Candidates {
    /// The entities with these prefixes, at most 64.
    #[must_use]
    pub const fn of(entities: &[&[Prefixes]]) -> Self {
        let mut candidates =
            Self { all: 0, pk: [[0; VALUES]; PK_BYTES], sk: [[0; VALUES]; SK_BYTES] };
        let mut number = 0;
        while number < entities.len() {
            candidates.all |= 1 << number;
            let mut keys = entities[number];
            while let [Prefixes { pk, sk }, others @ ..] = keys {
                add(&mut candidates.pk, pk.as_bytes(), 1 << number);
                add(&mut candidates.sk, sk.as_bytes(), 1 << number);
                keys = others;
            }
            number += 1;
        }
        candidates
    }

    /// Those that these texts may be keys of.
    #[inline]
    #[must_use]
    pub fn matching(&self, pk: &[&str], sk: &[&str]) -> Remaining {
        Remaining(self.all & left(&self.pk, pk) & left(&self.sk, sk))
    }
}

/// Adds an entity to the values that its prefix allows at each place.
const fn add<const N: usize>(places: &mut [Left; N], prefix: &[u8], entity: u64) {
    let mut at = 0;
    while at < N {
        if at < prefix.len() {
            places[at][prefix[at] as usize] |= entity;
        } else {
            let mut value = 0;
            while value < VALUES {
                places[at][value] |= entity;
                value += 1;
            }
        }
        at += 1;
    }
}

/// The entities that the text leaves in question: all, if there is not one text.
#[inline]
fn left<const N: usize>(places: &[Left; N], texts: &[&str]) -> u64 {
    let [text] = texts else { return u64::MAX };
    let mut left = u64::MAX;
    for (at, place) in places.iter().enumerate() {
        left &= place[text.as_bytes().get(at).map_or(ENDED, |byte| usize::from(*byte))];
    }
    left
}

impl Iterator for Remaining {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let number = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (number < u64::BITS).then_some(number)
    }
}

/// The key, if the texts are one: first what costs least, length and prefix; then the sort key, which tells more
/// entities apart than the partition key.
#[expect(
    clippy::inline_always,
    reason = "called once for each entity, and its result is not copied"
)]
#[inline(always)]
#[must_use]
pub(crate) fn try_parse_pair<'k, P: Pair<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Option<P> {
    if !may_match(const { &prefilter::<P::Sk>() }, sk)
        || !may_match(const { &prefilter::<P::Pk>() }, pk)
    {
        return None;
    }
    let sk = P::parse_sk(sk).ok()?;
    P::join(P::Pk::from_texts(pk).ok()?, sk).ok()
}

#[inline]
fn may_match(prefilter: &Prefilter, texts: &[&str]) -> bool {
    match texts {
        [text] => prefilter.may_match(text),
        _ => true,
    }
}

/// What all texts of a key of one attribute start with.
const fn prefix<'k, K: KeyTexts<'k>>() -> &'static str {
    match patterns::<K>() {
        [pattern] => pattern.prefix(),
        _ => "",
    }
}

/// What all texts of a key of one attribute have in common.
const fn prefilter<'k, K: KeyTexts<'k>>() -> Prefilter {
    match patterns::<K>() {
        [pattern] => Prefilter::of(pattern),
        _ => Prefilter::ANY,
    }
}

const fn patterns<'k, K: KeyTexts<'k>>() -> &'static [Pattern] {
    <K::Size as crate::key::Patterns<'k, K>>::PATTERNS
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
    let found = literals_found(patterns::<P::Pk>(), pk) + literals_found(patterns::<P::Sk>(), sk);
    let (pk, sk) = (P::Pk::from_texts(pk), P::parse_sk(sk));
    match (pk, sk) {
        (Ok(pk), Ok(sk)) => (P::join(pk, sk).err(), found + 2),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => (Some(error), found + 1),
        (Err(error), Err(_)) => (Some(error), found),
    }
}
