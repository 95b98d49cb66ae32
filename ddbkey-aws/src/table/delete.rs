//! Deletes a row.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{AfterLoss, Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::get::read;
use super::handle::{Handle, Sender, Sending, Table, keys_of, request};
use super::rows::{ReadKind as _, ReadRow, only_entity};
use super::transact::{Intent, TransactActions, delete_unchanged};
use super::tries::{Tried, Tries, refuse_wide};
use crate::guard::Width;
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Deletes a row and returns it, or `None` if there is none.
    ///
    /// If the entity has legacy keys, this deletes under each legacy key and then under the current key, and stops at the first
    /// key that had an item. If two keys have an item of the row, one item stays.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost. The request
    /// is not sent again then, since it could delete a row that was created in between. To get an answer, ask for
    /// [`exactly_once`](Delete::exactly_once). The kind is [`Item`](crate::TableErrorKind::Item) if the item was deleted but
    /// cannot be read; [`item`](TableError::item) returns that item.
    pub fn delete<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Delete<'_, R> {
        let sender = Sender::of(&self.handle, "delete", only_entity::<R>());
        let keys = keys_of::<R, _>(key, R::Kind::every_key);
        Delete { sender, keys, is_exactly_once: false, of: PhantomData }
    }
}

/// A request that deletes a row. [`Table::delete`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Delete<'t, R> {
    sender: Sender<'t, DeleteItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    is_exactly_once: bool,
    of: PhantomData<fn() -> R>,
}

request!(Delete<'t, R: ReadRow> sends DeleteItemFluentBuilder, returns Option<R>);

impl<R> Delete<'_, R> {
    /// Reads the row, and deletes it in a transaction of one action with a token, on the condition that nobody has changed
    /// the row since the read. If another writer has, this starts again, at most eight times. For ten minutes, the service
    /// recognizes a repeated request by the token. Each try takes a read, and twice the write units.
    ///
    /// The row must be readable, and its entity needs a version if it has a flattened field or a conversion, as for an
    /// [`update`](Table::update).
    pub fn exactly_once(self) -> Self {
        Self { is_exactly_once: true, ..self }
    }
}

impl<R: ReadRow> Delete<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        let keys = self.keys?.unwrap_or_default();
        if self.is_exactly_once {
            self.sender.refuse_customized()?;
            return delete_read(&mut self.sender, &keys, |_: &R| true, true).await;
        }
        for keys in keys {
            let delete = self.sender.customized(delete_item(self.sender.handle, keys));
            let deleted = send_watched!(delete, AfterLoss::Stop);
            let deleted = deleted.map_err(|failed| failed.into_error(TableErrorKind::Conflict))?;
            if let Some(item) = deleted.attributes {
                return applied(item).map(Some);
            }
        }
        Ok(None)
    }
}

/// Deletes a row that a closure agrees to, on the condition that nobody has changed it since it was read.
pub(super) async fn delete_read<R: ReadRow>(
    sender: &mut Sender<'_, DeleteItemFluentBuilder>,
    keys: &[Keys],
    mut is_it: impl FnMut(&R) -> bool + Send,
    is_exactly_once: bool,
) -> Result<Option<R>, TableError> {
    refuse_wide(R::ENTITIES, Width::Wide)?;
    let handle = sender.handle;
    let mut tries = Tries::of(handle);
    loop {
        let Some(item) = tries.item(keys).await? else { return Ok(None) };
        let check = R::Kind::compare(&item)?;
        if !read(item.clone()).map(|row| is_it(&row))? {
            return Ok(None);
        }
        let tried = if is_exactly_once {
            let mut actions = TransactActions::of(handle);
            actions.add(Intent::Unchanged, "delete", None, [delete_unchanged(handle, &check)])?;
            actions.try_alone().await?
        } else {
            let delete = with_condition!(delete_item(handle, check.key().clone()), check);
            match send_watched!(sender.customized(delete), AfterLoss::Stop) {
                Ok(output) => Tried::Applied(output.attributes),
                Err(failed) => Tried::of(failed)?,
            }
        };
        match tried {
            Tried::Applied(deleted) => return applied(deleted.unwrap_or(item)).map(Some),
            met => tries.met(met).await?,
        }
    }
}

pub(super) fn delete_item(handle: &Handle, keys: Keys) -> DeleteItemFluentBuilder {
    let delete = handle.client.delete_item().table_name(&handle.name);
    delete.set_key(Some(keys.into_item())).return_values(ReturnValue::AllOld)
}

/// Reads the row of an item that was written or deleted. If that fails, the error tells so, and holds the item.
pub(super) fn applied<R: ReadRow>(item: Item) -> Result<R, TableError> {
    R::Kind::decode(item.clone()).map_err(|error| TableError::applied(error, item))
}
