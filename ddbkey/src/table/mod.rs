//! Tables: the names that their entities share, which entities they hold, and the proof that no key
//! is one of two.

mod attributes;
mod layout;
mod picture;
mod schema;

pub use layout::{IndexLayout, Layout, Table};
pub use picture::{Markdown, Mermaid};
pub use schema::{Companion, TableIndex, TableSchema};

use crate::error::{KeyError, ParseError};
use crate::key::{KeyPair, KeyText, Keys, SortKey};
use crate::pattern::Outline;

/// An enum of the entities of a table. [Derive it](macro@crate::DdbTable).
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// #[derive(DdbTable)]
/// enum Shop { User(User), Order(Order) }
///
/// match Shop::parse_key("USER#u1", "ORDER#7")? {
///     ShopKey::Order(OrderKey { user_id, id }) => assert_eq!((user_id, id), ("u1", "7")),
///     ShopKey::User(_) => unreachable!(),
/// }
/// # Ok::<(), ddbkey::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table of entities",
    label = "not a table",
    note = "derive it on an enum: `#[derive(DdbTable)] enum Shop {{ User(User) }}`"
)]
pub trait DdbTable: Table + Sized {
    /// The primary key of one of the entities.
    type Key<'k>;

    /// The entities.
    const SCHEMA: &'static TableSchema;

    /// Every key attribute to write, those of indexes too.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key longer than DynamoDB takes.
    fn keys(&self) -> Result<Keys, KeyError>;

    /// Parses the keys of any entity, borrowing from them. For a table without a sort key, `sk` is
    /// `None`.
    ///
    /// # Errors
    ///
    /// [`ParseError::UnknownEntity`].
    fn parse_texts<'k>(pk: &'k str, sk: Option<&'k str>) -> Result<Self::Key<'k>, ParseError>;

    /// Parses the keys of any entity, borrowing from them.
    ///
    /// # Errors
    ///
    /// [`ParseError::UnknownEntity`].
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: &'k str) -> Result<Self::Key<'k>, ParseError> {
        Self::parse_texts(pk, Some(sk))
    }
}

/// The key of this entity, if the texts are one: first what costs least, length and prefix; then
/// the sort key, which tells more entities apart than the partition key.
#[doc(hidden)]
#[expect(clippy::inline_always, reason = "a few comparisons with constants")]
#[inline(always)]
#[must_use]
pub fn try_parse<'k, P: KeyPair<'k>>(pk: &'k str, sk: Option<&'k str>) -> Option<P> {
    let outline = const { Outline::of(P::Sk::OPTIONAL_PATTERN) };
    if !sk.is_none_or(|sk| outline.may_be(sk)) {
        return None;
    }
    let outline = const { Outline::of(Some(P::Pk::PATTERN)) };
    if outline.may_be(pk) { parse_candidate(pk, sk) } else { None }
}

/// Not inlined: most entities do not come so far.
#[inline(never)]
fn parse_candidate<'k, P: KeyPair<'k>>(pk: &'k str, sk: Option<&'k str>) -> Option<P> {
    if const { Outline::of(P::Sk::OPTIONAL_PATTERN).has_more() }
        && let (Some(pattern), Some(sk)) = (P::Sk::OPTIONAL_PATTERN, sk)
        && !pattern.has_literals(sk)
    {
        return None;
    }
    let sk = P::Sk::parse_optional(sk).ok()?;
    P::join(P::Pk::parse_text(pk).ok()?, sk).ok()
}

/// No entity of the table has these keys.
#[doc(hidden)]
#[must_use]
pub const fn unknown_entity(table: &'static str) -> ParseError {
    ParseError::UnknownEntity { table }
}
