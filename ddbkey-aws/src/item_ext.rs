//! The methods of entities and tables that read, write and update items.

use std::borrow::Cow;

use aws_sdk_dynamodb::operation::query::QueryOutput;
use ddbkey::KeyCondition;
use ddbkey::key::Keyed;

use crate::error::ItemError;
use crate::guard::Width;
use crate::items::ReadKind as _;
use crate::page::{self, Page};
use crate::rows::{ItemRow, ReadRow, ToItem as _, UpdateRow};
use crate::table::TryError;
use crate::update::{ItemUpdate, Updated, check, update};
use crate::value::{Item, ItemAttributes};

/// Writes rows as items, reads them, and updates them: methods of every entity, a type with
/// [`DdbKeys`](ddbkey::DdbKeys), and of every table, an enum with [`DdbTable`](ddbkey::DdbTable). A table finds the entity of an
/// item by its key.
///
/// Each method requires serde traits of the entity, or of each entity of the table, only where you call it. If your type has a method of the same name, your
/// method takes precedence.
pub trait ItemExt: Keyed {
    /// Returns the entity as an item: its fields, every attribute of [`keys`](ddbkey::DdbKeys::keys), and the type
    /// attribute if the table has one.
    ///
    /// A key attribute is written once, as the string of the key. A field of that name must have the same
    /// string. While an item is not in an index, no field may write an attribute of that index. A field that
    /// serializes as `None` is left out, since DynamoDB refuses `NULL` there, and reads back as `None`.
    /// A flattened field may not write a key attribute at all.
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
        Self: ItemRow,
    {
        Self::Kind::to_item(self)
    }

    /// Returns the entity of an item. The stored table key must be the key that the fields produce.
    ///
    /// The item is the SDK's map or a `serde_dynamo::Item`, and must be whole. An item from an index that does
    /// not project all attributes would read as an entity with defaults, and putting that entity back would erase the
    /// rest of the item. [`read`](Self::read) knows the index, and refuses such items.
    ///
    /// Index attributes and the type attribute hold what the last writer wrote. They can lag behind while an index is
    /// being filled, or while two versions of a program run. They are not read and never stop a read, unless they are
    /// also fields. A flattened field does not receive them.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] of kind [`Unknown`](crate::ItemErrorKind::Unknown) if the stored key has no pattern of the entity,
    /// whatever its fields are. Also returns an error if a key attribute of the table is missing, has the wrong type or
    /// differs from what the fields produce, or if `serde_dynamo` fails.
    fn from_item(item: impl ItemAttributes) -> Result<Self, ItemError>
    where
        Self: ReadRow,
    {
        Ok(Self::Kind::read(Cow::Owned(item.into()))?.entity)
    }

    /// Returns the request that writes what a closure changes in a stored item, or `None` if it changes nothing.
    ///
    /// The item is read as [`from_item`](Self::from_item) reads it, under whichever key it is stored. The request sets
    /// the attributes that differ after the closure, and removes attributes that serde no longer writes. If a part of an index
    /// key changes, the request also sets the attributes of that index. All other attributes stay as stored, whoever wrote
    /// them. If the item lacks a field of an index key, serde reads a default; a stored index key with another value stays
    /// until a closure changes that field.
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
    /// read: every field of the struct, including fields that the item lacks, and the attributes of each index that changes. A
    /// closure may therefore read one field to decide about another. If the condition fails, another writer has changed the
    /// item: call this again with the current item.
    ///
    /// # Which changes conflict
    ///
    /// A change of any field by another writer conflicts, including an `ADD` to a counter. Fields that
    /// `#[ddb(unguarded(views, body))]` leaves out are the exception. For a closure that sets fields without reading others,
    /// [`update_item_narrow`](Self::update_item_narrow) compares less.
    ///
    /// The condition compares stored values, not what serde would write now. An item that an older release wrote
    /// is therefore updated like any other, and without other writers no update conflicts. A field whose exact value is part
    /// of the item's key is not compared.
    ///
    /// # A lost answer
    ///
    /// If the answer to a request is lost, the SDK sends the request again. The second request fails because of what the first
    /// has written. If you then call this again, a closure that counts is applied twice.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`from_item`](Self::from_item) does, and also in these cases:
    ///
    /// - the type attribute of the item holds another name than the entity's, which
    ///   `#[ddb(type_name_was("…"))]` does not list either. Something else may be stored under the same key;
    /// - serde cannot read the item after the update, for example because of `deserialize_with`;
    /// - the closure changes the key that the item is stored under, and an update cannot change a key;
    /// - the closure sets the time to live to something other than whole seconds since 1970, 0 or `None`;
    /// - the closure changes the version, or the version is at its maximum;
    /// - the closure changes a field that serde writes under one name and reads only under others, and so has not seen the
    ///   stored value;
    /// - the key of a changed index cannot be built. If that key could not be built before the change either, the item leaves
    ///   the index without an error;
    /// - no index can hold the value of a changed field that is an attribute of an index;
    /// - the condition is longer than DynamoDB allows;
    /// - on a table, the item belongs to no entity, or the closure replaces it with another entity. The kind is
    ///   [`Version`](crate::ItemErrorKind::Version) if the entity has a flattened field or serde converts it, and the entity has
    ///   no version, and [`ByHand`](crate::ItemErrorKind::ByHand) if its updates are made by hand. For an entity that is known,
    ///   such calls do not compile.
    fn update_item(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<Updated<Self>>, ItemError>
    where
        Self: UpdateRow,
    {
        update(&item.sdk_item(), Width::Wide, |row| {
            change(row);
            Ok(())
        })
    }

    /// Returns the same update as [`update_item`](Self::update_item) with a condition that compares less. Use it for a closure
    /// that sets fields without reading others.
    ///
    /// The condition of the request is that the item exists, and that nobody has changed the attributes that the request
    /// sets or removes, the attributes of each index that changes, and the fields that such an index is built from.
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
    /// - Two updates of the same attribute.
    /// - Two updates of fields of the same index. A method can read any field, so if an index or the key of the item uses a
    ///   method, all updates conflict: store a busy counter in a separate item.
    /// - Two updates of fields that the key of the item does not hold exactly, such as `email` in `{email:lower}`.
    ///
    /// No other updates conflict. Your own action may change a counter that no index is built from:
    /// [`ItemUpdate::expression`](crate::ItemUpdate::expression) merges it, or you send it as a separate request. The same
    /// holds for a field that is itself an attribute of an index, unless it is an `Option` or another attribute is built from it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`update_item`](Self::update_item) does, but requires no version.
    fn update_item_narrow(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<Updated<Self>>, ItemError>
    where
        Self: UpdateRow,
    {
        update(&item.sdk_item(), Width::Narrow, |row| {
            change(row);
            Ok(())
        })
    }

    /// Returns the same update as [`update_item`](Self::update_item), for a closure that can refuse.
    ///
    /// [`TryError`] has an example.
    ///
    /// # Errors
    ///
    /// Returns [`TryError::Refused`] with the error of the closure, and [`TryError::Failed`] where
    /// [`update_item`](Self::update_item) returns an error.
    fn try_update_item<E>(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<Option<Updated<Self>>, TryError<E, ItemError>>
    where
        Self: UpdateRow,
    {
        let change = |row: &mut Self| change(row).map_err(TryError::Refused);
        update(&item.sdk_item(), Width::Wide, change)
    }

    /// Returns the check that a stored item is as it was read, with the condition of [`update_item`](Self::update_item).
    ///
    /// In a transaction, the check replaces an update that would change nothing. Without it, the transaction would apply its
    /// other actions even if the fields that the closure read have changed.
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
    fn check_item(item: &impl ItemAttributes) -> Result<ItemUpdate, ItemError>
    where
        Self: ReadRow,
    {
        check::<Self>(&item.sdk_item())
    }

    /// Splits the items of a page into the rows that match the query, stale index rows, items of other entities, and items
    /// that cannot be read.
    ///
    /// It finds what writers have left behind. An index also lags behind for some milliseconds after every
    /// write: to log someone in, read the row consistently and compare the field.
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
        Self: ReadRow,
    {
        page::read(condition, items.into_iter().map(Into::into).collect())
    }

    /// Reads the output of a query, as [`read`](Self::read) reads its items. The page holds the start key of the next page.
    fn read_page(condition: &KeyCondition, output: QueryOutput) -> Page<Self>
    where
        Self: ReadRow,
    {
        let QueryOutput { items, last_evaluated_key, .. } = output;
        let page = page::read(condition, items.unwrap_or_default());
        Page { last_evaluated_key, ..page }
    }
}

impl<T: Keyed> ItemExt for T {}
