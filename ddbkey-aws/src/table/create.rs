//! Creates a row.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::attempts::{AfterLoss, Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Sender, Sending, Table, request};
use super::live::{Clock, IfAbsent};
use super::rows::{WriteKind as _, WriteRow, WrittenRow, only_entity};
use super::transact::{Intent, TransactActions, condition_check, put};
use crate::value::Item;

impl<T> Table<T> {
    /// Creates a row, on the condition that no row has its key.
    ///
    /// If the entity has legacy keys, the request is a transaction that also checks that no item is stored under a
    /// legacy key of the row. If the entity has alternatives (`#[or]`), only the key that the row is written under is
    /// checked: a row with the same id and another optional part has another key.
    ///
    /// The condition holds within one Region: create the rows of a global table in one Region.
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
        let sender = Sender::of(&self.handle, "create", entity);
        Create { sender, row, is_exactly_once: false, clock: Ok(None) }
    }
}

/// A request that creates a row. [`Table::create`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Create<'t> {
    sender: Sender<'t, PutItemFluentBuilder>,
    row: Result<WrittenRow, TableError>,
    is_exactly_once: bool,
    clock: Result<Option<Clock>, TableError>,
}

request!(Create<'t> sends PutItemFluentBuilder, returns ());

impl<'t> Create<'t> {
    /// Sends the request as a transaction of one action with a token. For ten minutes, the service recognizes a repeated
    /// request by the token, and it may be sent again. The request takes twice the write units.
    pub fn exactly_once(self) -> Self {
        Self { is_exactly_once: true, ..self }
    }

    /// Also replaces a row that has expired at this time, in seconds since 1970: a lock or a session that DynamoDB has
    /// not deleted yet.
    ///
    /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
    /// time to live, if `now` is a duration or in milliseconds, or if the entity has legacy keys.
    pub fn or_expired(self, now: u64) -> Self {
        Self { clock: self.sender.handle.clock(now), ..self }
    }

    async fn run(mut self) -> Result<(), TableError> {
        let (row, clock, handle) = (self.row?, self.clock?, self.sender.handle);
        if self.is_exactly_once || row.entity.has_former_keys() {
            let mut actions = self.sender.transaction()?;
            create(&mut actions, row, clock)?;
            return actions.send_alone().await;
        }
        let absent = IfAbsent { pk: handle.pk, clock };
        let put = self.sender.customized(with_condition!(put_item(handle, row.item), absent));
        let sent = send_watched!(put, AfterLoss::Stop);
        sent.map(drop).map_err(|failed| failed.into_error(TableErrorKind::Exists))
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

/// Checks that a single put is enough to write the row.
pub(super) fn one_put(row: &WrittenRow) -> Result<(), TableError> {
    if row.entity.has_former_keys() {
        let entity = row.entity.name();
        return Err(TableError::refused(format!(
            "`{entity}` has legacy keys, and its rows are put in a transaction"
        )));
    }
    Ok(())
}

pub(super) fn put_item(handle: &Handle, item: Item) -> PutItemFluentBuilder {
    handle.client.put_item().table_name(&handle.name).set_item(Some(item))
}

/// Adds the actions that create a row. None of its keys may have an item.
pub(super) fn create(
    actions: &mut TransactActions<'_>,
    row: WrittenRow,
    clock: Option<Clock>,
) -> Result<usize, TableError> {
    if clock.is_some() {
        one_put(&row)?;
    }
    let entity = Some(row.entity.name());
    let handle = actions.sender.handle;
    let put = put(handle, row.item, Some(IfAbsent { pk: handle.pk, clock }));
    let checks = row.legacy.into_iter().map(|keys| condition_check(handle, keys, false));
    actions.add(Intent::Create, "create", entity, std::iter::once(put).chain(checks))
}
