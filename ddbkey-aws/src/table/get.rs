//! Gets a row.

use std::borrow::Cow;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::error::TableError;
use super::handle::{Handle, Table, keys_of};
use super::live::is_live;
use super::rows::{KeyKind as _, ReadRow, only_entity};
use super::sender::{Sender, live, request};
use crate::items::ReadKind as _;
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Gets a row, or `None` if there is none.
    ///
    /// The read is consistent unless you ask for [`eventually`](Get::eventually). If the entity has legacy keys, this reads
    /// the current key, then each legacy key, then the current key again, and stops at the first key that has an item. A row
    /// moves from a legacy key to the current key, and never back.
    ///
    /// # Cost
    ///
    /// One read unit for each 4 KB of the item, half of it with [`eventually`](Get::eventually), and for no item at least as for the
    /// smallest one. If the entity has `n` legacy keys, a get that finds no row takes `n + 2` requests.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Item`](crate::TableErrorKind::Item) if the item cannot be read, of kind
    /// [`Refused`](crate::TableErrorKind::Refused) if a legacy key has a field that the key lacks, and of kind
    /// [`Throttled`](crate::TableErrorKind::Throttled) or [`Service`](crate::TableErrorKind::Service) if the read fails.
    pub fn get<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Get<'_, R> {
        Get {
            sender: self.sender("get", only_entity::<R>()),
            keys: keys_of::<R, _>(key, R::Kind::every_key),
            is_consistent: true,
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
    of: PhantomData<fn() -> R>,
}

request!(Get<'t, R: ReadRow> sends GetItemFluentBuilder, returns Option<R>);

impl<R> Get<'_, R> {
    /// Reads with eventual consistency, for half of the read units. A row that was just written may be missing or old.
    pub fn eventually(self) -> Self {
        Self { is_consistent: false, ..self }
    }

    live!(sender);
}

impl<R: ReadRow> Get<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        let Some(keys) = self.keys? else { return Ok(None) };
        let item = find(&mut self.sender, &keys, self.is_consistent).await?;
        item.filter(|item| is_live(self.sender.clock, item)).map(read::<R>).transpose()
    }
}

/// Returns the item under any of these keys. The current key is the last one.
pub(super) async fn find(
    sender: &mut Sender<'_, GetItemFluentBuilder>,
    keys: &[Keys],
    is_consistent: bool,
) -> Result<Option<Item>, TableError> {
    let Handle { client, name, .. } = sender.handle;
    for keys in in_order(keys) {
        let get = client.get_item().table_name(name).set_key(Some(keys.clone().into_item()));
        let get = get.set_consistent_read(is_consistent.then_some(true));
        if let Some(item) = sender.read(get).await?.item {
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

/// Reads the row of an item.
pub(super) fn read<R: ReadRow>(item: Item) -> Result<R, TableError> {
    Ok(R::Kind::read(Cow::Owned(item))?.entity)
}
