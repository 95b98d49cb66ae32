//! The key that an item is under: a key that is written, or a legacy key.

use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::nearest::{Nearest, Prefixes, try_parse_pair};
use super::pair::{OfTable, Pair};
use super::primary::{KeyVisitor, Visit};
use super::schema::{Alternative, IndexList, Indexes, KeySchema};
use super::{KeyPair, Keys, PrimaryKey, Texts, parse};
use crate::error::{KeyError, ParseError};

/// The primary key that an item is under, for generic code: [`DdbKeys::AnyKey`](crate::DdbKeys::AnyKey).
///
/// The primary key of an entity is one, and so is each legacy key. If an entity has several primary keys, it is a
/// generated enum:
///
/// ```
/// use ddbkey::key::AnyKey;
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER2", "{number:08}")]
/// #[was("v1", sk = ("ORDER", "{number:05}"))]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let ShopKey::Order(key) = Shop::parse_key("USER#u1", "ORDER#00007")?;
/// assert_eq!(key, OrderAnyKey::V1(OrderV1 { user_id: "u1", number: 7 }));
/// assert_eq!(key.former_name(), Some("v1"));
/// # Ok::<(), ddbkey::ParseError>(())
/// ```
///
/// This trait is sealed: generated code implements it.
pub trait AnyKey<'k>: PrimaryKey<'k> {
    /// The plain key, declared by `#[pk]` and `#[sk]`.
    #[doc(hidden)]
    const PLAIN: &'static KeySchema;

    /// The other keys.
    #[doc(hidden)]
    const OTHERS: Option<&'static IndexList>;

    /// The start of the strings of each key.
    #[doc(hidden)]
    const PREFIXES: &'static [Prefixes];

    /// Returns the name of the legacy key, or `None` for a key that is written.
    fn former_name(&self) -> Option<&'static str> {
        self.alternative().and_then(Alternative::former_name)
    }

    /// The alternative or legacy key, or `None` for the plain key.
    #[doc(hidden)]
    fn alternative(&self) -> Option<Alternative> {
        self.clone().visit(WhichKey)
    }

    /// Parses the strings as any of the keys. The error is that of the nearest key.
    #[doc(hidden)]
    fn parse_nearest(pk: &[&'k str], sk: &[&'k str]) -> Result<Self, ParseError> {
        Self::try_parse(pk, sk).ok_or_else(|| Self::nearest(Nearest::of(""), pk, sk).into_error())
    }

    /// Parses the strings as any of the keys, or returns `None`.
    #[doc(hidden)]
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self>;

    /// Collects the errors of the strings as each of the keys.
    #[doc(hidden)]
    #[must_use]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest;
}

#[diagnostic::do_not_recommend]
impl<'k, P: Pair<'k, Of = OfTable>> Visit<'k> for P {
    #[inline]
    fn visit<V: KeyVisitor<'k>>(self, visitor: V) -> V::Output {
        visitor.key("", self)
    }
}

#[diagnostic::do_not_recommend]
impl<'k, P: Pair<'k, Of = OfTable>> AnyKey<'k> for P {
    const PLAIN: &'static KeySchema = P::SCHEMA;

    const OTHERS: Option<&'static IndexList> = None;

    const PREFIXES: &'static [Prefixes] = &[Prefixes::of::<P>()];

    #[inline]
    fn parse_nearest(pk: &[&'k str], sk: &[&'k str]) -> Result<Self, ParseError> {
        parse::pair(pk, sk)
    }

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

struct WhichKey;

impl<'k> KeyVisitor<'k> for WhichKey {
    type Output = Option<Alternative>;

    fn key<P: Pair<'k>>(self, _: &'static str, _: P) -> Option<Alternative> {
        <P as KeyPair<'k>>::SCHEMA.alternative
    }
}

struct Debugged<'f, 'a>(&'f mut fmt::Formatter<'a>);

impl<'k> KeyVisitor<'k> for Debugged<'_, '_> {
    type Output = fmt::Result;

    fn key<P: Pair<'k>>(self, name: &'static str, key: P) -> fmt::Result {
        self.0.debug_tuple(name).field(&key).finish()
    }
}

struct Hashed<'h, H>(&'h mut H);

impl<'k, H: Hasher> KeyVisitor<'k> for Hashed<'_, H> {
    type Output = ();

    fn key<P: Pair<'k>>(self, name: &'static str, key: P) {
        (name, key).hash(self.0);
    }
}

/// The keys besides the plain one. It is a call, since the compiler evaluates a constant that names another constant
/// where it is declared.
#[must_use]
pub const fn others<L: Indexes>() -> Option<&'static IndexList> {
    L::LIST
}

/// The plain key, for the same reason.
#[must_use]
pub const fn plain<'k, P: Pair<'k>>() -> &'static KeySchema {
    P::SCHEMA
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

/// Parses the strings as a key of one kind, and wraps it as a key of any kind.
pub fn try_parse_as<'k, P: Pair<'k, Of = OfTable>, K>(
    pk: &[&'k str],
    sk: &[&'k str],
    any: fn(P) -> K,
) -> Option<K> {
    P::try_parse(pk, sk).map(any)
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
