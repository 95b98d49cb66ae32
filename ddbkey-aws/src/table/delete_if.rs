//! Deletes a row if a closure agrees.

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::delete::delete_read;
use super::error::TableError;
use super::handle::{Sender, Sending, Table, keys_of, request};
use super::rows::{ReadKind as _, ReadRow, only_entity};

impl<T> Table<T> {
    /// Deletes a row if a closure returns true, and returns the row. `None` if the row does not exist, or if the closure returns
    /// false.
    ///
    /// The condition of the request is that nobody has changed what the closure could see, as for
    /// [`update`](Self::update). If another writer has, the closure runs again on the new row, at most eight times.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Conflict`](crate::TableErrorKind::Conflict) if other writers have changed
    /// the row at each try, and otherwise as [`delete`](Self::delete) does.
    pub fn delete_if<'t, R: ReadRow + MemberOf<T>>(
        &'t self,
        key: impl KeyOf<R>,
        is_it: impl FnMut(&R) -> bool + Send + 't,
    ) -> DeleteIf<'t, R> {
        DeleteIf {
            sender: Sender::of(&self.handle, "delete_if", only_entity::<R>()),
            keys: keys_of::<R, _>(key, R::Kind::every_key),
            is_it: Box::new(is_it),
        }
    }
}

/// A request that deletes a row if a closure agrees. [`Table::delete_if`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct DeleteIf<'t, R> {
    sender: Sender<'t, DeleteItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    is_it: Box<dyn FnMut(&R) -> bool + Send + 't>,
}

request!(DeleteIf<'t, R: ReadRow> sends DeleteItemFluentBuilder, returns Option<R>);

impl<R: ReadRow> DeleteIf<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        let keys = self.keys?.unwrap_or_default();
        delete_read(&mut self.sender, &keys, self.is_it, false).await
    }
}
