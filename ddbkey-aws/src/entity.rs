//! The methods of entities that concern items.

use aws_sdk_dynamodb::operation::query::QueryOutput;
use ddbkey::{DdbKeys, KeyCondition};

use crate::bounds::{ReadItem, UpdateItem, WriteItem};
use crate::error::ItemError;
use crate::items::{read_item, to_item};
use crate::page::{Page, read_entity};
use crate::update::{ItemUpdate, update_entity};
use crate::value::{Item, ItemAttributes};

/// Writes entities as items, reads them, and updates them: methods of every type with
/// [`DdbKeys`](ddbkey::DdbKeys).
///
/// What a method needs of serde, it asks of the entity where it is called. A method of yours of the same name wins.
pub trait ItemExt: DdbKeys {
    /// Returns the entity as an item: its fields, every attribute of [`keys`](DdbKeys::keys), and the type
    /// attribute if the table has one.
    ///
    /// A key attribute is written once, with the text of the key. A field of that name must have the same
    /// text. While an item is not in an index, no field may write an attribute of that index; a field that
    /// serializes as `None` is left out, since DynamoDB refuses `NULL` there, and is `None` again when the
    /// item is read. A flattened field may not write a key attribute at all.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String, name: String }
    ///
    /// let user = User { user_id: "u1".into(), name: "Ada".into() };
    /// let item = user.to_item()?;
    /// assert_eq!(item["pk"].as_s().unwrap(), "USER#u1");
    /// assert_eq!(User::from_item(item)?, user);
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if a key cannot be built, if a field would overwrite a key attribute or write
    /// half of an index key, if the time to live is not in whole seconds, or if `serde_dynamo` fails.
    fn to_item(&self) -> Result<Item, ItemError>
    where
        Self: WriteItem,
    {
        to_item(self)
    }

    /// Returns the entity of an item, whose key in the table has to be the one that its fields produce.
    ///
    /// The item is the SDK's map or a `serde_dynamo::Item`, and has to be whole: an item of an index that does
    /// not project all attributes reads as an entity with defaults, which erases the item when it is put back.
    /// [`read`](Self::read) knows the index, and refuses such items.
    ///
    /// Attributes of indexes and the type attribute are
    /// what the last writer made of them, and lag behind while an index is being filled or while two versions
    /// of a program run. They are not read and never stop a read, unless they are fields as well. A flattened
    /// field does not get them.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if a key attribute of the table is missing, has the wrong type or is not the one
    /// that the fields produce, or if `serde_dynamo` fails.
    fn from_item(item: impl ItemAttributes) -> Result<Self, ItemError>
    where
        Self: ReadItem,
    {
        Ok(read_item(item.into())?.entity)
    }

    /// Returns the request that writes what a closure changes of a stored item, or `None` if it changes nothing.
    ///
    /// The item is read as [`from_item`](Self::from_item) reads it, under whichever of its keys it is stored. The request sets
    /// the attributes that differ after the closure, and removes those that serde no longer writes. If a part of an index
    /// changes, the index attributes follow. Every other attribute stays as it is stored, whoever wrote it. If the item lacks
    /// a field of an index key, serde reads a default; a stored index key with another value stays until a closure changes
    /// that field.
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use aws_sdk_dynamodb::error::SdkError;
    /// use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
    /// use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
    /// struct Order { id: String, status: String, note: String }
    ///
    /// impl Order {
    ///     fn pay(&mut self) { self.status = "PAID".into() }
    /// }
    ///
    /// async fn pay(client: &Client, id: &str) -> Result<(), Box<dyn std::error::Error>> {
    ///     let get = client.get_item().table_name("shop").item_key(OrderKey { id })?;
    ///     let mut item = get.send().await?.item;
    ///     while let Some(update) = Order::update_item(&item.ok_or("no such order")?, Order::pay)? {
    ///         let update = client.update_item().table_name("shop").item_update(&update);
    ///         let sent = update.return_values_on_condition_check_failure(AllOld).send().await;
    ///         match sent.map_err(SdkError::into_service_error) {
    ///             Err(ConditionalCheckFailedException(failed)) => item = failed.item, // once more
    ///             sent => return Ok(sent.map(drop)?),
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// The condition of the request is that the item exists, and that nobody has changed the attributes that the request
    /// touches, the attributes of each index that follows, and the fields that such an index is built from. If the condition
    /// fails, somebody else has written: call this again with the item as it is now.
    ///
    /// # Which changes conflict
    ///
    /// - Two updates that touch the same attribute. A map, a list or a set that changes is written as a whole.
    /// - Two updates that touch fields of the same index. A method can read any field, so with a method in an index all
    ///   updates conflict: keep a busy counter in an item of its own.
    ///
    /// No other updates conflict. An action of your own may change a counter that no index is built from:
    /// [`ItemUpdate::expression`](crate::ItemUpdate::expression) merges it, or you send it as a request of its own. The same holds
    /// for a field that is itself an attribute of an index, unless it is an `Option` or another attribute is built from it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`from_item`](Self::from_item) does, and also if
    ///
    /// - the closure changes the key that the item is stored under, which an update cannot;
    /// - the closure sets the time to live to something other than whole seconds since 1970, 0 or `None`;
    /// - the closure changes the version, or the version is at its maximum;
    /// - the closure changes a field that serde writes under one name and reads only under others, since the closure has not
    ///   seen the stored value;
    /// - the key of a changed index cannot be built. If that key could not be built before either, this is no error, and the
    ///   item leaves the index;
    /// - no index can hold the value of a changed field that is an attribute of an index;
    /// - the condition is longer than DynamoDB allows.
    fn update_item(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: UpdateItem,
    {
        update_entity(&item.sdk_item(), change)
    }

    /// Reads the items of a page of a query: those that the query asks for, and apart from them those that an
    /// index has found by what they have no longer, items of other entities, and items that cannot be read.
    ///
    /// It finds what writers have left behind. An index also lags behind for some milliseconds after every
    /// write: to log someone in, get the row by a consistent read, and compare the field.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::SkipReason;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// #[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("ORDER", id))]
    /// struct Order { id: String, status: String }
    ///
    /// let order = |id: &str| Order { id: id.into(), status: "PENDING".into() };
    /// let (first, mut second) = (order("1").to_item()?, order("2").to_item()?);
    /// // An update that forgot the index.
    /// second.insert("status".into(), AttributeValue::S("PAID".into()));
    ///
    /// let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build()?;
    /// let page = Order::read(&pending, [first, second]);
    /// assert_eq!(page.rows[0].id, "1");
    /// assert!(matches!(&page.skipped[0].reason, SkipReason::Stale(order) if order.status == "PAID"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn read(
        condition: &KeyCondition,
        items: impl IntoIterator<Item = impl ItemAttributes>,
    ) -> Page<Self>
    where
        Self: ReadItem,
    {
        read_entity(condition, items)
    }

    /// Reads the output of a query, as [`read`](Self::read) reads its items. The page has the start key of the next one.
    fn read_page(condition: &KeyCondition, output: QueryOutput) -> Page<Self>
    where
        Self: ReadItem,
    {
        Page::of_output(output, |items| Self::read(condition, items))
    }
}

impl<T: DdbKeys> ItemExt for T {}
