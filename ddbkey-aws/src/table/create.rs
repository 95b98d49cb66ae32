//! Creates a row.

use std::fmt;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;

use super::attempts::{Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Sender, Sending, Table};
use super::live::{Clock, IfAbsent};
use super::rows::{WriteKind as _, WriteRow, WrittenRow};
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
    /// [`item`](TableError::item) returns that item. If an answer was lost and the stored row equals the new row, nobody knows
    /// which writer created it, and the kind is [`InDoubt`](crate::TableErrorKind::InDoubt). If it matters whose row it is,
    /// give the row a field that names its owner, or ask for [`exactly_once`](Create::exactly_once). The kind is
    /// [`Key`](crate::TableErrorKind::Key) or [`Item`](crate::TableErrorKind::Item) if the row cannot be written as an
    /// item.
    pub fn create<R: WriteRow + MemberOf<T>>(&self, row: &R) -> Create<'_> {
        let row = R::Kind::encode(row).map_err(TableError::from);
        let clock = Ok(None);
        Create { sender: Sender::of(&self.handle), row, is_exactly_once: false, clock }
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

impl<'t> Create<'t> {
    /// Sends the request as a transaction of one action with a token. For ten minutes, the service recognizes a repeated
    /// request by the token. The request takes twice the write units.
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
    /// [`Refused`](crate::TableErrorKind::Refused) if the entity has legacy keys: its rows are created in a transaction.
    pub fn request(mut self) -> Result<PutItemFluentBuilder, TableError> {
        let row = self.row?;
        one_put(&row)?;
        let absent = IfAbsent { pk: self.sender.handle.pk, clock: self.clock? };
        let put = with_condition!(put_item(self.sender.handle, row.item), absent);
        Ok(self.sender.customized(put))
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

impl<'t> IntoFuture for Create<'t> {
    type Output = Result<(), TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let handle = self.sender.handle;
            let is_transaction = self.is_exactly_once
                || self.row.as_ref().is_ok_and(|row| row.entity.has_former_keys());
            if is_transaction {
                let mut actions = TransactActions::of(handle);
                create(&mut actions, self.row?, self.clock?)?;
                return actions.send_alone().await;
            }
            let row = self.row.as_ref().ok().filter(|_| handle.sends_again());
            let created = row.map(|row| row.item.clone());
            let sent = send_watched!(self.request()?, Watch::new());
            let Err(failed) = sent else { return Ok(()) };
            let is_in_doubt = failed.is_in_doubt;
            let stored = failed.unmet()?;
            let is_own = is_in_doubt && stored == created;
            let kind = if is_own { TableErrorKind::InDoubt } else { TableErrorKind::Exists };
            Err(TableError::of_kind(kind).with_item(stored))
        })
    }
}

impl fmt::Debug for Create<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Create")
            .field("is_exactly_once", &self.is_exactly_once)
            .finish_non_exhaustive()
    }
}
