//! Tables: the names that their entities share, the entities that they hold, and which of these a key
//! belongs to.

mod companions;
mod dispatch;
mod schema;

pub use companions::{AlsoReturned, IndexField};
pub use dispatch::Candidates;
#[cfg(any(feature = "aws-sdk", feature = "tools"))]
pub(crate) use schema::TableKey;
pub use schema::TableSchema;
#[cfg(feature = "tools")]
pub(crate) use schema::VERSION;

use alloc::borrow::Cow;
#[cfg(feature = "aws-sdk")]
use alloc::vec::Vec;

#[cfg(feature = "lambda")]
use aws_lambda_events::dynamodb::EventRecord;
#[cfg(feature = "aws-sdk")]
use aws_sdk_dynamodb::operation::query::QueryOutput;

#[cfg(feature = "aws-sdk")]
use crate::aws::{self, Fault, ItemAttributes, ItemUpdate, Page, Rekey, TableItems};
use crate::entity::EntitySchema;
use crate::error::{KeyError, ParseError};
use crate::item::{self, ItemError};
use crate::key::{KeyAttributes, KeyValue, Keyed, Keys, PrimaryKey, Texts};
use crate::layout::TableLayout;
#[cfg(feature = "aws-sdk")]
use crate::query::KeyCondition;
#[cfg(feature = "lambda")]
use crate::stream::{self, Change};

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
pub trait DdbTable: TableLayout + Keyed {
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

    /// Returns the schema of this entity.
    fn entity(&self) -> &'static EntitySchema;

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

    /// Parses the keys of an item, borrowing from it.
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
    /// let ShopKey::User(UserKey { user_id }) = Shop::key_of(&keys)?;
    /// assert_eq!(user_id, "u1");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError::Attribute`] if a key attribute is missing or of the wrong type, and
    /// [`ItemError::Unknown`] if the keys are those of no entity.
    fn key_of(item: &impl KeyAttributes) -> Result<Self::Key<'_>, ItemError> {
        let schema = Self::SCHEMA;
        let text = |(name, expected)| match item::stored(item, name, expected) {
            Ok(KeyValue::S(Cow::Borrowed(text)) | KeyValue::N(Cow::Borrowed(text))) => Ok(text),
            Ok(_) => unreachable!("values are borrowed"),
            Err(kind) => Err(ItemError::Attribute { entity: schema.name(), name, kind }),
        };
        let (pk, sk) = schema.key_names();
        let (pk, sk) = (text(pk)?, sk.map(text).transpose()?);
        Self::Key::parse_any(&[pk], sk.as_slice()).map_err(ItemError::Unknown)
    }

    /// Returns the entity whose key an item has, the SDK's map or a `serde_dynamo::Item`.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the item is one of no entity, or as the entity's own
    /// [`from_item`](crate::DdbKeys::from_item) does.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn from_item(item: impl ItemAttributes) -> Result<Self, ItemError>
    where
        Self: TableItems,
    {
        Self::with_entity(item.into(), aws::ReadItem).map(|read| read.entity)
    }

    /// Reads the items of a page of a query, as [`DdbKeys::read`](crate::DdbKeys::read) does, of any entity of
    /// the table.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn read(
        condition: &KeyCondition,
        items: impl IntoIterator<Item = impl ItemAttributes>,
    ) -> Page<Self>
    where
        Self: TableItems,
    {
        aws::read_table(condition, items)
    }

    /// Reads the output of a query, as [`read`](Self::read) reads its items. The page has the start key of the next one.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn read_page(condition: &KeyCondition, output: QueryOutput) -> Page<Self>
    where
        Self: TableItems,
    {
        Page::of_output(output, |items| Self::read(condition, items))
    }

    /// Returns everything that is wrong with a stored item.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("ORDER")]
    /// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
    /// struct Order { id: String, status: String }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { Order(Order) }
    ///
    /// let mut item = Order { id: "7".into(), status: "PENDING".into() }.to_item()?;
    /// assert!(Shop::audit(&item).is_empty());
    ///
    /// // An update that forgot the index.
    /// item.insert("status".into(), AttributeValue::S("PAID".into()));
    /// let [fault] = Shop::audit(&item)[..] else { panic!("one fault") };
    /// assert_eq!(fault.to_string(), "`gsi1pk` is not what the fields of `Order` produce");
    /// # Ok::<(), ddbkey::ItemError>(())
    /// ```
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn audit(item: &impl ItemAttributes) -> Vec<Fault>
    where
        Self: TableItems,
    {
        aws::audit::<Self>(item.sdk_item().into_owned())
    }

    /// Returns the update that brings the index attributes and the type attribute of a stored item in line
    /// with its fields, or `None` if they are. A backfill is a scan, this, and an update for each repair:
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use ddbkey::items::TableItems;
    /// use ddbkey::{DdbTable, UpdateExt};
    ///
    /// async fn fill<T: TableItems>(client: &Client) -> Result<(), Box<dyn std::error::Error>> {
    ///     let mut pages = client.scan().table_name("shop").into_paginator().items().send();
    ///     while let Some(item) = pages.next().await {
    ///         if let Some(repair) = T::repair(&item?)? {
    ///             client.update_item().table_name("shop").item_update(&repair).send().await?;
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// After the update, [`audit`](Self::audit) finds nothing in the item but a former key, and what may be
    /// the field of an entity with a flattened one. The update is refused, by its condition, if the item has
    /// changed since it was read: read it again. Run it when no older version of the program is left: if two
    /// releases repair at once, each undoes the other's index values.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the item cannot be read, if an index key cannot be built, or if the condition
    /// is longer than DynamoDB allows.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn repair(item: &impl ItemAttributes) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: TableItems,
    {
        aws::repair::<Self>(item.sdk_item().into_owned(), &[])
    }

    /// Returns what [`repair`](Self::repair) does, but leaves alone the attributes that no other index has than these:
    /// one that another release is about to change, or whose key the item cannot build.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`repair`](Self::repair) does, but not because a key of these indexes cannot be built;
    /// also if the table has no index of such a name.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn repair_except(
        item: &impl ItemAttributes,
        indexes: &[&str],
    ) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: TableItems,
    {
        aws::repair::<Self>(item.sdk_item().into_owned(), indexes)
    }

    /// Returns the request that writes what a closure changes of a stored item, as
    /// [`DdbKeys::update_item`](crate::DdbKeys::update_item) does, of any entity of the table.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the item is one of no entity, if the closure makes another entity of it, or as the
    /// entity's own `update_item` does.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn update_item(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: TableItems,
    {
        aws::update_table(&item.sdk_item(), change)
    }

    /// Returns the move of an item from a former key of its entity (`#[was]`) to the one of today, or `None`
    /// if it is under today's key, readable or not. A primary key cannot be updated: a move puts an item and
    /// deletes another, in one transaction.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use aws_sdk_dynamodb::{Client, Error};
    /// use ddbkey::items::Rekey;
    /// use ddbkey::{DdbKeys, DdbTable, TransactExt};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { Order(Order) }
    ///
    /// let mut item = Order { user_id: "u1".into(), number: 42 }.to_item()?;
    /// assert!(Shop::rekey(&item)?.is_none());
    ///
    /// item.insert("sk".into(), AttributeValue::S("ORDER#00042".into()));
    /// let rekey = Shop::rekey(&item)?.expect("a former key");
    /// assert_eq!(rekey.former_key().sk(), Some("ORDER#00042"));
    /// assert_eq!(rekey.item()["sk"].as_s().unwrap(), "ORDER2#00000042");
    ///
    /// async fn send(client: &Client, rekey: &Rekey) -> Result<(), Error> {
    ///     client.transact_write_items().rekey(rekey, "shop").send().await?;
    ///     Ok(())
    /// }
    /// # Ok::<(), ddbkey::ItemError>(())
    /// ```
    ///
    /// The item is put if there is none under today's key, and the one under the former key is deleted on the
    /// condition that every attribute is as it was read, and each field and key attribute that was missing is
    /// absent. An attribute that the row did not have and the struct does not know cannot be in the condition:
    /// if another writer adds one between the read and the move, it is lost. Move rows with a program that knows
    /// all fields, or on a condition on your own version, which [`Rekey::with_condition`] takes.
    ///
    /// Run it when every program writes today's key.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the key belongs to no entity. Of an item under a former key also if it cannot be
    /// read, if today's keys cannot be built, or if the condition is longer than DynamoDB allows.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn rekey(item: &impl ItemAttributes) -> Result<Option<Rekey>, ItemError>
    where
        Self: TableItems,
    {
        aws::rekey::<Self>(&item.sdk_item(), None)
    }

    /// Returns what a record of the table's stream says, its keys borrowed from it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the record has an unknown `event_name`. An item that belongs to no entity is
    /// [`Change::Unknown`].
    #[cfg(feature = "lambda")]
    #[cfg_attr(docsrs, doc(cfg(feature = "lambda")))]
    fn change(record: &EventRecord) -> Result<Change<'_, Self>, ItemError>
    where
        Self: TableItems,
    {
        stream::of_record(record)
    }
}

/// What a table has without any client.
#[cfg(not(feature = "aws-sdk"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __table_items {
    ($($table:tt)*) => {};
}
