//! Tables: the names that their entities share, the entities that they hold, and which of these a key
//! belongs to.

mod companions;
mod dispatch;
mod entities;
mod schema;

pub use companions::{AlsoReturned, IndexField};
pub use dispatch::Candidates;
pub use entities::{Each, Functions, FunctionsFor, Variant};
pub use schema::{TableKey, TableSchema, VERSION};

use crate::entity::EntitySchema;
use crate::error::{KeyError, ParseError};
use crate::key::primary::TableKind;
use crate::key::{Keyed, Keys, MemberOf, PrimaryKey, Texts};
use crate::layout::TableLayout;

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
///
/// `SCHEMA`, `keys` and `parse_key` are on the enum itself too, and documented there. Generic code has them of the trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table of entities",
    label = "not a table",
    note = "derive it on an enum: `#[derive(DdbTable)] enum Shop {{ User(User) }}`"
)]
pub trait DdbTable: TableLayout + Keyed<Kind = TableKind> + MemberOf<Self> {
    /// Describes the entities.
    #[doc(hidden)]
    const SCHEMA: &'static TableSchema;

    /// Returns every key attribute to write, those of indexes included.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if a key is
    /// longer than DynamoDB allows: also where another entity alone declares the index that has the attribute
    /// as its sort key. The entity itself knows of those with `#[ddb(table = …)]`.
    #[doc(hidden)]
    fn keys(&self) -> Result<Keys, KeyError>;

    /// The place of this entity among those of the table.
    #[doc(hidden)]
    fn place(&self) -> usize;

    /// The place of the entity that has this key.
    #[doc(hidden)]
    fn place_of(key: &Self::Key<'_>) -> usize;

    /// Returns the schema of this entity.
    fn entity(&self) -> &'static EntitySchema {
        Self::SCHEMA.entities()[self.place()]
    }

    /// Returns the primary key, borrowed from the entity: its current key.
    #[doc(hidden)]
    fn key(&self) -> Self::Key<'_>;

    /// Parses the keys of any entity, borrowing from them. For a table without a sort key, `sk` is `None`.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the texts are the keys of no entity. It names the entity
    /// that came nearest, and what was wrong with its key.
    #[doc(hidden)]
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: impl Texts<'k>) -> Result<Self::Key<'k>, ParseError> {
        PrimaryKey::parse_texts(pk, sk)
    }

    /// Parses keys that are at hand by the names of their attributes, borrowing from them.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { User(User) }
    ///
    /// let keys = User { user_id: "u1".into() }.keys()?;
    /// let ShopKey::User(UserKey { user_id }) = Shop::parse_keys(&keys)?;
    /// assert_eq!(user_id, "u1");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the keys are those of no entity, or those of another table.
    fn parse_keys(keys: &Keys) -> Result<Self::Key<'_>, ParseError> {
        let text = |(name, kind)| match keys.borrowed(name)? {
            (own, text) if own == kind => Some(text),
            _ => None,
        };
        let (pk, sk) = Self::SCHEMA.key_names();
        Self::Key::parse_any(text(pk).as_slice(), sk.and_then(text).as_slice())
    }
}
