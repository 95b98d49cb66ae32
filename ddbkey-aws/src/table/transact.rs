//! The actions of a transaction, and the meaning of its errors.

use std::collections::HashMap;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, Delete, Put, TransactWriteItem, Update,
};
use ddbkey::Keys;

use super::attempts::{AfterLoss, Failed, Pauses, TRIES};
use super::error::{Call, TableError, TableErrorKind, is_throttle};
use super::handle::{Handle, KeyStrings};
use super::live::IfAbsent;
use super::rows::WrittenRow;
use super::sender::Sender;
use super::size;
use super::tries::Tried;
use crate::condition::Clause;
use crate::edit::EditExpressions;
use crate::update::{ItemUpdate, UpdateExt as _};
use crate::value::{Item, KeysExt as _};

/// What a call asks for, which tells what a failed condition of its actions means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    Create,
    /// To update, delete or check an item that was read.
    Unchanged,
    Require,
    /// To write a row without a condition.
    Write,
}

/// The actions of a transaction, and the calls that added them.
pub(super) struct TransactActions<'t> {
    pub(super) sender: Sender<'t, TransactWriteItemsFluentBuilder>,
    calls: Vec<(Intent, Call)>,
    /// Each action with the position of its call.
    list: Vec<(usize, TransactWriteItem)>,
    /// The keys of the actions, each with the position of its call.
    keys: HashMap<KeyStrings, usize>,
    size: usize,
}

/// The limits of a transaction: its number of actions and of bytes.
const MAX_ACTIONS: usize = 100;
const MAX_SIZE: usize = 4 << 20;

impl<'t> TransactActions<'t> {
    pub(super) fn of(sender: Sender<'t, TransactWriteItemsFluentBuilder>) -> Self {
        Self { sender, calls: Vec::new(), list: Vec::new(), keys: HashMap::new(), size: 0 }
    }

    /// Adds the actions of a call, and returns the position of the call.
    pub(super) fn add(
        &mut self,
        intent: Intent,
        method: &'static str,
        entity: Option<&'static str>,
        list: impl IntoIterator<Item = TransactWriteItem>,
    ) -> Result<usize, TableError> {
        let position = self.calls.len();
        self.calls.push((intent, Call { position: Some(position), method, entity }));
        list.into_iter().try_for_each(|action| self.add_to(position, action))?;
        Ok(position)
    }

    /// Adds the actions that put a row, and returns the position of the call. A row that is created must have no item under any
    /// of its keys; otherwise the items under its legacy keys are deleted.
    pub(super) fn put(
        &mut self,
        row: WrittenRow,
        absent: Option<IfAbsent>,
    ) -> Result<usize, TableError> {
        if absent.is_some_and(|absent| absent.clock.is_some()) {
            one_put(&row)?;
        }
        let (handle, entity) = (self.sender.handle, Some(row.entity.name()));
        let put = put(handle, row.item, absent);
        let legacy = row.legacy.into_iter().map(|keys| match absent {
            Some(_) => condition_check(handle, keys, false),
            None => delete(handle, keys),
        });
        let (intent, method) = match absent {
            Some(_) => (Intent::Create, "create"),
            None => (Intent::Write, "put"),
        };
        self.add(intent, method, entity, std::iter::once(put).chain(legacy))
    }

    /// Adds an action to a call.
    pub(super) fn add_to(
        &mut self,
        position: usize,
        action: TransactWriteItem,
    ) -> Result<(), TableError> {
        let key = key_of(self.sender.handle, &action);
        if let Some(first) = self.keys.insert(key, position) {
            let error = TableError::refused(format!("action {first} concerns the same item"));
            return Err(self.failed(position, error.with_left(vec![first, position], Vec::new())));
        }
        self.size += size_of(&action);
        self.list.push((position, action));
        Ok(())
    }

    /// Adds the call to its error.
    pub(super) fn failed(&self, position: usize, error: TableError) -> TableError {
        match self.calls.get(position) {
            Some((_, call)) => error.with_call(*call),
            None => error,
        }
    }

    fn check(&self) -> Result<(), TableError> {
        if self.list.len() > MAX_ACTIONS {
            return Err(TableError::refused(format!(
                "a transaction takes {MAX_ACTIONS} actions, and this one has {}",
                self.list.len()
            )));
        }
        if self.size > MAX_SIZE {
            return Err(TableError::refused("a transaction takes 4 MB, and this one has more"));
        }
        Ok(())
    }

    /// Sends the transaction of a request of one row, whose error has no position in a transaction.
    pub(super) async fn send_alone(self) -> Result<(), TableError> {
        self.send(None).await.map_err(TableError::without_call)
    }

    /// Sends the transaction of a request of one row, whose action has a condition.
    pub(super) async fn try_alone(
        mut self,
        action: TransactWriteItem,
    ) -> Result<Tried, TableError> {
        let Call { method, entity, .. } = self.sender.call;
        self.add(Intent::Unchanged, method, entity, [action])?;
        match self.send_alone().await {
            Ok(()) => Ok(Tried::Applied(None)),
            Err(error) if error.kind() == TableErrorKind::Conflict => {
                Ok(Tried::Met(error.into_item()))
            }
            Err(error) => Err(error),
        }
    }

    /// Sends the transaction, again if it conflicts with another transaction. A transaction without an action is not sent.
    pub(super) async fn send(mut self, token: Option<String>) -> Result<(), TableError> {
        self.check()?;
        let (places, list): (Vec<_>, Vec<_>) = self.list.into_iter().unzip();
        // All tries use one token, so a request whose answer was lost is not applied again.
        let token = token.unwrap_or_else(|| format!("{:032x}", fastrand::u128(..)));
        let client = &self.sender.handle.client;
        let request = client.transact_write_items().set_transact_items(Some(list));
        let request = self.sender.customized(request.client_request_token(token));
        if request.get_transact_items().as_ref().is_none_or(Vec::is_empty) {
            return Ok(());
        }
        let mut pauses = Pauses::of(client);
        let mut tried = 0;
        loop {
            let sent = self.sender.send_customized(request.clone(), Some(AfterLoss::SendAgain));
            let Err(failed) = sent.await else { return Ok(()) };
            let error = meaning_of(failed, &self.calls, &places);
            tried += 1;
            if !error.is_busy() || tried == TRIES {
                return Err(error);
            }
            pauses.wait().await;
        }
    }
}

/// Checks that a single put is enough to write a row.
pub(super) fn one_put(row: &WrittenRow) -> Result<(), TableError> {
    if row.entity.has_legacy_keys() {
        let entity = row.entity.name();
        return Err(TableError::refused(format!(
            "`{entity}` has legacy keys, and its rows are put in a transaction"
        )));
    }
    Ok(())
}

/// Returns the error of a transaction that was not applied.
fn meaning_of(
    failed: Failed<TransactWriteItemsError>,
    calls: &[(Intent, Call)],
    places: &[usize],
) -> TableError {
    match failed.error {
        SdkError::ServiceError(error) if error.err().is_transaction_canceled_exception() => {
            match first(reasons_of(error.err())) {
                Some((place, reason)) => {
                    let call = places.get(place).and_then(|position| calls.get(*position));
                    of_reason(reason, call.copied())
                }
                None => TableError::of_kind(TableErrorKind::Busy),
            }
        }
        error if error.code() == Some("IdempotentParameterMismatchException") => {
            TableError::refused("another transaction was sent with the same token")
        }
        error => TableError::of(Failed { error, ..failed }),
    }
}

fn reasons_of(error: &TransactWriteItemsError) -> &[CancellationReason] {
    match error {
        TransactionCanceledException(canceled) => canceled.cancellation_reasons(),
        _ => &[],
    }
}

/// Returns whether a transaction was canceled for too little throughput.
pub(super) fn is_throttled(error: &TransactWriteItemsError) -> bool {
    let reason = first(reasons_of(error));
    reason.and_then(|(_, reason)| reason.code()).is_some_and(is_throttle)
}

/// Returns the reason to report, with its position: a failed condition comes first, a conflict last.
fn first(reasons: &[CancellationReason]) -> Option<(usize, &CancellationReason)> {
    let rank = |reason: &CancellationReason| match reason.code() {
        Some("ConditionalCheckFailed") => 0,
        Some("ValidationError") => 1,
        Some("ItemCollectionSizeLimitExceeded") => 2,
        Some("TransactionConflict") => 5,
        Some(code) if is_throttle(code) => 4,
        _ => 3,
    };
    let failed = |(_, reason): &(usize, &CancellationReason)| {
        reason.code().is_some_and(|code| code != "None")
    };
    reasons.iter().enumerate().filter(failed).min_by_key(|(_, reason)| rank(reason))
}

fn of_reason(reason: &CancellationReason, call: Option<(Intent, Call)>) -> TableError {
    let of_kind = TableError::of_kind;
    let error = match (reason.code(), call) {
        (Some("ConditionalCheckFailed"), Some((intent, _))) => match intent {
            Intent::Create => of_kind(TableErrorKind::Exists).with_item(reason.item.clone()),
            Intent::Require => of_kind(TableErrorKind::NotFound),
            Intent::Unchanged | Intent::Write => {
                of_kind(TableErrorKind::Conflict).with_item(reason.item.clone())
            }
        },
        (Some("TransactionConflict"), _) => of_kind(TableErrorKind::Busy),
        (Some(code), _) if is_throttle(code) => of_kind(TableErrorKind::Throttled),
        (code, _) => TableError::canceled(code.unwrap_or_default()),
    };
    match call {
        Some((_, call)) => error.with_call(call),
        None => error,
    }
}

/// Returns the key that an action concerns.
fn key_of(handle: &Handle, action: &TransactWriteItem) -> KeyStrings {
    let put = action.put().map(Put::item);
    let deleted = action.delete().map(Delete::key);
    let updated = action.update().map(Update::key);
    let checked = action.condition_check().map(ConditionCheck::key);
    let item = put.or(deleted).or(updated).or(checked);
    item.map(|item| handle.strings_in(item)).unwrap_or_default()
}

/// Returns how many bytes an action writes.
fn size_of(action: &TransactWriteItem) -> usize {
    let put = action.put().map(|put| size::of_item(put.item()));
    let values = action.update().and_then(Update::expression_attribute_values);
    put.or(values.map(|values| values.values().map(size::of).sum())).unwrap_or_default()
}

/// Puts an item. If it is new, the condition is that none exists.
fn put(handle: &Handle, item: Item, absent: Option<IfAbsent>) -> TransactWriteItem {
    let mut put = Put::builder().table_name(&handle.name).set_item(Some(item));
    if let Some(absent) = absent {
        put = with_condition!(put, absent);
    }
    let Ok(put) = put.build() else { unreachable!("it has a table and an item") };
    TransactWriteItem::builder().put(put).build()
}

/// Puts an item on a condition.
pub(super) fn put_when(handle: &Handle, item: Item, clause: &Clause) -> TransactWriteItem {
    let put = Put::builder().table_name(&handle.name).set_item(Some(item));
    let Ok(put) = with_condition!(put, clause).build() else {
        unreachable!("it has a table and an item")
    };
    TransactWriteItem::builder().put(put).build()
}

/// Deletes the item under a key.
pub(super) fn delete(handle: &Handle, keys: Keys) -> TransactWriteItem {
    let delete = Delete::builder().table_name(&handle.name).set_key(Some(keys.into_item()));
    let Ok(delete) = delete.build() else { unreachable!("it has a table and a key") };
    TransactWriteItem::builder().delete(delete).build()
}

/// Deletes an item that was read, unless it has changed.
pub(super) fn delete_unchanged(handle: &Handle, check: &ItemUpdate) -> TransactWriteItem {
    let key = check.key().clone().into_item();
    let delete = Delete::builder().table_name(&handle.name).set_key(Some(key));
    let delete = with_condition!(delete, check).build();
    let Ok(delete) = delete else { unreachable!("it has a table and a key") };
    TransactWriteItem::builder().delete(delete).build()
}

/// Checks that a key has an item, or has none.
pub(super) fn condition_check(handle: &Handle, keys: Keys, exists: bool) -> TransactWriteItem {
    let condition = if exists { "attribute_exists(#dk)" } else { "attribute_not_exists(#dk)" };
    let check = ConditionCheck::builder()
        .table_name(&handle.name)
        .set_key(Some(keys.into_item()))
        .condition_expression(condition)
        .expression_attribute_names("#dk", handle.pk)
        .return_values_on_condition_check_failure(AllOld);
    let Ok(check) = check.build() else { unreachable!("it has a table, a key and a condition") };
    TransactWriteItem::builder().condition_check(check).build()
}

/// Edits the item under a key.
pub(super) fn edit(handle: &Handle, key: &Keys, edit: &EditExpressions) -> TransactWriteItem {
    let update = Update::builder().table_name(&handle.name).update_expression(&edit.update);
    let update = update.set_key(Some(key.clone().into_item()));
    let Ok(update) = with_condition!(update, edit).build() else {
        unreachable!("it has a table, a key and an update")
    };
    TransactWriteItem::builder().update(update).build()
}

/// Updates an item that was read.
pub(super) fn update(handle: &Handle, update: &ItemUpdate) -> TransactWriteItem {
    let update = Update::builder().table_name(&handle.name).item_update(update).build();
    let Ok(update) = update else { unreachable!("it has a table, a key and an update") };
    TransactWriteItem::builder().update(update).build()
}
