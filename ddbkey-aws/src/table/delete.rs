//! Deletes a row.

use std::borrow::Cow;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::AfterLoss;
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Table, keys_of};
use super::rows::{KeyKind as _, ReadRow, only_entity};
use super::sender::{Sender, exactly_once, request};
use super::transact::delete_unchanged;
use super::tries::{Tried, Tries, refuse_wide};
use crate::condition::{Condition, Node, Taken};
use crate::guard::Width;
use crate::items::ReadKind as _;
use crate::update::check;
use crate::value::{Item, KeysExt as _};

impl<T> Table<T> {
    /// Deletes a row and returns it, or `None` if there is none.
    ///
    /// If the entity has legacy keys, this deletes under each legacy key and then under the current key, and stops at the first
    /// key that had an item. If two keys have an item of the row, one item stays.
    ///
    /// # Cost
    ///
    /// The write units of the item, one if there is none, for each key that is tried.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost. The request
    /// is not sent again then, since it could delete a row that was created in between. To get an answer, ask for
    /// [`exactly_once`](Delete::exactly_once). The kind is [`Item`](crate::TableErrorKind::Item) if the item was deleted but
    /// cannot be read; [`item`](TableError::item) returns that item.
    pub fn delete<R: ReadRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Delete<'_, R> {
        let sender = self.sender("delete", only_entity::<R>());
        let keys = keys_of::<R, _>(key, R::Kind::every_key);
        Delete { sender, keys, when: None, of: PhantomData }
    }
}

/// A request that deletes a row. [`Table::delete`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Delete<'t, R> {
    sender: Sender<'t, DeleteItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    when: Option<Node>,
    of: PhantomData<fn() -> R>,
}

request!(Delete<'t, R: ReadRow> sends DeleteItemFluentBuilder, returns Option<R>);

impl<R> Delete<'_, R> {
    /// Deletes the row only if it meets a condition. Several conditions are joined by `&`. If the row does not meet them, the
    /// error is [`Conflict`](crate::TableErrorKind::Conflict), with the item. The answer is `None` if there is no row.
    ///
    /// A condition that is not met takes the write units of the item.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, TableErrorKind, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # #[sk("ORDER")]
    /// # struct Order { id: String, status: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// /// Returns whether the order is gone: it cannot be deleted once it is paid.
    /// async fn cancel(shop: &Table<Shop>, id: &str) -> Result<bool, TableError> {
    ///     match shop.delete(OrderKey { id }).when(field!(Order.status).eq("NEW")).await {
    ///         Err(error) if error.kind() == TableErrorKind::Conflict => Ok(false),
    ///         deleted => deleted.map(|_| true),
    ///     }
    /// }
    /// ```
    pub fn when(mut self, condition: Condition<R>) -> Self {
        self.when = Some(condition.into_node().after(self.when.take()));
        self
    }

    exactly_once! {
        ///
        /// This reads the row first, and deletes it on the condition that nobody has changed it since the read. If another
        /// writer has, it starts again, at most eight times. The row must be readable, and its entity needs a version if it has
        /// a flattened field or a conversion, as for an [`update`](Table::update).
    }
}

impl<R: ReadRow> Delete<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        if let Some(why) = self.when.as_ref().and_then(Node::refusal) {
            return Err(TableError::refused(why));
        }
        let keys = self.keys?.unwrap_or_default();
        if !keys.is_empty() && self.when.as_ref().is_some_and(Node::is_never) {
            return Err(TableError::of_kind(TableErrorKind::Conflict));
        }
        if self.sender.is_exactly_once {
            return delete_once(&mut self.sender, &keys, self.when.as_ref()).await;
        }
        let Handle { client, name, .. } = self.sender.handle;
        for keys in keys {
            let delete = client.delete_item().table_name(name).set_key(Some(keys.into_item()));
            let mut delete = delete.return_values(ReturnValue::AllOld);
            if let (Some(when), [entity]) = (&self.when, R::ENTITIES) {
                let clause = when.clause_of_row(entity, Taken::default());
                delete = with_condition!(delete, clause);
            }
            let deleted = self.sender.write(delete, AfterLoss::Stop).await;
            match Tried::of(deleted.map(|deleted| deleted.attributes))? {
                Tried::Applied(Some(item)) => return applied(item).map(Some),
                Tried::Applied(None) => {}
                // No row is under this key.
                Tried::Changed(None) if self.when.is_some() => {}
                other => return Err(other.into_error()),
            }
        }
        Ok(None)
    }
}

/// Deletes a row that meets a condition, as a transaction on the condition that nobody has changed it since it was read.
async fn delete_once<R: ReadRow>(
    sender: &mut Sender<'_, DeleteItemFluentBuilder>,
    keys: &[Keys],
    when: Option<&Node>,
) -> Result<Option<R>, TableError> {
    refuse_wide(R::ENTITIES, Width::Wide)?;
    let mut tries = Tries::of(sender.beside());
    loop {
        let Some(item) = tries.item(keys).await? else { return Ok(None) };
        if when.is_some_and(|when| !when.is_met_by(&item)) {
            return Err(TableError::of_kind(TableErrorKind::Conflict).with_item(Some(item)));
        }
        let delete = delete_unchanged(sender.handle, &check::<R>(&item)?);
        match sender.transaction()?.try_alone(delete).await? {
            Tried::Applied(_) => return applied(item).map(Some),
            failed => tries.prepare(failed).await?,
        }
    }
}

/// Reads the row of an item that was written or deleted. If that fails, the error tells so, and holds the item.
pub(super) fn applied<R: ReadRow>(item: Item) -> Result<R, TableError> {
    let read = R::Kind::read(Cow::Borrowed(&item)).map(|read| read.entity);
    read.map_err(|error| TableError::applied(error, item))
}
