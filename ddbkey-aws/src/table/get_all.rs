//! Gets many rows.

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError;
use aws_sdk_dynamodb::types::{Get, KeysAndAttributes, TransactGetItem};
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{Pauses, TRIES};
use super::batch::Batch;
use super::error::{TableError, TableErrorKind, is_throttle};
use super::get::read;
use super::handle::{Handle, KeyStrings, Table, keys_of, strings_of};
use super::live::{Clock, is_live};
use super::rows::{KeyKind as _, ReadRow, only_entity};
use super::sender::{Sender, live, request};
use crate::value::{Item, KeysExt};

impl<T> Table<T> {
    /// Gets rows by their keys, in the order of the keys. The row is `None` for a key without an item. Two keys of one item
    /// both get its row.
    ///
    /// This sends as many requests of 100 keys as necessary, and sends unprocessed keys again after a pause. The reads
    /// are eventually consistent unless you ask for [`consistent`](GetAll::consistent). If the entity has legacy keys, this
    /// reads each key that a row may be under, and the reads are consistent.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Throttled`](crate::TableErrorKind::Throttled) if keys stay unprocessed at
    /// eight requests in a row; [`left`](TableError::left) returns their positions.
    pub fn get_all<R: ReadRow + MemberOf<T>>(
        &self,
        keys: impl IntoIterator<Item = impl KeyOf<R>>,
    ) -> GetAll<'_, R> {
        let keys = keys.into_iter().map(|key| keys_of::<R, _>(key, R::Kind::every_key));
        let keys = keys.map(|keys| keys.map(Option::unwrap_or_default)).collect();
        GetAll {
            sender: self.sender("get_all", only_entity::<R>()),
            keys,
            is_consistent: false,
            is_together: false,
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
    is_together: bool,
    of: PhantomData<fn() -> R>,
}

request!(GetAll<'t, R: ReadRow> sends BatchGetItemFluentBuilder, returns Vec<Option<R>>);

impl<R> GetAll<'_, R> {
    /// Reads consistently, for twice the read units.
    pub fn consistent(self) -> Self {
        Self { is_consistent: true, ..self }
    }

    /// Reads all rows as they are at one moment: in a transaction, whose reads cost twice the units of consistent reads.
    ///
    /// A transaction reads at most 100 items. More of them, and a [`customize`](Self::customize), which changes a
    /// `BatchGetItem`, are [`Refused`](crate::TableErrorKind::Refused). If a transaction is writing one of the items, the request
    /// is sent again after a pause, and is [`Busy`](crate::TableErrorKind::Busy) after eight tries.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ACCOUNT", id)]
    /// # #[sk("ACCOUNT")]
    /// # struct Account { id: String, cents: i64 }
    /// # #[derive(DdbTable)]
    /// # enum Bank { Account(Account) }
    /// /// No transfer between them is seen half done.
    /// async fn sum(bank: &Table<Bank>, ids: [&str; 2]) -> Result<i64, TableError> {
    ///     let accounts = bank.get_all(ids.map(|id| AccountKey { id })).together().await?;
    ///     Ok(accounts.into_iter().flatten().map(|account| account.cents).sum())
    /// }
    /// ```
    pub fn together(self) -> Self {
        Self { is_together: true, ..self }
    }

    live!(sender);
}

/// The maximum number of keys in a request, be it a batch or a transaction.
const MAX_KEYS: usize = 100;

/// Reads the items under the keys of batches.
pub(super) struct BatchReader<'t> {
    sender: Sender<'t, BatchGetItemFluentBuilder>,
    is_consistent: bool,
    items: HashMap<KeyStrings, Item>,
}

impl<'t> BatchReader<'t> {
    pub(super) fn consistent(sender: Sender<'t, BatchGetItemFluentBuilder>) -> Self {
        Self { sender, is_consistent: true, items: HashMap::new() }
    }

    /// Returns the items under these keys.
    pub(super) async fn items(
        mut self,
        keys: impl Iterator<Item = &Keys>,
    ) -> Result<HashMap<KeyStrings, Item>, TableError> {
        self.read(keys, &[]).await?;
        Ok(self.items)
    }

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
            let keys = keys.set_consistent_read(self.is_consistent.then_some(true));
            let Ok(keys) = keys.build() else { unreachable!("the builder has keys") };
            let Handle { client, name, .. } = self.sender.handle;
            let request = client.batch_get_item().request_items(name, keys);
            let got = self.sender.read(request).await?;
            for item in got.responses.into_iter().flat_map(HashMap::into_values).flatten() {
                self.items.insert(self.sender.handle.strings_in(&item), item);
            }
            let unprocessed = got.unprocessed_keys.into_iter().flat_map(HashMap::into_values);
            batch.take_back(unprocessed.flat_map(|keys| keys.keys).collect()).await?;
        }
        Ok(())
    }
}

/// Reads the items under these keys in a transaction.
async fn read_together(
    batch: Sender<'_, BatchGetItemFluentBuilder>,
    keys: &[&Keys],
) -> Result<HashMap<KeyStrings, Item>, TableError> {
    batch.refuse_customized()?;
    if keys.len() > MAX_KEYS {
        let why = format!("a transaction reads {MAX_KEYS} items, and this one {}", keys.len());
        return Err(TableError::refused(why));
    }
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let Handle { client, name, .. } = batch.handle;
    let mut request = client.transact_get_items();
    for key in keys {
        let key = Some(KeysExt::into_item((*key).clone()));
        let Ok(get) = Get::builder().table_name(name).set_key(key).build() else {
            unreachable!("it has a table and a key")
        };
        request = request.transact_items(TransactGetItem::builder().get(get).build());
    }
    let (mut sender, mut pauses, mut tried) = (batch.beside(), Pauses::of(client), 0);
    loop {
        let failed = match sender.send_customized(request.clone(), None).await {
            Ok(got) => {
                let items = got.responses.into_iter().flatten().filter_map(|got| got.item);
                return Ok(items.map(|item| (batch.handle.strings_in(&item), item)).collect());
            }
            Err(failed) => failed,
        };
        tried += 1;
        match canceled_by(&failed.error) {
            Some(kind) if tried == TRIES => return Err(TableError::of_kind(kind)),
            Some(_) => pauses.wait().await,
            None => return Err(TableError::of(failed)),
        }
    }
}

/// Returns why a transaction has read nothing, if it can be sent again.
fn canceled_by(error: &SdkError<TransactGetItemsError>) -> Option<TableErrorKind> {
    let TransactGetItemsError::TransactionCanceledException(canceled) = error.as_service_error()?
    else {
        return None;
    };
    canceled.cancellation_reasons().iter().find_map(|reason| match reason.code() {
        Some("TransactionConflict") => Some(TableErrorKind::Busy),
        code => is_throttle(code).then_some(TableErrorKind::Throttled),
    })
}

impl<R: ReadRow> GetAll<'_, R> {
    async fn run(self) -> Result<Vec<Option<R>>, TableError> {
        let (keys, clock) = (self.keys?, self.sender.clock);
        let strings: Vec<Vec<_>> =
            keys.iter().map(|keys| keys.iter().map(strings_of).collect()).collect();
        // How many rows are still to be read from the item under each key.
        let mut uses = HashMap::<_, usize>::new();
        let mut is_new = |key| {
            let uses = uses.entry(strings_of(key)).or_default();
            *uses += 1;
            *uses == 1
        };
        let distinct: Vec<_> = keys.iter().flatten().filter(|key| is_new(key)).collect();
        if self.is_together {
            let items = read_together(self.sender, &distinct).await?;
            return rows_of(&strings, uses, items, clock);
        }
        // Only consistent reads find a row that may move between two keys.
        let is_consistent = self.is_consistent || keys.iter().any(|keys| keys.len() > 1);
        let mut reader = BatchReader { sender: self.sender, is_consistent, items: HashMap::new() };
        reader.read(distinct.into_iter(), &strings).await?;
        // A row that moved meanwhile is under its current key, which is the last one.
        let mut missing = HashSet::new();
        let is_missing = |keys: &&Vec<Keys>| {
            let has = |keys| reader.items.contains_key(&strings_of(keys));
            keys.len() > 1 && !keys.iter().any(has)
        };
        let current = keys.iter().filter(is_missing).filter_map(|keys| keys.last());
        let current: Vec<_> = current.filter(|key| missing.insert(strings_of(key))).collect();
        reader.read(current.into_iter(), &strings).await?;
        rows_of(&strings, uses, reader.items, clock)
    }
}

/// Returns the row under the keys of each row.
fn rows_of<R: ReadRow>(
    keys: &[Vec<KeyStrings>],
    mut uses: HashMap<KeyStrings, usize>,
    mut items: HashMap<KeyStrings, Item>,
    clock: Option<Clock>,
) -> Result<Vec<Option<R>>, TableError> {
    let rows = keys.iter().map(|keys| {
        let item = keys.iter().rev().find_map(|key| {
            let uses = uses.get_mut(key)?;
            *uses -= 1;
            if *uses == 0 { items.remove(key) } else { items.get(key).cloned() }
        });
        item.filter(|item| is_live(clock, item)).map(read::<R>).transpose()
    });
    rows.collect()
}
