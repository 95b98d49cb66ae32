//! The methods of entities that concern items.

use aws_sdk_dynamodb::operation::query::QueryOutput;
use ddbkey::{DdbKeys, KeyCondition};

use crate::bounds::{ReadItem, UpdateItem, WriteItem};
use crate::error::ItemError;
use crate::guard::Width;
use crate::items::{read_item, to_item};
use crate::page::{Page, read_entity};
use crate::try_error::TryError;
use crate::update::{ItemCheck, Updated, check_entity, unrefused, update_entity};
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
    ///         match update.send().await.map_err(SdkError::into_service_error) {
    ///             Err(ConditionalCheckFailedException(failed)) => item = failed.item, // once more
    ///             sent => return Ok(sent.map(drop)?),
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// The condition of the request is that the item exists, and that everything the closure could see is as it was
    /// read: every field of the struct, be it missing in the item, and the attributes of each index that follows. So a closure
    /// may decide by one field what to do with another. If the condition fails, somebody else has written: call this
    /// again with the item as it is now.
    ///
    /// # Which changes conflict
    ///
    /// Any change of a field by another writer, be it an `ADD` to a counter, except of fields that
    /// `#[ddb(unguarded(views, body))]` leaves out. For a closure that sets fields without looking at others,
    /// [`update_item_narrow`](Self::update_item_narrow) compares less.
    ///
    /// Values are compared as they are stored, whatever serde would write today. So an item that an older release has written
    /// is updated like any other, and no update conflicts while nobody else writes. A field that the key of the item tells
    /// exactly is not compared.
    ///
    /// # A lost answer
    ///
    /// If the answer to a request is lost, the SDK sends the request again, and the second one fails by what the first has
    /// written. A closure that counts is then applied twice.
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
    ) -> Result<Option<Updated<Self>>, ItemError>
    where
        Self: UpdateItem,
    {
        unrefused(update_entity(&item.sdk_item(), Width::Wide, |entity| {
            change(entity);
            Ok(())
        }))
    }

    /// Returns what [`update_item`](Self::update_item) returns, on a condition that compares less: for a closure that sets
    /// fields without looking at others.
    ///
    /// The condition of the request is that the item exists, and that nobody has changed the attributes that the request
    /// touches, the attributes of each index that follows, and the fields that such an index is built from.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// struct Order { id: String, status: String, note: String }
    ///
    /// let item = Order { id: "7".into(), status: "PENDING".into(), note: "-".into() }.to_item()?;
    /// let change = |order: &mut Order| order.note = "call first".into();
    /// let narrow = Order::update_item_narrow(&item, change)?.expect("a change");
    /// assert_eq!(narrow.condition(), "attribute_exists(#dk) AND #dk0 = :dk0_old");
    /// let wide = Order::update_item(&item, change)?.expect("a change");
    /// assert_eq!(wide.condition(), "attribute_exists(#dk) AND #dk0 = :dk0_old AND #dk1 = :dk1_old");
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    ///
    /// # Which changes conflict
    ///
    /// - Two updates that touch the same attribute.
    /// - Two updates that touch fields of the same index. A method can read any field, so with a method in an index or in the
    ///   key of the item all updates conflict: keep a busy counter in an item of its own.
    /// - Two updates that touch fields which the key of the item tells inexactly, such as `email` in `{email:lower}`.
    ///
    /// No other updates conflict. An action of your own may change a counter that no index is built from:
    /// [`ItemUpdate::expression`](crate::ItemUpdate::expression) merges it, or you send it as a request of its own. The same holds
    /// for a field that is itself an attribute of an index, unless it is an `Option` or another attribute is built from it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`update_item`](Self::update_item) does.
    fn update_item_narrow(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<Updated<Self>>, ItemError>
    where
        Self: UpdateItem,
    {
        unrefused(update_entity(&item.sdk_item(), Width::Narrow, |entity| {
            change(entity);
            Ok(())
        }))
    }

    /// Returns what [`update_item`](Self::update_item) returns, for a closure that can refuse.
    ///
    /// [`TryError`] has an example.
    ///
    /// # Errors
    ///
    /// Returns [`TryError::Refused`] with the error of the closure, and [`TryError::Failed`] where
    /// [`update_item`](Self::update_item) is an error.
    fn try_update_item<E>(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<Option<Updated<Self>>, TryError<E, ItemError>>
    where
        Self: UpdateItem,
    {
        update_entity(&item.sdk_item(), Width::Wide, change)
    }

    /// Returns the check that a stored item is as it was read, on the condition of [`update_item`](Self::update_item).
    ///
    /// In a transaction it takes the place of an update that would change nothing. Without it, the other actions would be
    /// made even if the fields that the closure decided by have changed.
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use aws_sdk_dynamodb::types::{Put, TransactWriteItem, Update};
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use ddbkey_aws::Item;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("VISIT", id)]
    /// #[sk("META")]
    /// struct Visit { id: String, is_booked: bool }
    ///
    /// async fn book(client: &Client, visit: &Item, invoice: Put) -> Result<(), Box<dyn std::error::Error>> {
    ///     let write = client.transact_write_items();
    ///     let write = match Visit::update_item(visit, |visit| visit.is_booked = true)? {
    ///         Some(update) => {
    ///             let update = Update::builder().table_name("clinic").item_update(&update).build()?;
    ///             write.transact_items(TransactWriteItem::builder().update(update).build())
    ///         }
    ///         // It is booked already, and must not be cancelled meanwhile.
    ///         None => write.unchanged(&Visit::check_item(visit)?, "clinic"),
    ///     };
    ///     write.transact_items(TransactWriteItem::builder().put(invoice).build()).send().await?;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`from_item`](Self::from_item) does, and also if the condition is longer than DynamoDB allows.
    fn check_item(item: &impl ItemAttributes) -> Result<ItemCheck, ItemError>
    where
        Self: ReadItem,
    {
        check_entity::<Self>(&item.sdk_item())
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
