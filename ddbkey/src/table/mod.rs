//! Tables: the names that their entities share, the entities themselves, and which entity a key
//! belongs to.

mod entities;

pub use entities::{Each, Functions, FunctionsFor, Holds};

use crate::declaration::{EntitySchema, TableLayout, TableSchema};
use crate::error::{KeyError, ParseError};
use crate::key::primary::{TableKind, Visit as _};
use crate::key::{Keyed, Keys, MemberOf, PrimaryKey, Texts};

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
/// `SCHEMA`, `keys` and `parse_key` are also on the enum itself, and documented there. Generic code uses the trait's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table of entities",
    label = "not a table",
    note = "derive it on an enum: `#[derive(DdbTable)] enum Shop {{ User(User) }}`"
)]
pub trait DdbTable: TableLayout + Keyed<Kind = TableKind> + MemberOf<Self> {
    /// Describes the entities.
    #[doc(hidden)]
    const SCHEMA: &'static TableSchema;

    /// Returns every key attribute to write, including the attributes of indexes.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if a key is
    /// longer than DynamoDB allows. The limits include indexes that only another entity declares and that use the attribute
    /// as their sort key. The entity itself only knows those with `#[ddb(table = …)]`.
    #[doc(hidden)]
    fn keys(&self) -> Result<Keys, KeyError>;

    /// Returns the position of this entity in the table.
    #[doc(hidden)]
    fn place(&self) -> usize;

    /// Returns the position of the entity with this key.
    #[doc(hidden)]
    fn place_of(key: &Self::Key<'_>) -> usize;

    /// Returns the schema of this entity.
    fn schema_of(&self) -> &'static EntitySchema {
        Self::SCHEMA.entities()[self.place()]
    }

    /// Returns the primary key, borrowed from the entity: its current key.
    #[doc(hidden)]
    fn key(&self) -> Self::Key<'_>;

    /// Parses the keys of any entity, borrowing from them. For a table without a sort key, `sk` is `None`.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if no entity has these keys. It names the nearest entity,
    /// and what is wrong with its key.
    #[doc(hidden)]
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: impl Texts<'k>) -> Result<Self::Key<'k>, ParseError> {
        PrimaryKey::parse_texts(pk, sk)
    }

    /// Parses existing [`Keys`] by the names of their attributes, borrowing from them.
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
    /// Returns [`ParseError`] if the keys belong to no entity, or to another table.
    fn parse_keys(keys: &Keys) -> Result<Self::Key<'_>, ParseError> {
        let text = |(name, kind)| match keys.borrowed(name)? {
            (own, text) if own == kind => Some(text),
            _ => None,
        };
        let (pk, sk) = Self::SCHEMA.key_names();
        Self::Key::parse_any(text(pk).as_slice(), sk.and_then(text).as_slice())
    }
}
