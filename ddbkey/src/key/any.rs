//! The key that an item is under: the one of today, or a former one.

use core::fmt::Debug;
use core::hash::Hash;

use super::pair::Pair;
use super::{KeyPair, Keys, Texts};
use crate::entity::IndexList;
use crate::error::{KeyError, ParseError};
use crate::table::{Nearest, Prefixes};

/// The primary key that an item is under, for generic code: [`DdbKeys::AnyKey`](crate::DdbKeys::AnyKey).
///
/// Every [`KeyPair`] is one. Of an entity with former keys it is a generated enum:
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
    fn former_name(self) -> Option<&'static str>;

    /// The keys by attribute name.
    #[doc(hidden)]
    fn into_keys(self) -> Result<Keys, KeyError>;

    /// The key, if the texts are one.
    #[doc(hidden)]
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self>;

    /// What is wrong with the texts as each of the keys.
    #[doc(hidden)]
    #[must_use]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest;
}

#[diagnostic::do_not_recommend]
impl<'k, P: Pair<'k>> AnyKey<'k> for P {
    const FORMER: Option<&'static IndexList> = None;

    const PREFIXES: &'static [Prefixes] = &[Prefixes::of::<P>()];

    fn former_name(self) -> Option<&'static str> {
        <P as KeyPair<'k>>::SCHEMA.former
    }

    fn into_keys(self) -> Result<Keys, KeyError> {
        KeyPair::keys(self)
    }

    #[expect(
        clippy::inline_always,
        reason = "called once for each entity, and its result is not copied"
    )]
    #[inline(always)]
    fn try_parse(pk: &[&'k str], sk: &[&'k str]) -> Option<Self> {
        crate::table::try_parse_pair(pk, sk)
    }

    #[cold]
    fn nearest(nearest: Nearest, pk: &[&'k str], sk: &[&'k str]) -> Nearest {
        nearest.or_pair::<P>(pk, sk)
    }
}

/// The key that both texts are. The error is that of the key which comes nearest.
///
/// # Errors
///
/// Returns [`ParseError`] if they are none.
pub fn parse_any<'k, K: AnyKey<'k>>(
    pk: impl Texts<'k>,
    sk: impl Texts<'k>,
) -> Result<K, ParseError> {
    pk.with(|pk| sk.with(|sk| parse_texts(pk, sk)))
}

fn parse_texts<'k, K: AnyKey<'k>>(pk: &[&'k str], sk: &[&'k str]) -> Result<K, ParseError> {
    K::try_parse(pk, sk).ok_or_else(|| K::nearest(Nearest::of(""), pk, sk).into_error())
}
