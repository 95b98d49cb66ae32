//! The bodies of key methods, as functions. A call of a function with one bound costs the user's build less than a call
//! of a trait method, and an entity with an index makes twenty of them: 1.5 % of `cargo check`.

use alloc::string::String;

use super::build;
use super::declare::{Declare, pattern};
use super::pair::{GeneratedKey, Texts};
use super::parse::KeyReader;
use super::{Collect as _, KeyPair, KeyTexts, Keys, KeysCollector};
use crate::error::{KeyError, ParseError};

/// `build` of a key of one attribute.
#[inline]
pub fn build<'k, K: Declare<'k>>(key: &K) -> Result<String, KeyError> {
    let () = const { K::CHECKED };
    build::build(const { pattern::<K>() }, key)
}

/// The same in code that is also compiled for keys of several attributes and of none, but never runs for them.
#[inline]
pub(crate) fn build_first<'k, K: Declare<'k>>(key: &K) -> Result<String, KeyError> {
    let () = const { K::CHECKED };
    build::build(&K::PATTERNS[0], key)
}

/// The string of a key of one attribute, or `None` for a key without attributes.
#[inline]
pub(super) fn build_one<'k, K: Declare<'k>>(key: &K) -> Result<Option<String>, KeyError> {
    let () = const { K::CHECKED };
    match K::PATTERNS {
        [pattern] => build::build(pattern, key).map(Some),
        _ => Ok(None),
    }
}

/// `build_into` of a key of one attribute.
#[inline]
pub fn build_into<'k, K: Declare<'k>>(key: &K, out: &mut String) -> Result<(), KeyError> {
    let () = const { K::CHECKED };
    build::append(const { pattern::<K>() }, key, out)
}

/// `texts` of a key of any number of attributes.
pub(super) fn texts<'k, K: Declare<'k>>(key: &K) -> Result<K::Strings, KeyError> {
    let () = const { K::CHECKED };
    build::build_all(K::PATTERNS, key)
}

/// `parse` of a key of one attribute.
#[inline]
pub fn parse<'k, K: KeyTexts<'k>>(text: &'k str) -> Result<K, ParseError> {
    let () = const { K::CHECKED };
    K::take(&mut KeyReader::<K>::new(text)?)
}

/// `pk` of a pair whose partition key has one attribute.
#[inline]
pub fn pk<'k, P: GeneratedKey<'k>>(pair: P) -> Result<String, KeyError> {
    build(&pair.split().0)
}

/// `sk` of a pair whose sort key has one attribute.
#[inline]
pub fn sk<'k, P: GeneratedKey<'k>>(pair: P) -> Result<String, KeyError> {
    build(&pair.split().1)
}

/// `keys` of a pair.
#[inline]
pub fn keys<'k, P: GeneratedKey<'k>>(pair: P) -> Result<Keys, KeyError> {
    KeyPair::keys(pair)
}

/// Returns the keys of an index and of the table. An attribute that both have comes from the table.
pub fn keys_beside<'k, P: GeneratedKey<'k>>(table: &Keys, pair: P) -> Result<Keys, KeyError> {
    let mut keys = KeysCollector::after(table);
    keys.index(pair);
    keys.finish()
}

/// `parse` of a pair.
#[inline]
pub fn parse_pair<'k, P: GeneratedKey<'k>>(
    pk: impl Texts<'k>,
    sk: impl Texts<'k>,
) -> Result<P, ParseError> {
    KeyPair::parse_texts(pk, sk)
}
