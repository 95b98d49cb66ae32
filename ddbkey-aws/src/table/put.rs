//! Puts a row, whether or not one exists.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::attempts::{AfterLoss, Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Sender, Sending, Table, request};
use super::live::IfAbsent;
use super::rows::{WriteKind as _, WriteRow, WrittenRow, only_entity};

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

    async fn run(self) -> Result<(), TableError> {
        put_row(self.sender, self.row?, None, self.is_exactly_once).await
    }
}

/// Returns a row as an item, and the name of its entity.
pub(super) fn written<R: WriteRow>(
    row: &R,
) -> (Option<&'static str>, Result<WrittenRow, TableError>) {
    match R::Kind::encode(row) {
        Ok(row) => (Some(row.entity.name()), Ok(row)),
        Err(error) => (only_entity::<R>(), Err(error.into())),
    }
}

/// Puts a row, or creates it on a condition.
pub(super) async fn put_row(
    mut sender: Sender<'_, PutItemFluentBuilder>,
    row: WrittenRow,
    absent: Option<IfAbsent>,
    is_exactly_once: bool,
) -> Result<(), TableError> {
    if is_exactly_once || row.entity.has_former_keys() {
        let mut actions = sender.transaction()?;
        actions.put(row, absent)?;
        return actions.send_alone().await;
    }
    let Handle { client, name, .. } = sender.handle;
    let mut put = client.put_item().table_name(name).set_item(Some(row.item));
    let mut unmet = TableErrorKind::Conflict;
    if let Some(absent) = absent {
        (put, unmet) = (with_condition!(put, absent), TableErrorKind::Exists);
    }
    let put = sender.customized(put);
    // A condition may be met again after others have written.
    let after_loss = match put.get_condition_expression() {
        None => AfterLoss::SendAgain,
        Some(_) => AfterLoss::Stop,
    };
    send_watched!(put, after_loss).map(drop).map_err(|failed| failed.into_error(unmet))
}
