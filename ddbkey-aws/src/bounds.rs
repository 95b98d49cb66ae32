//! Bounds on entities and tables with one error message each: what serde can do with them, and whether an entity has only
//! one key.

use ddbkey::DdbKeys;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dispatch::{Creates, Reads, Updates, Writes};
use crate::private::{Each, EntityKind, TableKind};

/// An entity that serde can write as an item. Every `Serialize` type is one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot write it as an item",
    note = "derive it on the struct: `#[derive(serde::Serialize)]`"
)]
pub trait WriteItem: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> WriteItem for T {}

/// An entity that serde can read from an item. Every `Deserialize` type that borrows nothing is one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot read it from an item",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Deserialize)]`"
)]
pub trait ReadItem: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadItem for T {}

/// An entity that serde can both write and read, as updates need it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot both write it as an item and read it from one",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Serialize, serde::Deserialize)]`"
)]
pub trait UpdateItem: WriteItem + ReadItem {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> UpdateItem for T {}

/// A table whose entities serde can all write, for code that is generic over tables.
pub trait WriteItems: Each<Writes> {}

impl<T: Each<Writes>> WriteItems for T {}

/// A table whose entities serde can all read, for code that is generic over tables.
pub trait ReadItems: Each<Reads> {}

impl<T: Each<Reads>> ReadItems for T {}

/// A table whose entities serde can all write and read, for code that is generic over tables.
///
/// ```
/// use aws_sdk_dynamodb::Client;
/// use ddbkey_aws::prelude::*;
/// use ddbkey_aws::{Item, UpdateItems};
///
/// /// Moves a row to its current key, if it is under a legacy key.
/// async fn move_row<T: UpdateItems>(
///     client: &Client,
///     table: &str,
///     item: &Item,
/// ) -> Result<(), Box<dyn std::error::Error>> {
///     if let Some(rekey) = T::rekey(item)? {
///         client.transact_write_items().rekey(&rekey, table).send().await?;
///     }
///     Ok(())
/// }
/// ```
pub trait UpdateItems: Each<Updates> + WriteItems + ReadItems {}

impl<T: Each<Updates> + WriteItems + ReadItems> UpdateItems for T {}

/// An entity without legacy keys: each of its rows is under the current key.
#[doc(hidden)]
pub trait HasOneKey {}

#[diagnostic::do_not_recommend]
impl<T: DdbKeys> HasOneKey for T where T::AnyKey<'static>: SameAs<T::Key<'static>> {}

/// The same type.
#[doc(hidden)]
pub trait SameAs<T> {}

impl<T> SameAs<T> for T {}

/// An entity with one key, or a table of such entities. [`Keyed::Kind`](ddbkey::key::Keyed) tells which of the two it is.
#[doc(hidden)]
pub trait HasOneKeyEach<T> {}

#[diagnostic::do_not_recommend]
impl<T: HasOneKey> HasOneKeyEach<T> for EntityKind {}

#[diagnostic::do_not_recommend]
impl<T: Each<Creates>> HasOneKeyEach<T> for TableKind {}
