//! Gets many rows.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::types::KeysAndAttributes;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::batch::Batch;
use super::error::TableError;
use super::get::read;
use super::handle::{Handle, KeyStrings, Sender, Sending, Table, keys_of, strings_of};
use super::live::{Clock, is_live};
use super::rows::{ReadKind as _, ReadRow};
use crate::value::{Item, KeysExt};

impl<T> Table<T> {
    /// Gets rows by their keys, in the order of the keys. The row is `None` for a key without an item.
    ///
    /// This sends as many requests of 100 keys as necessary, and sends unprocessed keys again after a pause. The reads
    /// are eventually consistent unless you ask for [`consistent`](GetAll::consistent). If the entity has legacy keys, this
    /// reads each key that a row may be under, and the reads are consistent.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Refused`](crate::TableErrorKind::Refused), before anything is sent, if
    /// two keys belong to one item. The kind is [`Throttled`](crate::TableErrorKind::Throttled) if keys stay
    /// unprocessed; [`left`](TableError::left) returns their positions.
    pub fn get_all<R: ReadRow + MemberOf<T>>(
        &self,
        keys: impl IntoIterator<Item = impl KeyOf<R>>,
    ) -> GetAll<'_, R> {
        let keys = keys.into_iter().map(|key| keys_of::<R, _>(key, R::Kind::every_key));
        let keys = keys.map(|keys| keys.map(Option::unwrap_or_default)).collect();
        GetAll {
            sender: Sender::of(&self.handle),
            keys,
            is_consistent: false,
            clock: Ok(None),
            of: PhantomData,
        }
    }
}

/// A request that gets many rows. [`Table::get_all`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct GetAll<'t, R> {
    sender: Sender<'t, BatchGetItemFluentBuilder>,
    /// The keys of each row. The list is empty if no row can have the key.
    keys: Result<Vec<Vec<Keys>>, TableError>,
    is_consistent: bool,
    clock: Result<Option<Clock>, TableError>,
    of: PhantomData<fn() -> R>,
}

impl<'t, R> GetAll<'t, R> {
    /// Reads consistently, for twice the read units.
    pub fn consistent(self) -> Self {
        Self { is_consistent: true, ..self }
    }

    /// Leaves out each row that has expired at this time, as [`Get::live`](crate::requests::Get::live) does.
    pub fn live(self, now: u64) -> Self {
        Self { clock: self.sender.handle.clock(now), ..self }
    }

    /// Changes the SDK's builder of each request before it is sent.
    pub fn customize(
        self,
        change: impl FnMut(BatchGetItemFluentBuilder) -> BatchGetItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { sender: self.sender.customize(change), ..self }
    }
}

/// The maximum number of keys in a request.
const MAX_KEYS: usize = 100;

/// Reads the items under the keys of batches.
struct BatchReader<'t> {
    sender: Sender<'t, BatchGetItemFluentBuilder>,
    is_consistent: bool,
    items: HashMap<KeyStrings, Item>,
}

impl BatchReader<'_> {
    /// Reads the items under these keys. The error tells the positions of rows with an unread key.
    async fn read(
        &mut self,
        keys: impl Iterator<Item = &Keys>,
        rows: &[Vec<KeyStrings>],
    ) -> Result<(), TableError> {
        let keys = keys.cloned().map(KeysExt::into_item);
        let mut batch = Batch::of(self.sender.handle, MAX_KEYS, keys);
        self.read_batch(&mut batch).await.map_err(|error| {
            let unread: HashSet<_> =
                batch.left().map(|key| self.sender.handle.strings_in(key)).collect();
            let is_unread = |keys: &Vec<KeyStrings>| keys.iter().any(|key| unread.contains(key));
            let places = rows.iter().enumerate().filter(|(_, keys)| is_unread(keys));
            error.with_left(places.map(|(place, _)| place).collect(), Vec::new())
        })
    }

    async fn read_batch(&mut self, batch: &mut Batch<Item>) -> Result<(), TableError> {
        while let Some(keys) = batch.next() {
            let keys = KeysAndAttributes::builder().set_keys(Some(keys));
            let keys = if self.is_consistent { keys.consistent_read(true) } else { keys };
            let Ok(keys) = keys.build() else { unreachable!("the builder has keys") };
            let Handle { client, name, .. } = self.sender.handle;
            let request = client.batch_get_item().request_items(name, keys);
            let got = self.sender.customized(request).send().await;
            let got = got.map_err(|error| TableError::of(error.into()))?;
            for item in got.responses.into_iter().flat_map(HashMap::into_values).flatten() {
                self.items.insert(self.sender.handle.strings_in(&item), item);
            }
            let unprocessed = got.unprocessed_keys.into_iter().flat_map(HashMap::into_values);
            batch.take_back(unprocessed.flat_map(|keys| keys.keys).collect()).await?;
        }
        Ok(())
    }
}

impl<'t, R: ReadRow + 't> IntoFuture for GetAll<'t, R> {
    type Output = Result<Vec<Option<R>>, TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { sender, keys, is_consistent, clock, .. } = self;
        Box::pin(async move {
            let (keys, clock) = (keys?, clock?);
            let strings: Vec<Vec<_>> =
                keys.iter().map(|keys| keys.iter().map(strings_of).collect()).collect();
            let mut seen = HashSet::new();
            if !strings.iter().flatten().all(|key| seen.insert(key)) {
                return Err(twice());
            }
            // Only consistent reads find a row that may move between two keys.
            let is_consistent = is_consistent || keys.iter().any(|keys| keys.len() > 1);
            let mut reader = BatchReader { sender, is_consistent, items: HashMap::new() };
            reader.read(keys.iter().flatten(), &strings).await?;
            // A row that moved meanwhile is under its current key, which is the last one.
            let is_missing = |keys: &&Vec<Keys>| {
                let has = |keys| reader.items.contains_key(&strings_of(keys));
                keys.len() > 1 && !keys.iter().any(has)
            };
            let missing: Vec<_> =
                keys.iter().filter(is_missing).filter_map(|keys| keys.last()).collect();
            reader.read(missing.into_iter(), &strings).await?;
            let mut items = reader.items;
            let rows = strings.iter().map(|keys| {
                let item = keys.iter().rev().find_map(|key| items.remove(key));
                item.filter(|item| is_live(clock, item)).map(read::<R>).transpose()
            });
            rows.collect()
        })
    }
}

/// Creates the error of a batch with two keys of one item.
pub(super) fn twice() -> TableError {
    TableError::refused("two of the keys belong to one item")
}

impl<R> fmt::Debug for GetAll<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GetAll").field("is_consistent", &self.is_consistent).finish_non_exhaustive()
    }
}
