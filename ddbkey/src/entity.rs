//! The trait of entities.

use alloc::string::String;
#[cfg(feature = "aws-sdk")]
use std::collections::HashMap;

#[cfg(feature = "aws-sdk")]
use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(feature = "aws-sdk")]
use crate::client::ItemError;
use crate::error::{KeyError, ParseError};
use crate::key::{KeyPair, KeyText, Keys, SortKey};
use crate::query::Query;
use crate::schema::EntitySchema;

/// A struct with keys. [Derive it](macro@crate::DdbKeys).
///
/// ```
/// use ddbkey::DdbKeys;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// /// Generic code asks for the trait.
/// fn partition_of(item: &impl DdbKeys) -> Result<String, ddbkey::KeyError> {
///     item.pk()
/// }
///
/// let order = Order { user_id: "u1".into(), id: "7".into() };
/// assert_eq!(partition_of(&order)?, "USER#u1");
/// assert_eq!(order.sk()?, "ORDER#7");
/// assert_eq!(Order::SCHEMA.pk.to_string(), "USER#{user_id}");
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "not an entity",
    note = "declare them on the struct: `#[derive(DdbKeys)]` and `#[pk(\"TEXT\", field)]`"
)]
pub trait DdbKeys: Sized {
    /// The parts of the partition key.
    type Pk<'k>: KeyText<'k>;
    /// The parts of the sort key, [`NoSortKey`](crate::NoSortKey) where there is none.
    type Sk<'k>: SortKey<'k>;
    /// The parts of the primary key.
    type Key<'k>: KeyPair<'k, Pk = Self::Pk<'k>, Sk = Self::Sk<'k>>;

    /// A query of the entity in one partition, before any part is given.
    type Query: From<Query>;

    /// The declaration.
    const SCHEMA: &'static EntitySchema;

    /// The primary key, borrowed.
    fn key(&self) -> Self::Key<'_>;

    /// Every key attribute to write, those of indexes too: in a stable order, none twice. A sparse
    /// index that the item is not in has none.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key longer than DynamoDB takes.
    #[inline]
    fn keys(&self) -> Result<Keys, KeyError> {
        self.key().key_texts()
    }

    /// The text of the partition key.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key of more than 2048 bytes.
    #[inline]
    fn pk(&self) -> Result<String, KeyError> {
        self.key().split().0.build_text()
    }

    /// The text of the sort key.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key of more than 1024 bytes.
    #[inline]
    fn sk<'k>(&'k self) -> Result<String, KeyError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        self.key().split().1.build_text()
    }

    /// Parses a partition key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Any text that [`pk`](Self::pk) does not yield.
    #[inline]
    fn parse_pk(text: &str) -> Result<Self::Pk<'_>, ParseError> {
        Self::Pk::parse_text(text)
    }

    /// Parses a sort key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Any text that [`sk`](Self::sk) does not yield.
    #[inline]
    fn parse_sk<'k>(text: &'k str) -> Result<Self::Sk<'k>, ParseError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        Self::Sk::parse_text(text)
    }

    /// Parses both keys, borrowing from them.
    ///
    /// # Errors
    ///
    /// As for one key, or [`ParseError::Mismatch`] if a field that stands in both differs.
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: &'k str) -> Result<Self::Key<'k>, ParseError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        Self::Key::parse_texts(pk, Some(sk))
    }

    /// A query of the entity in one partition. Its methods add part by part of the sort key.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// let all = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// assert!(all.matches("USER#u1", "ORDER#7") && !all.matches("USER#u1", "PROFILE"));
    /// let some = Order::query(OrderPk { user_id: "u1" }).id_in("1".."2").build()?;
    /// assert!(some.matches("USER#u1", "ORDER#17") && !some.matches("USER#u1", "ORDER#2"));
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    #[inline]
    fn query<'k>(pk: Self::Pk<'k>) -> Self::Query {
        Query::of::<Self::Key<'k>>(pk).into()
    }

    /// The entity as an item: its fields, and every key attribute beside them. See [`Item`](crate::Item).
    ///
    /// # Errors
    ///
    /// A key that cannot be built, a field with the name of a key attribute and another text, or what
    /// `serde_dynamo` finds.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn to_item(&self) -> Result<HashMap<String, AttributeValue>, ItemError>
    where
        Self: serde::Serialize,
    {
        crate::client::to_item(self)
    }

    /// The entity of an item, whose stored keys are those that its fields build.
    ///
    /// # Errors
    ///
    /// Other keys than the fields build, or what `serde_dynamo` finds.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn from_item(item: HashMap<String, AttributeValue>) -> Result<Self, ItemError>
    where
        Self: for<'de> serde::Deserialize<'de>,
    {
        crate::client::from_item(item)
    }
}

/// An entity of a table: every type with [`DdbKeys`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "not an entity",
    note = "declare them on the struct: `#[derive(DdbKeys)]` and `#[pk(\"TEXT\", field)]`"
)]
pub trait Entity {
    /// The declaration.
    const SCHEMA: &'static EntitySchema;
}

#[diagnostic::do_not_recommend]
impl<T: DdbKeys> Entity for T {
    const SCHEMA: &'static EntitySchema = T::SCHEMA;
}

/// A borrowed entity has the keys of the entity.
#[diagnostic::do_not_recommend]
impl<T: DdbKeys> DdbKeys for &T {
    type Pk<'k> = T::Pk<'k>;
    type Sk<'k> = T::Sk<'k>;
    type Key<'k> = T::Key<'k>;
    type Query = T::Query;

    const SCHEMA: &'static EntitySchema = T::SCHEMA;

    fn key(&self) -> Self::Key<'_> {
        T::key(self)
    }

    fn keys(&self) -> Result<Keys, KeyError> {
        T::keys(self)
    }
}
