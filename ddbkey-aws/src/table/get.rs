//! Gets a row.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::error::TableError;
use super::handle::{Handle, Sender, Sending, Table, keys_of, request};
use super::live::{Clock, is_live};
use super::rows::{ReadKind as _, ReadRow, only_entity};
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Gets a row, or `None` if there is none.
    ///
    /// The read is consistent unless you ask for [`eventually`](Get::eventually). If the entity has legacy keys, this reads
    /// the current key, then each legacy key, then the current key again, and stops at the first key that has an item. A row
    /// moves from a legacy key to the current key, and never back.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Item`](crate::TableErrorKind::Item) if the item cannot be read, of kind
    /// [`Refused`](crate::TableErrorKind::Refused) if a legacy key has a field that the key lacks, and of kind
    /// [`Throttled`](crate::TableErrorKind::Throttled) or [`Service`](crate::TableErrorKind::Service) if the read fails.
    pub fn get<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Get<'_, R> {
        Get {
            sender: Sender::of(&self.handle, "get", only_entity::<R>()),
            keys: keys_of::<R, _>(key, R::Kind::every_key),
            is_consistent: true,
            clock: Ok(None),
            of: PhantomData,
        }
    }
}

/// A request that gets a row. [`Table::get`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Get<'t, R> {
    sender: Sender<'t, GetItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    is_consistent: bool,
    clock: Result<Option<Clock>, TableError>,
    of: PhantomData<fn() -> R>,
}

request!(Get<'t, R: ReadRow> sends GetItemFluentBuilder, returns Option<R>);

impl<R> Get<'_, R> {
    /// Reads with eventual consistency, for half of the read units. A row that was just written may be missing or old.
    pub fn eventually(self) -> Self {
        Self { is_consistent: false, ..self }
    }

    /// Leaves out a row that has expired at this time, in seconds since 1970. DynamoDB deletes an expired row within a few
    /// days, and returns it until then. A row without a time to live, or with 0, never expires.
    ///
    /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
    /// time to live, or if `now` is a duration or in milliseconds.
    pub fn live(self, now: u64) -> Self {
        Self { clock: self.sender.handle.clock(now), ..self }
    }
}

impl<R: ReadRow> Get<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        let clock = self.clock?;
        let Some(keys) = self.keys? else { return Ok(None) };
        let item = find(&mut self.sender, &keys, self.is_consistent).await?;
        item.filter(|item| is_live(clock, item)).map(read::<R>).transpose()
    }
}

fn get_item(handle: &Handle, keys: Keys, is_consistent: bool) -> GetItemFluentBuilder {
    let get = handle.client.get_item().table_name(&handle.name).set_key(Some(keys.into_item()));
    if is_consistent { get.consistent_read(true) } else { get }
}

/// Returns the item under any of these keys. The current key is the last one.
pub(super) async fn find(
    sender: &mut Sender<'_, GetItemFluentBuilder>,
    keys: &[Keys],
    is_consistent: bool,
) -> Result<Option<Item>, TableError> {
    for keys in in_order(keys) {
        let get = get_item(sender.handle, keys.clone(), is_consistent);
        let got = sender.customized(get).send().await;
        if let Some(item) = got.map_err(|error| TableError::of(error.into()))?.item {
            return Ok(Some(item));
        }
    }
    Ok(None)
}

/// Returns the keys of a row in search order. The current key is last in `keys`. If a row moves while the legacy keys are
/// read, the second read of the current key finds it.
pub(super) fn in_order(keys: &[Keys]) -> impl Iterator<Item = &Keys> {
    let (current, legacy) = match keys.split_last() {
        Some((current, legacy)) => (Some(current), legacy),
        None => (None, keys),
    };
    current.into_iter().chain(legacy).chain(current.filter(|_| !legacy.is_empty()))
}

/// Returns the current item under any of these keys, as a write needs it.
pub(super) async fn find_current(
    handle: &Handle,
    keys: &[Keys],
) -> Result<Option<Item>, TableError> {
    find(&mut Sender::of(handle, "get", None), keys, true).await
}

/// Reads the row of an item.
pub(super) fn read<R: ReadRow>(item: Item) -> Result<R, TableError> {
    R::Kind::decode(item).map_err(TableError::from)
}
