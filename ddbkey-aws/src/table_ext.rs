//! The methods that only a table has for items.

#[cfg(feature = "lambda")]
use aws_lambda_events::dynamodb::EventRecord;
use ddbkey::DdbTable;

use crate::audit::{Fault, KeptName, audit};
use crate::dispatch::key_of;
use crate::error::ItemError;
use crate::rekey::{Rekey, rekey};
use crate::repair::repair;
use crate::rows::{ReadItems, UpdateItems};
#[cfg(feature = "lambda")]
use crate::stream::{Change, of_record};
use crate::update::ItemUpdate;
use crate::value::ItemAttributes;

/// Tells which entity an item belongs to and what is wrong with it, repairs it and moves it: methods of every enum with
/// [`DdbTable`](ddbkey::DdbTable), which also has the methods of [`ItemExt`](crate::ItemExt).
///
/// Each method requires serde traits of the entities only where you call it. If your type has a method of the same name,
/// your method takes precedence.
pub trait TableExt: DdbTable {
    /// Parses the keys of an item, borrowing from it.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::prelude::*;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { User(User) }
    ///
    /// let item = User { user_id: "u1".into() }.keys()?.into_item();
    /// let ShopKey::User(UserKey { user_id }) = Shop::key_of(&item)?;
    /// assert_eq!(user_id, "u1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] of kind [`Attribute`](crate::ItemErrorKind::Attribute) if a key attribute is missing or has
    /// the wrong type, and of kind [`Unknown`](crate::ItemErrorKind::Unknown) if the keys belong to no entity.
    fn key_of(item: &impl ItemAttributes) -> Result<Self::Key<'_>, ItemError> {
        key_of::<Self>(item)
    }

    /// Returns everything that is wrong with a stored item.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::prelude::*;
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
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    fn audit(item: &impl ItemAttributes) -> Vec<Fault>
    where
        Self: ReadItems,
    {
        audit::<Self>(&item.sdk_item(), KeptName::Stored)
    }

    /// Returns the update that makes the index attributes and the type attribute of a stored item match its
    /// fields, or `None` if they already match. A backfill scans the table, calls this for each item and sends each update.
    /// It skips items that cannot be read, and items that another writer has changed since the scan read them:
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use aws_sdk_dynamodb::error::SdkError;
    /// use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
    /// use ddbkey_aws::UpdateItems;
    /// use ddbkey_aws::prelude::*;
    ///
    /// async fn fill<T: UpdateItems>(client: &Client) -> Result<(), Box<dyn std::error::Error>> {
    ///     let mut items = client.scan().table_name("shop").into_paginator().items().send();
    ///     while let Some(item) = items.next().await.transpose()? {
    ///         match T::repair(&item) {
    ///             Ok(Some(repair)) => {
    ///                 let update = client.update_item().table_name("shop").item_update(&repair);
    ///                 match update.send().await.map_err(SdkError::into_service_error) {
    ///                     Err(ConditionalCheckFailedException(_)) => {} // the next run finds it
    ///                     sent => drop(sent?),
    ///                 }
    ///             }
    ///             Ok(None) => {}
    ///             Err(error) => eprintln!("an item is left unchanged: {error}"),
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// After the update, [`audit`](Self::audit) only finds a legacy key, a [time to live](crate::FaultKind::TimeToLive) that
    /// is not in whole seconds, and attributes that may be fields of an entity with a flattened field. If the item has changed
    /// since it was read, the condition of the update fails: read the item again. Run the backfill when no older version
    /// of the program is left. If two releases repair at once, each undoes the other's index values.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the item cannot be read, if its type attribute holds the name of something else
    /// ([`Unknown`](crate::ItemErrorKind::Unknown)), if an index key cannot be built, if the condition is longer than
    /// DynamoDB allows, or if the item lacks a field and a stored index key has another value than the field's default
    /// ([`Key`](crate::ItemErrorKind::Key)).
    fn repair(item: &impl ItemAttributes) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: ReadItems,
    {
        repair::<Self>(&item.sdk_item(), KeptName::Stored)
    }

    /// Returns the move of an item to the key that its fields write, or `None` if it is stored under that key, readable
    /// or not. The stored key may be a legacy key of the entity (`#[was]`), or another of the keys that the entity
    /// writes (`#[or]`). A primary key cannot be updated: a move puts one item and deletes another, in one transaction.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use aws_sdk_dynamodb::{Client, Error};
    /// use ddbkey_aws::Rekey;
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::prelude::*;
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
    /// let rekey = Shop::rekey(&item)?.expect("a legacy key");
    /// assert_eq!(rekey.former_key().sk(), Some("ORDER#00042"));
    /// assert_eq!(rekey.item()["sk"].as_s().unwrap(), "ORDER2#00000042");
    ///
    /// async fn send(client: &Client, rekey: &Rekey) -> Result<(), Error> {
    ///     client.transact_write_items().rekey(rekey, "shop").send().await?;
    ///     Ok(())
    /// }
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    ///
    /// The transaction puts the item if no item is under the new key. It deletes the item under the old key if every
    /// attribute is as it was read, and if each field and key attribute that was missing still is. The condition cannot
    /// name an attribute that the row did not have and the struct does not know: if another writer adds one between the
    /// read and the move, it is lost. Move rows with a program that knows all fields, or with a condition on your own
    /// version, which [`Rekey::with_condition`] takes.
    ///
    /// Run the move when every program reads and writes the new key.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the key belongs to no entity, or if the type attribute holds the name of something else. If the
    /// item has to move, also returns an error if the
    /// item cannot be read, if its new keys cannot be built, or if the condition is longer than DynamoDB allows.
    fn rekey(item: &impl ItemAttributes) -> Result<Option<Rekey>, ItemError>
    where
        Self: UpdateItems,
    {
        rekey::<Self>(&item.sdk_item(), None)
    }

    /// Returns the change that a record of the table's stream reports. Its keys borrow from the record.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the record has an unknown `event_name`. An item that belongs to no entity is
    /// [`Change::Unknown`].
    #[cfg(feature = "lambda")]
    #[cfg_attr(docsrs, doc(cfg(feature = "lambda")))]
    fn change(record: &EventRecord) -> Result<Change<'_, Self>, ItemError> {
        of_record(record)
    }
}

impl<T: DdbTable> TableExt for T {}
