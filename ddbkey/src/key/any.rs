//! The key that an item is under: the one of today, or a former one.

use alloc::string::String;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};

use super::nearest::{Nearest, Prefixes, try_parse_pair};
use super::pair::{OfTable, Pair};
use super::schema::{IndexList, Indexes};
use super::{KeyPair, Keys, Texts, methods};
use crate::error::{KeyError, ParseError};

/// The primary key that an item is under, for generic code: [`DdbKeys::AnyKey`](crate::DdbKeys::AnyKey).
///
/// The primary key of an entity is one, and so is each former key. Of an entity with former keys it is a generated enum:
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
pub trait AnyKey<'k>: Copy + Debug + Eq + Hash + Send + Sync {
    /// The former keys.
    #[doc(hidden)]
    const FORMER: Option<&'static IndexList>;

    /// What the texts of each key start with.
    #[doc(hidden)]
    const PREFIXES: &'static [Prefixes];

    /// Returns the name of the former key that it is, or `None` for the key of today.
    fn former_name(self) -> Option<&'static str> {
        self.visit(FormerName)
    }

    /// Hands the key over that it is.
    #[doc(hidden)]
    fn visit<V: KeyVisitor<'k>>(self, visitor: V) -> V::Output;

    /// The keys by attribute name.
    #[doc(hidden)]
    fn into_keys(self) -> Result<Keys, KeyError> {
        self.visit(IntoKeys)
    }

    /// The key, if the texts are one.
    #[doc(hidden)]
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self>;

    /// What is wrong with the texts as each of the keys.
    #[doc(hidden)]
    #[must_use]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest;
}

#[diagnostic::do_not_recommend]
impl<'k, P: Pair<'k, Of = OfTable>> AnyKey<'k> for P {
    const FORMER: Option<&'static IndexList> = None;

    const PREFIXES: &'static [Prefixes] = &[Prefixes::of::<P>()];

    fn visit<V: KeyVisitor<'k>>(self, visitor: V) -> V::Output {
        visitor.key("", self)
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

/// A primary key that a request can take: `OrderKey`, a former key, `OrderAnyKey`, or a table's `ShopKey`.
///
/// This trait is sealed: generated code implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the primary key of an item",
    label = "not a primary key",
    note = "a request takes the key of the table: `OrderKey {{ … }}`, a former key, or what `key_of` returns"
)]
pub trait PrimaryKey: Copy {
    #[doc(hidden)]
    fn primary_keys(self) -> Result<Keys, KeyError>;
}

#[diagnostic::do_not_recommend]
impl<'k, K: AnyKey<'k>> PrimaryKey for K {
    fn primary_keys(self) -> Result<Keys, KeyError> {
        self.into_keys()
    }
}

/// What is done with a key, whichever it is. It comes with the name of its variant.
#[doc(hidden)]
pub trait KeyVisitor<'k> {
    type Output;

    fn key<P: Pair<'k>>(self, name: &'static str, key: P) -> Self::Output;
}

macro_rules! visitors {
    ($($visitor:ident -> $output:ty: |$key:ident: $pair:ident| $body:expr;)*) => {$(
        struct $visitor;

        impl<'k> KeyVisitor<'k> for $visitor {
            type Output = $output;

            fn key<$pair: Pair<'k>>(self, _: &'static str, $key: $pair) -> $output {
                $body
            }
        }
    )*};
}

visitors! {
    FormerName -> Option<&'static str>: |_key: P| <P as KeyPair<'k>>::SCHEMA.former;
    IntoKeys -> Result<Keys, KeyError>: |key: P| KeyPair::keys(key);
    PkText -> Result<String, KeyError>: |key: P| methods::pk(key);
    SkText -> Result<String, KeyError>: |key: P| methods::sk(key);
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

/// The former keys: by a call, since the compiler evaluates a constant that names another where it is declared.
#[must_use]
pub const fn former<L: Indexes>() -> Option<&'static IndexList> {
    L::LIST
}

/// `pk`.
#[doc(hidden)]
pub fn pk<'k>(key: impl AnyKey<'k>) -> Result<String, KeyError> {
    key.visit(PkText)
}

/// `sk`.
#[doc(hidden)]
pub fn sk<'k>(key: impl AnyKey<'k>) -> Result<String, KeyError> {
    key.visit(SkText)
}

/// `Debug`.
#[doc(hidden)]
pub fn debug_any<'k>(key: impl AnyKey<'k>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    key.visit(Debugged(f))
}

/// `Hash`.
pub fn hash_any<'k, H: Hasher>(key: impl AnyKey<'k>, state: &mut H) {
    key.visit(Hashed(state));
}

/// The key of one kind as a key of any, if the texts are one.
pub fn try_parse_as<'k, P: Pair<'k, Of = OfTable>, K>(
    pk: &[&'k str],
    sk: &[&'k str],
    any: fn(P) -> K,
) -> Option<K> {
    P::try_parse(pk, sk).map(any)
}

/// The key that both texts are. The error is that of the key which comes nearest.
#[doc(hidden)]
pub fn parse_any<'k, K: AnyKey<'k>>(
    pk: impl Texts<'k>,
    sk: impl Texts<'k>,
) -> Result<K, ParseError> {
    pk.with(|pk| sk.with(|sk| parse_texts(pk, sk)))
}

fn parse_texts<'k, K: AnyKey<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Result<K, ParseError> {
    K::try_parse(pk, sk).ok_or_else(|| K::nearest(Nearest::of(""), pk, sk).into_error())
}
