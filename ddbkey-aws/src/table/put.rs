//! Puts a row, whether or not one exists.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use ddbkey::key::MemberOf;
use ddbkey::schema::EntitySchema;

use super::attempts::AfterLoss;
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Table};
use super::live::IfAbsent;
use super::rows::{WriteKind as _, WriteRow, WrittenRow, only_entity};
use super::sender::{Sender, exactly_once, request};
use super::transact;
use super::tries::Tried;
use crate::condition::{Condition, Node, Taken};
use crate::value::Item;

impl<T> Table<T> {
    /// Puts a row that nobody else writes, such as a row of an import or a cache. The put replaces the whole item, whatever
    /// others have written since you read it.
    ///
    /// Attributes that the struct does not know are lost, and a version goes back to the version of the row. If an answer is
    /// lost, the put is sent again, and undoes what was written in between, unless you have added a condition or ask for
    /// [`exactly_once`](Put::exactly_once). For a row that others write, use [`update`](Self::update).
    ///
    /// If the entity has legacy keys, the request is a transaction that also deletes the item under each legacy key of the
    /// row.
    ///
    /// # Cost
    ///
    /// The write units of the larger of the old and the new item. As a transaction, twice these, and a delete of each legacy key.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) or
    /// [`Item`](crate::TableErrorKind::Item) if the row cannot be written as an item that can be read, of kind
    /// [`InDoubt`](crate::TableErrorKind::InDoubt) if no attempt gets an answer, of kind
    /// [`Busy`](crate::TableErrorKind::Busy) if a transaction is working on the item at each attempt, and of kind
    /// [`Conflict`](crate::TableErrorKind::Conflict) if a condition that you have added is not met.
    pub fn put<R: WriteRow + MemberOf<T>>(&self, row: &R) -> Put<'_, R> {
        let (entity, row) = written(row);
        Put {
            sender: self.sender("put", entity),
            row,
            when: None,
            or_absent: false,
            of: PhantomData,
        }
    }
}

/// A request that puts a row. [`Table::put`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Put<'t, R> {
    sender: Sender<'t, PutItemFluentBuilder>,
    row: Result<WrittenRow, TableError>,
    when: Option<Node>,
    /// Whether a put with a condition also creates the row.
    or_absent: bool,
    of: PhantomData<fn() -> R>,
}

request!(Put<'t, R> sends PutItemFluentBuilder, returns ());

impl<R> Put<'_, R> {
    /// Replaces the row only if it exists and meets a condition. Several conditions are joined by `&`.
    ///
    /// The error is [`NotFound`](crate::TableErrorKind::NotFound) if there is no row, and
    /// [`Conflict`](crate::TableErrorKind::Conflict), with the item, if it does not meet the condition. The request is sent once:
    /// if its answer is lost, the error is [`InDoubt`](crate::TableErrorKind::InDoubt). It is
    /// [`Refused`](crate::TableErrorKind::Refused) if the entity has legacy keys, and if the condition is on the version: a put
    /// writes the version of the row, so a second put would meet the same condition. Use [`update`](Table::update) there.
    ///
    /// A condition that is not met takes the write units of the stored item.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("CACHE", id)]
    /// # #[sk("CACHE")]
    /// # struct Cached { id: String, at: u64, body: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Cached(Cached) }
    /// /// Replaces an entry that is older.
    /// async fn refresh(shop: &Table<Shop>, entry: &Cached) -> Result<(), TableError> {
    ///     shop.put(entry).when(field!(Cached.at).lt(entry.at)).await
    /// }
    /// ```
    pub fn when(mut self, condition: Condition<R>) -> Self {
        self.when = Some(condition.into_node().after(self.when.take()));
        self
    }

    /// Replaces the row if it meets a condition, and also creates it if there is none: a put of what is newer. The errors are those
    /// of [`when`](Self::when), but for `NotFound`.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, TableErrorKind, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("CACHE", id)]
    /// # #[sk("CACHE")]
    /// # struct Cached { id: String, at: u64, body: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Cached(Cached) }
    /// /// Writes an entry, unless there is a newer one.
    /// async fn write(shop: &Table<Shop>, entry: &Cached) -> Result<bool, TableError> {
    ///     match shop.put(entry).or_absent(field!(Cached.at).lt(entry.at)).await {
    ///         Err(error) if error.kind() == TableErrorKind::Conflict => Ok(false),
    ///         put => put.map(|()| true),
    ///     }
    /// }
    /// ```
    pub fn or_absent(self, condition: Condition<R>) -> Self {
        Self { or_absent: true, ..self }.when(condition)
    }

    exactly_once! {}

    async fn run(self) -> Result<(), TableError> {
        let row = self.row?;
        match self.when {
            None => put_row(self.sender, row, None).await,
            Some(when) => put_when(self.sender, row, &when, self.or_absent).await,
        }
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

/// Puts a row, or creates it on a condition.
pub(super) async fn put_row(
    mut sender: Sender<'_, PutItemFluentBuilder>,
    row: WrittenRow,
    absent: Option<IfAbsent>,
) -> Result<(), TableError> {
    if sender.is_exactly_once || row.entity.has_legacy_keys() {
        let mut actions = sender.transaction()?;
        actions.put(Some(row.entity.name()), Ok(row), absent);
        return actions.send_alone().await;
    }
    let mut put = put_item(sender.handle, row.item);
    let mut unmet = TableErrorKind::Conflict;
    if let Some(absent) = absent {
        (put, unmet) = (with_condition!(put, absent.clause()), TableErrorKind::Exists);
    }
    let put = sender.customized(put);
    // A condition may be met again after others have written.
    let after_loss = match put.get_condition_expression() {
        None => AfterLoss::SendAgain,
        Some(_) => AfterLoss::Stop,
    };
    let put = sender.send_customized(put, Some(after_loss)).await;
    put.map(drop).map_err(|failed| failed.into_error(unmet))
}

fn put_item(handle: &Handle, item: Item) -> PutItemFluentBuilder {
    handle.client.put_item().table_name(&handle.name).set_item(Some(item))
}

/// Puts a row on a condition.
async fn put_when(
    mut sender: Sender<'_, PutItemFluentBuilder>,
    WrittenRow { item, entity, .. }: WrittenRow,
    condition: &Node,
    or_absent: bool,
) -> Result<(), TableError> {
    refuse_when(entity, condition)?;
    if condition.is_never() && !or_absent {
        return Err(TableError::of_kind(TableErrorKind::Conflict));
    }
    let clause = if or_absent {
        condition.clause_or_absent(entity)
    } else {
        condition.clause_of_row(entity, Taken::default())
    };
    let tried = if sender.is_exactly_once {
        let put = transact::put(sender.handle, item, Some(&clause));
        sender.transaction()?.try_alone(put).await?
    } else {
        let put = with_condition!(put_item(sender.handle, item), clause);
        Tried::of(sender.write(put, AfterLoss::Stop).await.map(|_| None))?
    };
    match tried {
        Tried::Applied(_) => Ok(()),
        Tried::Changed(None) => Err(TableError::of_kind(TableErrorKind::NotFound)),
        other => Err(other.into_error()),
    }
}

/// Refuses a condition that does not protect what a put replaces, or that cannot be sent.
fn refuse_when(entity: &EntitySchema, condition: &Node) -> Result<(), TableError> {
    let name = entity.name();
    let version = entity.version().map(|version| version.attribute);
    let is_of_version = condition.leaves().iter().any(|leaf| Some(leaf.attribute) == version);
    if entity.has_legacy_keys() {
        return Err(TableError::refused(format!(
            "`{name}` has legacy keys, and a condition compares the row under one of them: use `update`"
        )));
    }
    if let (Some(version), true) = (version, is_of_version) {
        return Err(TableError::refused(format!(
            "`{version}` is the version of `{name}`, and a put writes the version that the row has: use `update`"
        )));
    }
    condition.refusal().map_or(Ok(()), |why| Err(TableError::refused(why)))
}
