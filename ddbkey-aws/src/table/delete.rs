//! Deleting a row.

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{Watch, send_watched};
use super::error::TableError;
use super::get::read;
use super::handle::{Customize, Handle, Sending, Table, customized, keys_of};
use super::rows::ReadRow;
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Deletes a row and returns it, or `None` if there is none.
    ///
    /// If the entity has legacy keys, it deletes under each legacy key and then under the current one, and stops at the first
    /// that had an item. Of two items that are one row, under two keys, it deletes one.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost: it is not
    /// sent again then, since it could delete a row that was created in between. The kind is
    /// [`Item`](crate::TableErrorKind::Item) if the item was deleted and cannot be read, and
    /// [`item`](TableError::item) has it.
    pub fn delete<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Delete<'_, R> {
        let keys = keys_of::<R, _>(key, R::every_key);
        Delete { handle: &self.handle, keys, customize: None, of: PhantomData }
    }
}

/// A deletion of a row, which [`Table::delete`] returns.
#[must_use = "a request does nothing until it is awaited"]
pub struct Delete<'t, R> {
    handle: &'t Handle,
    keys: Result<Option<Vec<Keys>>, TableError>,
    customize: Option<Customize<'t, DeleteItemFluentBuilder>>,
    of: PhantomData<fn() -> R>,
}

impl<'t, R> Delete<'t, R> {
    /// Changes the SDK's builder before it is sent, each time.
    pub fn customize(
        self,
        change: impl FnMut(DeleteItemFluentBuilder) -> DeleteItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { customize: Some(Box::new(change)), ..self }
    }

    /// Returns the SDK's builder unsent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) or
    /// [`Refused`](crate::TableErrorKind::Refused) if there is no such key, or if the row may be under several.
    pub fn request(mut self) -> Result<DeleteItemFluentBuilder, TableError> {
        let Some(mut keys) = self.keys? else {
            return Err(TableError::refused("no row can have the key"));
        };
        match (keys.pop(), &keys[..]) {
            (Some(keys), []) => Ok(customized(&mut self.customize, delete_item(self.handle, keys))),
            _ => {
                Err(TableError::refused("the entity has legacy keys, and its row may be under any"))
            }
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
        let Self { handle, keys, mut customize, .. } = self;
        Box::pin(async move {
            for keys in keys?.into_iter().flatten() {
                let delete = customized(&mut customize, delete_item(handle, keys));
                let watch = Watch::once();
                let deleted = send_watched!(delete, &watch).map_err(TableError::of)?;
                if let Some(item) = deleted.attributes {
                    return gone(item).map(Some);
                }
            }
            Ok(None)
        })
    }
}

/// The row of an item that is no more, which the error has if it cannot be read.
pub(super) fn gone<R: ReadRow>(item: Item) -> Result<R, TableError> {
    read(item.clone()).map_err(|error| error.with_item(Some(item)))
}

impl<R> fmt::Debug for Delete<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete").finish_non_exhaustive()
    }
}
