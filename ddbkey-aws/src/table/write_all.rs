//! Puts or deletes many rows.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{Watch, send_watched};
use super::batch::Batch;
use super::create::one_put;
use super::error::TableError;
use super::get_all::twice;
use super::handle::{Handle, KeyStrings, Sender, Sending, Table, keys_of, strings_of};
use super::rows::{KeyKind as _, KeyRow, WriteKind as _, WriteRow};
use super::size::{MAX_ITEM, of_item};
use crate::value::KeysExt as _;

impl<T> Table<T> {
    /// Puts rows that nobody else writes, as [`put`](Self::put) puts one row.
    ///
    /// All items are built before anything is sent. This sends as many requests of 25 rows as necessary, and sends unprocessed
    /// rows again after a pause. If the future is dropped, each row of the request in flight may or may not be put, and no
    /// later row is.
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
            let row = R::Kind::encode(row).map_err(TableError::from)?;
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
        WriteAll { sender: Sender::of(&self.handle), writes }
    }

    /// Deletes rows by their keys, whether or not they exist.
    ///
    /// This sends as many requests of 25 keys as necessary, and sends unprocessed keys again after a pause. If the entity has
    /// legacy keys, this deletes under each key that a row may be under. A key of the table, such as a key from
    /// [`Query::keys`](crate::requests::Query::keys), is deleted as it is.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Refused`](crate::TableErrorKind::Refused), before anything is sent, if
    /// two keys belong to one item. After any other error, [`left`](TableError::left) and
    /// [`requests`](TableError::requests) return the keys that may not be deleted.
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
        WriteAll { sender: Sender::of(&self.handle), writes }
    }
}

/// A request that writes many rows. [`Table::put_all`] and [`Table::delete_all`] return it.
#[must_use = "a request does nothing until it is awaited"]
pub struct WriteAll<'t> {
    sender: Sender<'t, BatchWriteItemFluentBuilder>,
    writes: Result<Vec<Write>, TableError>,
}

/// A write of a batch, and the position of its row in the call.
struct Write {
    place: usize,
    key: KeyStrings,
    request: WriteRequest,
}

impl<'t> WriteAll<'t> {
    /// Changes the SDK's builder of each request before it is sent.
    pub fn customize(
        self,
        change: impl FnMut(BatchWriteItemFluentBuilder) -> BatchWriteItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { sender: self.sender.customize(change), ..self }
    }
}

/// The maximum number of writes in a request.
const MAX_WRITES: usize = 25;

impl<'t> IntoFuture for WriteAll<'t> {
    type Output = Result<(), TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { mut sender, writes } = self;
        Box::pin(async move {
            let writes = writes?;
            let mut places = HashMap::new();
            let mut requests = Vec::with_capacity(writes.len());
            for Write { place, key, request } in writes {
                if places.insert(key, place).is_some() {
                    return Err(twice());
                }
                requests.push(request);
            }
            let mut batch = Batch::of(sender.handle, MAX_WRITES, requests);
            let written = write_batch(&mut sender, &mut batch).await;
            written.map_err(|error| sender.handle.with_left(error, batch.left(), &places))
        })
    }
}

async fn write_batch(
    sender: &mut Sender<'_, BatchWriteItemFluentBuilder>,
    batch: &mut Batch<WriteRequest>,
) -> Result<(), TableError> {
    while let Some(requests) = batch.next() {
        let Handle { client, name, .. } = sender.handle;
        let request = client.batch_write_item().request_items(name, requests);
        let written = send_watched!(sender.customized(request), Watch::new());
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
        let (places, requests) = left.into_iter().unzip();
        error.with_left(places, requests)
    }
}

impl fmt::Debug for WriteAll<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteAll").finish_non_exhaustive()
    }
}
