//! Puts a row, whether or not one exists.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::attempts::{AfterLoss, Watch, send_watched};
use super::create::{put_item, written};
use super::error::{TableError, TableErrorKind};
use super::handle::{Sender, Sending, Table, request};
use super::rows::{WriteRow, WrittenRow};
use super::transact::{self, Intent, TransactActions};

impl<T> Table<T> {
    /// Puts a row that nobody else writes, such as a row of an import or a cache. The put replaces the whole item, whatever
    /// others have written since you read it.
    ///
    /// Attributes that the struct does not know are lost, and a version goes back to the version of the row. If an answer is
    /// lost, the put is sent again, and undoes what was written in between, unless you have added a condition or ask for
    /// [`exactly_once`](Put::exactly_once). For a row that others write, use [`update`](Self::update).
    ///
    /// If the entity has legacy keys, the request is a transaction that also deletes the item under each legacy key of the
    /// row.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) or
    /// [`Item`](crate::TableErrorKind::Item) if the row cannot be written as an item that can be read, of kind
    /// [`InDoubt`](crate::TableErrorKind::InDoubt) if no attempt gets an answer, of kind
    /// [`Busy`](crate::TableErrorKind::Busy) if a transaction is working on the item at each attempt, and of kind
    /// [`Conflict`](crate::TableErrorKind::Conflict) if a condition that you have added is not met.
    pub fn put<R: WriteRow + MemberOf<T>>(&self, row: &R) -> Put<'_> {
        let (entity, row) = written(row);
        Put { sender: Sender::of(&self.handle, "put", entity), row, is_exactly_once: false }
    }
}

/// A request that puts a row. [`Table::put`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Put<'t> {
    sender: Sender<'t, PutItemFluentBuilder>,
    row: Result<WrittenRow, TableError>,
    is_exactly_once: bool,
}

request!(Put<'t> sends PutItemFluentBuilder, returns ());

impl Put<'_> {
    /// Sends the request as a transaction of one action with a token. For ten minutes, the service recognizes a repeated
    /// request by the token. The request takes twice the write units.
    pub fn exactly_once(self) -> Self {
        Self { is_exactly_once: true, ..self }
    }

    async fn run(mut self) -> Result<(), TableError> {
        let row = self.row?;
        if self.is_exactly_once || row.entity.has_former_keys() {
            let mut actions = self.sender.transaction()?;
            put(&mut actions, row)?;
            return actions.send_alone().await;
        }
        let put = self.sender.customized(put_item(self.sender.handle, row.item));
        // A condition may be met again after others have written.
        let after_loss = match put.get_condition_expression() {
            None => AfterLoss::SendAgain,
            Some(_) => AfterLoss::Stop,
        };
        let sent = send_watched!(put, after_loss);
        sent.map(drop).map_err(|failed| failed.into_error(TableErrorKind::Conflict))
    }
}

/// Adds the actions that put a row under its current key and delete the items under its legacy keys.
pub(super) fn put(actions: &mut TransactActions<'_>, row: WrittenRow) -> Result<usize, TableError> {
    let (handle, entity) = (actions.sender.handle, Some(row.entity.name()));
    let put = transact::put(handle, row.item, None);
    let deletes = row.legacy.into_iter().map(|keys| transact::delete(handle, keys));
    actions.add(Intent::Write, "put", entity, std::iter::once(put).chain(deletes))
}
