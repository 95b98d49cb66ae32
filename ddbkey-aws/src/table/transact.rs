//! The actions of a transaction, and the meaning of its errors.

use std::collections::HashSet;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, Delete, Put, TransactWriteItem, Update,
};
use ddbkey::Keys;

use super::attempts::{Failed, Pauses, TRIES, Watch, send_watched};
use super::error::{Call, TableError, is_throttle};
use super::handle::{Customize, Handle, KeyStrings, customized, strings_of};
use super::live::IfAbsent;
use crate::rekey::unchanged_check;
use crate::update::{ItemCheck, ItemUpdate, UpdateExt as _};
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

/// An action of DynamoDB, the key that it concerns, and how many bytes it writes.
pub(super) struct TransactAction {
    key: KeyStrings,
    size: usize,
    is_write: bool,
    item: TransactWriteItem,
}

/// The actions of a transaction, and the calls that added them.
#[derive(Default)]
pub(super) struct TransactActions {
    calls: Vec<(Intent, Call)>,
    /// Each action with the position of its call.
    list: Vec<(usize, TransactWriteItem)>,
    keys: HashSet<KeyStrings>,
    size: usize,
    has_write: bool,
}

/// The limits of a transaction: its number of actions and of bytes.
const MAX_ACTIONS: usize = 100;
const MAX_SIZE: usize = 4 << 20;

impl TransactActions {
    /// Adds the actions of a call, and returns the position of the call.
    pub(super) fn add(
        &mut self,
        intent: Intent,
        method: &'static str,
        entity: Option<&'static str>,
        list: Vec<TransactAction>,
    ) -> Result<usize, TableError> {
        let position = self.calls.len();
        self.calls.push((intent, Call { position, method, entity }));
        list.into_iter().try_for_each(|action| self.add_to(position, action))?;
        Ok(position)
    }

    /// Adds an action to a call.
    pub(super) fn add_to(
        &mut self,
        position: usize,
        action: TransactAction,
    ) -> Result<(), TableError> {
        let TransactAction { key, size, is_write, item } = action;
        if !self.keys.insert(key) {
            let why = "another action of the transaction concerns the same item";
            return Err(self.failed(position, TableError::refused(why)));
        }
        self.size += size;
        self.has_write |= is_write;
        self.list.push((position, item));
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

    /// Returns the SDK's builder.
    pub(super) fn request(
        self,
        handle: &Handle,
    ) -> Result<TransactWriteItemsFluentBuilder, TableError> {
        self.check()?;
        let items = self.list.into_iter().map(|(_, item)| item).collect();
        Ok(handle.client.transact_write_items().set_transact_items(Some(items)))
    }

    /// Sends the transaction of a request of one row, whose error has no position in a transaction.
    pub(super) async fn send_alone(self, handle: &Handle) -> Result<(), TableError> {
        self.send(handle, None, &mut None).await.map_err(TableError::without_call)
    }

    /// Sends the transaction, again if it conflicts with another transaction. A transaction without a write is not sent.
    pub(super) async fn send(
        self,
        handle: &Handle,
        token: Option<String>,
        customize: &mut Option<Customize<'_, TransactWriteItemsFluentBuilder>>,
    ) -> Result<(), TableError> {
        self.check()?;
        if !self.has_write {
            return Ok(());
        }
        let (calls, places): (_, Vec<_>) =
            (self.calls, self.list.iter().map(|(position, _)| *position).collect());
        let items = self.list.into_iter().map(|(_, item)| item).collect();
        // All tries use one token, so a request whose answer was lost is not applied again.
        let token = token.unwrap_or_else(|| format!("{:032x}", fastrand::u128(..)));
        let request = handle.client.transact_write_items().set_transact_items(Some(items));
        let request = customized(customize, request.client_request_token(token));
        let mut pauses = Pauses::of(&handle.client);
        for tried in 1..=TRIES {
            let sent = send_watched!(request.clone(), Watch::new());
            let Err(failed) = sent else { return Ok(()) };
            let error = meaning_of(failed, &calls, &places);
            if !error.is_busy() || tried == TRIES {
                return Err(error);
            }
            pauses.wait().await;
        }
        Err(TableError::busy())
    }
}

/// Returns the error of a transaction that was not applied.
fn meaning_of(
    failed: Failed<TransactWriteItemsError>,
    calls: &[(Intent, Call)],
    places: &[usize],
) -> TableError {
    match failed.error {
        SdkError::ServiceError(error) if error.err().is_transaction_canceled_exception() => {
            let reasons = match error.into_err() {
                TransactionCanceledException(canceled) => {
                    canceled.cancellation_reasons.unwrap_or_default()
                }
                _ => unreachable!("it is one"),
            };
            match first(reasons) {
                Some((place, reason)) => {
                    let call = places.get(place).and_then(|position| calls.get(*position));
                    of_reason(reason, call.copied())
                }
                None => TableError::busy(),
            }
        }
        error if error.code() == Some("IdempotentParameterMismatchException") => {
            TableError::refused("another transaction was sent with the same token")
        }
        error => TableError::of(Failed { error, ..failed }),
    }
}

/// Returns the reason to report, with its position: a failed condition comes first, a conflict last.
fn first(reasons: Vec<CancellationReason>) -> Option<(usize, CancellationReason)> {
    let rank = |reason: &CancellationReason| match reason.code() {
        Some("ConditionalCheckFailed") => 0,
        Some("ValidationError") => 1,
        Some("ItemCollectionSizeLimitExceeded") => 2,
        Some("TransactionConflict") => 5,
        Some(code) if is_throttle(code) => 4,
        _ => 3,
    };
    let failed = |(_, reason): &(usize, CancellationReason)| {
        reason.code().is_some_and(|code| code != "None")
    };
    reasons.into_iter().enumerate().filter(failed).min_by_key(|(_, reason)| rank(reason))
}

fn of_reason(reason: CancellationReason, call: Option<(Intent, Call)>) -> TableError {
    let error = match (reason.code(), call) {
        (Some("ConditionalCheckFailed"), Some((intent, _))) => match intent {
            Intent::Create => TableError::exists(reason.item),
            Intent::Require => TableError::not_found(),
            Intent::Unchanged | Intent::Write => TableError::conflict(reason.item),
        },
        (Some("TransactionConflict"), _) => TableError::busy(),
        (Some(code), _) if is_throttle(code) => TableError::throttled(),
        (code, _) => TableError::canceled(code.unwrap_or_default()),
    };
    match call {
        Some((_, call)) => error.with_call(call),
        None => error,
    }
}

/// Puts an item. If it is new, the condition is that none exists.
pub(super) fn put(handle: &Handle, item: Item, absent: Option<IfAbsent>) -> TransactAction {
    let (key, size) = (handle.strings_in(&item), super::size::of_item(&item));
    let mut put = Put::builder().table_name(&handle.name).set_item(Some(item));
    if let Some(absent) = absent {
        put = with_condition!(put, absent);
    }
    let Ok(put) = put.build() else { unreachable!("it has a table and an item") };
    TransactAction {
        key,
        size,
        is_write: true,
        item: TransactWriteItem::builder().put(put).build(),
    }
}

/// Deletes the item under a key.
pub(super) fn delete(handle: &Handle, keys: Keys) -> TransactAction {
    let key = strings_of(&keys);
    let delete = Delete::builder().table_name(&handle.name).set_key(Some(keys.into_item()));
    let Ok(delete) = delete.build() else { unreachable!("it has a table and a key") };
    let item = TransactWriteItem::builder().delete(delete).build();
    TransactAction { key, size: 0, is_write: true, item }
}

/// Checks that a key has an item, or has none.
pub(super) fn condition_check(handle: &Handle, keys: Keys, exists: bool) -> TransactAction {
    let key = strings_of(&keys);
    let condition = if exists { "attribute_exists(#dk)" } else { "attribute_not_exists(#dk)" };
    let check = ConditionCheck::builder()
        .table_name(&handle.name)
        .set_key(Some(keys.into_item()))
        .condition_expression(condition)
        .expression_attribute_names("#dk", handle.pk)
        .return_values_on_condition_check_failure(AllOld);
    let Ok(check) = check.build() else { unreachable!("it has a table, a key and a condition") };
    let item = TransactWriteItem::builder().condition_check(check).build();
    TransactAction { key, size: 0, is_write: false, item }
}

/// Updates an item that was read.
pub(super) fn update(handle: &Handle, update: &ItemUpdate) -> TransactAction {
    let key = strings_of(update.key());
    let size = update.values().map(|(_, value)| super::size::of(&value)).sum();
    let action = Update::builder().table_name(&handle.name).item_update(update);
    let Ok(action) = action.build() else { unreachable!("it has a table, a key and an update") };
    let item = TransactWriteItem::builder().update(action).build();
    TransactAction { key, size, is_write: true, item }
}

/// Deletes an item that was read, unless it has changed.
pub(super) fn delete_unchanged(handle: &Handle, check: &ItemCheck) -> TransactAction {
    let keys = check.key().clone();
    let delete = Delete::builder().table_name(&handle.name).set_key(Some(keys.into_item()));
    let delete = with_condition!(delete, check).build();
    let Ok(delete) = delete else { unreachable!("it has a table and a key") };
    let item = TransactWriteItem::builder().delete(delete).build();
    TransactAction { key: strings_of(check.key()), size: 0, is_write: true, item }
}

/// Checks that an item that was read has not changed.
pub(super) fn unchanged(handle: &Handle, check: &ItemCheck) -> TransactAction {
    let item = unchanged_check(check, handle.name.clone());
    TransactAction { key: strings_of(check.key()), size: 0, is_write: false, item }
}
