//! Puts a row, whether or not one exists.

use std::fmt;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::attempts::{Watch, send_watched};
use super::create::{one_put, put_item};
use super::error::TableError;
use super::handle::{Sender, Sending, Table};
use super::rows::{WriteKind as _, WriteRow, WrittenRow};
use super::transact::{self, Intent, TransactActions};

impl<T> Table<T> {
    /// Puts a row that nobody else writes, such as a row of an import or a cache. The put replaces the whole item, whatever
    /// others have written since you read it.
    ///
    /// Attributes that the struct does not know are lost, and a version goes back to the version of the row. If the SDK sends
    /// the put again after a lost answer, the second put undoes what was written in between. For a row that others write, use
    /// [`update`](Self::update).
    ///
    /// If the entity has legacy keys, the request is a transaction that also deletes the item under each legacy key of the
    /// row.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) or
    /// [`Item`](crate::TableErrorKind::Item) if the row cannot be written as an item, of kind
    /// [`InDoubt`](crate::TableErrorKind::InDoubt) if no attempt gets an answer, and of kind
    /// [`Busy`](crate::TableErrorKind::Busy) if a transaction is working on the item at each attempt.
    pub fn put<R: WriteRow + MemberOf<T>>(&self, row: &R) -> Put<'_> {
        let row = R::Kind::encode(row).map_err(TableError::from);
        Put { sender: Sender::of(&self.handle), row }
    }
}

/// A request that puts a row. [`Table::put`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Put<'t> {
    sender: Sender<'t, PutItemFluentBuilder>,
    row: Result<WrittenRow, TableError>,
}

impl<'t> Put<'t> {
    /// Changes the SDK's builder before it is sent. Not called if the request is a transaction.
    pub fn customize(
        self,
        change: impl FnMut(PutItemFluentBuilder) -> PutItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { sender: self.sender.customize(change), ..self }
    }

    /// Returns the SDK's builder unsent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the row cannot be written as an item, and of kind
    /// [`Refused`](crate::TableErrorKind::Refused) if the entity has legacy keys: its rows are put in a transaction.
    pub fn request(mut self) -> Result<PutItemFluentBuilder, TableError> {
        let row = self.row?;
        one_put(&row)?;
        Ok(self.sender.customized(put_item(self.sender.handle, row.item)))
    }
}

/// Adds the actions that put a row under its current key and delete the items under its legacy keys.
pub(super) fn put(actions: &mut TransactActions<'_>, row: WrittenRow) -> Result<usize, TableError> {
    let (handle, entity) = (actions.sender.handle, Some(row.entity.name()));
    let put = transact::put(handle, row.item, None);
    let deletes = row.legacy.into_iter().map(|keys| transact::delete(handle, keys));
    actions.add(Intent::Write, "put", entity, std::iter::once(put).chain(deletes))
}

impl<'t> IntoFuture for Put<'t> {
    type Output = Result<(), TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            if self.row.as_ref().is_ok_and(|row| row.entity.has_former_keys()) {
                let mut actions = TransactActions::of(self.sender.handle);
                put(&mut actions, self.row?)?;
                return actions.send_alone().await;
            }
            send_watched!(self.request()?, Watch::new()).map_err(TableError::of)?;
            Ok(())
        })
    }
}

impl fmt::Debug for Put<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Put").finish_non_exhaustive()
    }
}
