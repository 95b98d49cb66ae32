//! Deletes a row.

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{Watch, send_watched};
use super::error::TableError;
use super::get::read;
use super::handle::{Handle, Sender, Sending, Table, keys_of};
use super::rows::{ReadKind as _, ReadRow};
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Deletes a row and returns it, or `None` if there is none.
    ///
    /// If the entity has legacy keys, this deletes under each legacy key and then under the current key, and stops at the first
    /// key that had an item. If two keys have an item of the row, one item stays.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost. The request
    /// is not sent again then, since it could delete a row that was created in between. The kind is
    /// [`Item`](crate::TableErrorKind::Item) if the item was deleted but cannot be read; [`item`](TableError::item) returns
    /// that item.
    pub fn delete<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Delete<'_, R> {
        let keys = keys_of::<R, _>(key, R::Kind::every_key);
        Delete { sender: Sender::of(&self.handle), keys, of: PhantomData }
    }
}

/// A request that deletes a row. [`Table::delete`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Delete<'t, R> {
    sender: Sender<'t, DeleteItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    of: PhantomData<fn() -> R>,
}

impl<'t, R> Delete<'t, R> {
    /// Changes the SDK's builder each time before it is sent.
    pub fn customize(
        self,
        change: impl FnMut(DeleteItemFluentBuilder) -> DeleteItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { sender: self.sender.customize(change), ..self }
    }

    /// Returns the SDK's builder unsent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) or
    /// [`Refused`](crate::TableErrorKind::Refused) if no row can have the key, or if the row may be under several keys.
    pub fn request(mut self) -> Result<DeleteItemFluentBuilder, TableError> {
        let Some(mut keys) = self.keys? else {
            return Err(TableError::refused("no row can have the key"));
        };
        match (keys.pop(), &keys[..]) {
            (Some(keys), []) => Ok(self.sender.customized(delete_item(self.sender.handle, keys))),
            _ => Err(TableError::refused(
                "the entity has legacy keys, and its row may be under any of its keys",
            )),
        }
    }
}

pub(super) fn delete_item(handle: &Handle, keys: Keys) -> DeleteItemFluentBuilder {
    let delete = handle.client.delete_item().table_name(&handle.name);
    delete.set_key(Some(keys.into_item())).return_values(ReturnValue::AllOld)
}

impl<'t, R: ReadRow + 't> IntoFuture for Delete<'t, R> {
    type Output = Result<Option<R>, TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { mut sender, keys, .. } = self;
        Box::pin(async move {
            for keys in keys?.into_iter().flatten() {
                let delete = sender.customized(delete_item(sender.handle, keys));
                let deleted = send_watched!(delete, Watch::once()).map_err(TableError::of)?;
                if let Some(item) = deleted.attributes {
                    return gone(item).map(Some);
                }
            }
            Ok(None)
        })
    }
}

/// Reads the row of a deleted item. If that fails, the error holds the item.
pub(super) fn gone<R: ReadRow>(item: Item) -> Result<R, TableError> {
    read(item.clone()).map_err(|error| error.with_item(Some(item)))
}

impl<R> fmt::Debug for Delete<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete").finish_non_exhaustive()
    }
}
