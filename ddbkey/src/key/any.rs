//! The key that an item is under: a key that is written, or a legacy key.

use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::nearest::{Nearest, try_parse_pair};
use super::pair::{GeneratedKey, OfTable};
use super::primary::{KeyVisitor, Visit};
use super::{KeyPair, Keys, PrimaryKey, Texts, parse};
use crate::declaration::{Alternative, KeySchema};
use crate::error::{KeyError, ParseError};

/// The primary key that an item is under: the type [`DdbKeys::AnyKey`](crate::DdbKeys::AnyKey).
///
/// The primary key of an entity is one, and so is each legacy key. If an entity has several primary keys, it is a
/// generated enum.
#[doc(hidden)]
pub trait AnyKey<'k>: Visit<'k> {
    /// The plain key, declared by `#[pk]` and `#[sk]`.
    const PLAIN: &'static KeySchema;

    /// The other keys.
    const OTHERS: &'static [&'static KeySchema];

    /// Parses the strings as any of the keys, or returns `None`.
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self>;

    /// Collects the errors of the strings as each of the keys.
    #[must_use]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest;
}

#[diagnostic::do_not_recommend]
impl<'k, P: GeneratedKey<'k, Of = OfTable>> Visit<'k> for P {
    #[inline]
    fn visit<V: KeyVisitor<'k>>(self, visitor: V) -> V::Output {
        visitor.key("", self)
    }

    #[inline]
    fn parse_any(pk: &[&'k str], sk: &[&'k str]) -> Result<Self, ParseError> {
        parse::pair(pk, sk)
    }
}

#[diagnostic::do_not_recommend]
impl<'k, P: GeneratedKey<'k, Of = OfTable>> AnyKey<'k> for P {
    const PLAIN: &'static KeySchema = P::SCHEMA;

    const OTHERS: &'static [&'static KeySchema] = &[];

    #[expect(
        clippy::inline_always,
        reason = "called once for each entity, and its result is not copied"
    )]
    #[inline(always)]
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self> {
        try_parse_pair(pk, sk)
    }

    #[cold]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest {
        nearest.or_pair::<P>(pk, sk)
    }
}

pub(super) struct WhichKey;

impl<'k> KeyVisitor<'k> for WhichKey {
    type Output = Option<Alternative>;

    fn key<P: GeneratedKey<'k>>(self, _: &'static str, _: P) -> Option<Alternative> {
        <P as KeyPair<'k>>::SCHEMA.alternative
    }
}

struct Debugged<'f, 'a>(&'f mut fmt::Formatter<'a>);

impl<'k> KeyVisitor<'k> for Debugged<'_, '_> {
    type Output = fmt::Result;

    fn key<P: GeneratedKey<'k>>(self, name: &'static str, key: P) -> fmt::Result {
        self.0.debug_tuple(name).field(&key).finish()
    }
}

struct Hashed<'h, H>(&'h mut H);

impl<'k, H: Hasher> KeyVisitor<'k> for Hashed<'_, H> {
    type Output = ();

    fn key<P: GeneratedKey<'k>>(self, name: &'static str, key: P) {
        (name, key).hash(self.0);
    }
}

/// Parses the strings as any of the keys. The error describes the nearest key.
///
/// # Errors
///
/// Returns [`ParseError`] if the strings fit no key.
pub fn parse_any<'k, K: AnyKey<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Result<K, ParseError> {
    K::try_parse(pk, sk).ok_or_else(|| K::nearest(Nearest::of(""), pk, sk).into_error())
}

/// `pk`.
#[doc(hidden)]
pub fn pk<'k>(key: impl AnyKey<'k>) -> Result<String, KeyError> {
    PrimaryKey::pk(key)
}

/// `sk`.
#[doc(hidden)]
pub fn sk<'k>(key: impl AnyKey<'k>) -> Result<String, KeyError> {
    // The method exists only if the keys have a sort key.
    Ok(PrimaryKey::sk(key)?.unwrap_or_default())
}

/// `Debug`.
#[doc(hidden)]
pub fn debug_any<'k>(key: &impl AnyKey<'k>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    key.clone().visit(Debugged(f))
}

/// `Hash`.
pub fn hash_any<'k, H: Hasher>(key: &impl AnyKey<'k>, state: &mut H) {
    key.clone().visit(Hashed(state));
}

/// `keys`.
#[doc(hidden)]
pub fn keys<'k>(key: impl AnyKey<'k>) -> Result<Keys, KeyError> {
    PrimaryKey::keys(key)
}

/// `parse`.
#[doc(hidden)]
pub fn parse<'k, K: AnyKey<'k>>(pk: impl Texts<'k>, sk: impl Texts<'k>) -> Result<K, ParseError> {
    PrimaryKey::parse_texts(pk, sk)
}
