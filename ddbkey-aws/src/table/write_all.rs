//! Puts or deletes many rows.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::AfterLoss;
use super::batch::Batch;
use super::error::TableError;
use super::handle::{Handle, KeyStrings, Table, keys_of, strings_of};
use super::rows::{KeyKind as _, KeyRow, WriteKind as _, WriteRow, only_entity};
use super::sender::{Sender, request};
use super::size::{MAX_ITEM, of_item};
use super::transact::one_put;
use crate::value::KeysExt as _;

impl<T> Table<T> {
    /// Puts rows that nobody else writes, as [`put`](Self::put) puts one row.
    ///
    /// All items are built before anything is sent. This sends as many requests of 25 rows as necessary, and sends unprocessed
    /// rows again after a pause. If the future is dropped, each row of the request in flight may or may not be put, and no
    /// later row is.
    ///
    /// # Cost
    ///
    /// The write units of each item, as for single puts.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`], before anything is sent, if a row cannot be written as an item. The kind is
    /// [`Refused`](crate::TableErrorKind::Refused) if two rows have one key, if an item has more than 400 KB, or if the entity
    /// has legacy keys. After any other error, [`left`](TableError::left) and [`requests`](TableError::requests) return the
    /// rows that may not be put.
    pub fn put_all<'r, R: WriteRow + MemberOf<T> + 'r>(
        &self,
        rows: impl IntoIterator<Item = &'r R>,
    ) -> WriteAll<'_> {
        let put = |(place, row): (usize, &'r R)| {
            let row = R::Kind::encode(row)?;
            one_put(&row)?;
            if of_item(&row.item) > MAX_ITEM {
                return Err(TableError::refused("an item has more than 400 KB")
                    .with_left(vec![place], Vec::new()));
            }
            let key = self.handle.strings_in(&row.item);
            let Ok(put) = PutRequest::builder().set_item(Some(row.item)).build() else {
                unreachable!("it has an item")
            };
            Ok(Write { place, key, request: WriteRequest::builder().put_request(put).build() })
        };
        let writes = rows.into_iter().enumerate().map(put).collect();
        let sender = self.sender("put_all", only_entity::<R>());
        WriteAll { sender, writes, after_loss: AfterLoss::SendAgain }
    }

    /// Deletes rows by their keys, whether or not they exist.
    ///
    /// This sends as many requests of 25 keys as necessary, and sends unprocessed keys again after a pause. If the entity has
    /// legacy keys, this deletes under each key that a row may be under. A key of the table, such as a key from
    /// [`Query::keys`](crate::requests::Query::keys), is deleted as read.
    ///
    /// # Cost
    ///
    /// The write units of each item, as for single deletes, one for a key without an item.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Refused`](crate::TableErrorKind::Refused), before anything is sent, if
    /// two keys belong to one item. The kind is [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost: as a
    /// [`delete`](Self::delete), the request is not sent again then. After any other error than `Refused`,
    /// [`left`](TableError::left) and [`requests`](TableError::requests) return the keys that may not be deleted.
    pub fn delete_all<R: KeyRow + MemberOf<T>>(
        &self,
        keys: impl IntoIterator<Item = impl KeyOf<R>>,
    ) -> WriteAll<'_> {
        let mut writes = Ok(Vec::new());
        for (place, key) in keys.into_iter().enumerate() {
            let (Ok(list), keys) = (&mut writes, keys_of::<R, _>(key, R::Kind::known_keys)) else {
                break;
            };
            match keys {
                Ok(keys) => list.extend(keys.into_iter().flatten().map(|keys| {
                    let key = strings_of(&keys);
                    let delete = DeleteRequest::builder().set_key(Some(keys.into_item()));
                    let Ok(delete) = delete.build() else { unreachable!("it has a key") };
                    let request = WriteRequest::builder().delete_request(delete).build();
                    Write { place, key, request }
                })),
                Err(error) => writes = Err(error),
            }
        }
        let sender = self.sender("delete_all", only_entity::<R>());
        WriteAll { sender, writes, after_loss: AfterLoss::Stop }
    }
}

/// A request that writes many rows. [`Table::put_all`] and [`Table::delete_all`] return it.
#[must_use = "a request does nothing until it is awaited"]
pub struct WriteAll<'t> {
    sender: Sender<'t, BatchWriteItemFluentBuilder>,
    writes: Result<Vec<Write>, TableError>,
    after_loss: AfterLoss,
}

/// A write of a batch, and the position of its row in the call.
struct Write {
    place: usize,
    key: KeyStrings,
    request: WriteRequest,
}

request!(WriteAll<'t> sends BatchWriteItemFluentBuilder, returns ());

/// The maximum number of writes in a request.
const MAX_WRITES: usize = 25;

impl WriteAll<'_> {
    async fn run(mut self) -> Result<(), TableError> {
        let mut places = HashMap::new();
        let mut requests = Vec::new();
        for Write { place, key, request } in self.writes? {
            if let Some(first) = places.insert(key, place) {
                let error = format!("positions {first} and {place} belong to one item");
                return Err(TableError::refused(error).with_left(vec![first, place], Vec::new()));
            }
            requests.push(request);
        }
        let mut batch = Batch::of(self.sender.handle, MAX_WRITES, requests);
        let written = write_batch(&mut self.sender, &mut batch, self.after_loss).await;
        written.map_err(|error| self.sender.handle.with_left(error, batch.left(), &places))
    }
}

async fn write_batch(
    sender: &mut Sender<'_, BatchWriteItemFluentBuilder>,
    batch: &mut Batch<WriteRequest>,
    after_loss: AfterLoss,
) -> Result<(), TableError> {
    while let Some(requests) = batch.next() {
        let Handle { client, name, .. } = sender.handle;
        let request = client.batch_write_item().request_items(name, requests);
        let written = sender.write(request, after_loss).await;
        let unprocessed = written.map_err(TableError::of)?.unprocessed_items.into_iter();
        let unprocessed = unprocessed.flat_map(HashMap::into_values).flatten();
        batch.take_back(unprocessed.collect()).await?;
    }
    Ok(())
}

impl Handle {
    /// Creates the error with the writes that may not be done, in the order of the call.
    fn with_left<'w>(
        &self,
        error: TableError,
        left: impl Iterator<Item = &'w WriteRequest>,
        places: &HashMap<KeyStrings, usize>,
    ) -> TableError {
        let place = |request: &WriteRequest| {
            let put = request.put_request().map(|put| &put.item);
            let key = put.or(request.delete_request().map(|delete| &delete.key));
            key.and_then(|key| places.get(&self.strings_in(key)).copied()).unwrap_or_default()
        };
        let mut left: Vec<_> = left.map(|request| (place(request), request.clone())).collect();
        left.sort_by_key(|(place, _)| *place);
        let (mut places, requests): (Vec<_>, _) = left.into_iter().unzip();
        places.dedup();
        error.with_left(places, requests)
    }
}
