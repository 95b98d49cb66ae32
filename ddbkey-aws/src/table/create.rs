//! Creates a row.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::error::TableError;
use super::handle::Table;
use super::live::IfAbsent;
use super::put::{put_row, written};
use super::rows::{WriteRow, WrittenRow};
use super::sender::{Sender, exactly_once, request};

impl<T> Table<T> {
    /// Creates a row, on the condition that no row has its key.
    ///
    /// If the entity has legacy keys, the request is a transaction that also checks that no item is stored under a
    /// legacy key of the row. If the entity has alternatives (`#[or]`), only the key that the row is written under is
    /// checked: a row with the same id and another optional part has another key.
    ///
    /// The condition holds within one Region: create the rows of a global table in one Region.
    ///
    /// # Cost
    ///
    /// The write units of the item, or of the stored item if there is one. As a transaction, twice these, and a check of each legacy
    /// key.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Exists`](crate::TableErrorKind::Exists) if the row exists;
    /// [`item`](TableError::item) returns that item. The kind is [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is
    /// lost. The request is not sent again then, since it could create the row again after another writer has deleted it. To
    /// get an answer, ask for [`exactly_once`](Create::exactly_once). The kind is [`Key`](crate::TableErrorKind::Key) or
    /// [`Item`](crate::TableErrorKind::Item) if the row cannot be written as an item that can be read.
    pub fn create<R: WriteRow + MemberOf<T>>(&self, row: &R) -> Create<'_> {
        let (entity, row) = written(row);
        Create { sender: self.sender("create", entity), row }
    }
}

/// A request that creates a row. [`Table::create`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Create<'t> {
    sender: Sender<'t, PutItemFluentBuilder>,
    row: Result<WrittenRow, TableError>,
}

request!(Create<'t> sends PutItemFluentBuilder, returns ());

impl Create<'_> {
    exactly_once! {}

    /// Also replaces a row that has expired at this time, in seconds since 1970: a lock or a session that DynamoDB has
    /// not deleted yet.
    ///
    /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
    /// time to live, if `now` is a duration or in milliseconds, or if the entity has legacy keys.
    pub fn or_expired(mut self, now: u64) -> Self {
        self.sender.live(now);
        self
    }

    async fn run(self) -> Result<(), TableError> {
        let absent = IfAbsent { pk: self.sender.handle.pk, clock: self.sender.clock };
        put_row(self.sender, self.row?, Some(absent)).await
    }
}
