//! The actions of a transaction, and the meaning of its errors.

use std::collections::HashMap;
use std::mem::take;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, Delete, Put, TransactWriteItem, Update,
};
use ddbkey::Keys;

use super::attempts::{AfterLoss, Failed, Pauses, TRIES};
use super::error::{Call, TableError, TableErrorKind, is_throttle};
use super::get::find;
use super::get_all::BatchReader;
use super::handle::{Handle, KeyStrings, strings_of};
use super::live::IfAbsent;
use super::rows::WrittenRow;
use super::sender::{Sender, Sending};
use super::size;
use super::tries::Tried;
use crate::condition::Clause;
use crate::update::{ItemUpdate, UpdateExt as _};
use crate::value::{Item, KeysExt as _};

/// What a call asks for, which tells what a failed condition of its actions means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// To create a row, which must not exist.
    Create,
    /// To write or check a row that exists, and that meets a condition.
    Require,
    /// To write a row. If it was read, it must be as it was.
    Write,
}

/// The actions of a transaction, and the calls that added them.
pub(super) struct TransactActions<'t> {
    pub(super) sender: Sender<'t, TransactWriteItemsFluentBuilder>,
    calls: Vec<(Intent, Call)>,
    /// Each action with the position of its call.
    list: Vec<(usize, TransactWriteItem)>,
    reads: Vec<ReadFirst<'t>>,
    /// The keys of the actions, each with the position of its call.
    keys: HashMap<KeyStrings, usize>,
    /// The first error of a call.
    failed: Option<TableError>,
}

/// A call whose action depends on its row, which is read at each try.
struct ReadFirst<'t> {
    position: usize,
    /// Every key that the row may be under.
    keys: Vec<Keys>,
    action: Box<ActionOf<'t>>,
}

/// Returns the action for an item that was read.
type ActionOf<'t> = dyn FnMut(&Handle, &Item) -> Result<TransactWriteItem, TableError> + Send + 't;

/// A request, with the position of the call of each of its actions.
type Placed = (TransactWriteItemsFluentBuilder, Vec<usize>);

/// The limits of a transaction: its number of actions and of bytes.
const MAX_ACTIONS: usize = 100;
const MAX_SIZE: usize = 4 << 20;

impl<'t> TransactActions<'t> {
    pub(super) fn of(sender: Sender<'t, TransactWriteItemsFluentBuilder>) -> Self {
        Self {
            sender,
            calls: Vec::new(),
            list: Vec::new(),
            reads: Vec::new(),
            keys: HashMap::new(),
            failed: None,
        }
    }

    /// Adds the actions of a call.
    pub(super) fn add(
        &mut self,
        intent: Intent,
        method: &'static str,
        entity: Option<&'static str>,
        actions: Result<impl IntoIterator<Item = TransactWriteItem>, TableError>,
    ) {
        let Some((position, actions)) = self.call(intent, method, entity, actions) else { return };
        for action in actions {
            self.concern(position, key_of(self.sender.handle, &action));
            self.list.push((position, action));
        }
    }

    /// Adds a call whose row is under one of these keys, and is read at each try.
    pub(super) fn add_read(
        &mut self,
        intent: Intent,
        method: &'static str,
        entity: Option<&'static str>,
        keys: Result<Vec<Keys>, TableError>,
        action: impl FnMut(&Handle, &Item) -> Result<TransactWriteItem, TableError> + Send + 't,
    ) {
        let Some((position, keys)) = self.call(intent, method, entity, keys) else { return };
        for keys in &keys {
            self.concern(position, strings_of(keys));
        }
        self.reads.push(ReadFirst { position, keys, action: Box::new(action) });
    }

    /// Returns the position of a new call, unless the call has failed.
    fn call<A>(
        &mut self,
        intent: Intent,
        method: &'static str,
        entity: Option<&'static str>,
        added: Result<A, TableError>,
    ) -> Option<(usize, A)> {
        let position = self.calls.len();
        self.calls.push((intent, Call { position: Some(position), method, entity }));
        added.map_err(|error| self.fail(position, error)).ok().map(|added| (position, added))
    }

    fn fail(&mut self, position: usize, error: TableError) {
        let (_, call) = self.calls[position];
        self.failed.get_or_insert_with(|| error.with_call(call));
    }

    /// Notes the key of an item that a call concerns.
    fn concern(&mut self, position: usize, key: KeyStrings) {
        let first = *self.keys.entry(key).or_insert(position);
        if first != position {
            let error = TableError::refused(format!("action {first} concerns the same item"));
            self.fail(position, error.with_left(vec![first, position], Vec::new()));
        }
    }

    /// Adds the actions that put a row. A row that is created must have no item under any of its keys; otherwise the items
    /// under its legacy keys are deleted.
    pub(super) fn put(
        &mut self,
        entity: Option<&'static str>,
        row: Result<WrittenRow, TableError>,
        absent: Option<IfAbsent>,
    ) {
        let handle = self.sender.handle;
        let (intent, method) = match absent {
            Some(_) => (Intent::Create, "create"),
            None => (Intent::Write, "put"),
        };
        let actions = row.and_then(|row| {
            if absent.is_some_and(|absent| absent.clock.is_some()) {
                one_put(&row)?;
            }
            let legacy = row.legacy.into_iter().map(move |keys| match absent {
                Some(_) => condition_check(handle, keys, &Clause::of_key(handle.pk, false)),
                None => delete(handle, keys, None),
            });
            let absent = absent.map(IfAbsent::clause);
            Ok(std::iter::once(put(handle, row.item, absent.as_ref())).chain(legacy))
        });
        self.add(intent, method, entity, actions);
    }

    fn check(&mut self, token: Option<&String>) -> Result<(), TableError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let count = self.list.len() + self.reads.len();
        if count > MAX_ACTIONS {
            return Err(TableError::refused(format!(
                "a transaction takes {MAX_ACTIONS} actions, and this one has {count}"
            )));
        }
        let is_changed = |read: &&ReadFirst<'_>| self.calls[read.position].0 == Intent::Write;
        match self.reads.iter().find(is_changed) {
            Some(read) if token.is_some() => {
                let error = TableError::refused(
                    "each try writes what its row needs, and the service takes one content under a token",
                );
                Err(error.with_call(self.calls[read.position].1))
            }
            _ => Ok(()),
        }
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
        self.add(Intent::Write, method, entity, Ok([action]));
        match self.send_alone().await {
            Ok(()) => Ok(Tried::Applied(None)),
            Err(error) if error.kind() == TableErrorKind::Conflict => {
                Ok(Tried::Changed(error.into_item()))
            }
            Err(error) => Err(error),
        }
    }

    /// Sends the transaction. If it conflicts with another one, sends it again with the same token; if only rows that were read
    /// have changed, reads them again. A transaction without an action is not sent.
    pub(super) async fn send(mut self, token: Option<String>) -> Result<(), TableError> {
        self.check(token.as_ref())?;
        let mut pauses = Pauses::of(&self.sender.handle.client);
        let (mut tried, mut same) = (0, None);
        loop {
            let (request, places) = match same.take() {
                Some(same) => same,
                None => self.request(token.clone()).await?,
            };
            if request.get_transact_items().as_ref().is_none_or(Vec::is_empty) {
                return Ok(());
            }
            let sent = self.sender.send_customized(request.clone(), Some(AfterLoss::SendAgain));
            let Err(failed) = sent.await else { return Ok(()) };
            let (error, is_of_read) = self.meaning_of(failed, &places);
            tried += 1;
            if tried == TRIES || !error.is_busy() && (!is_of_read || token.is_some()) {
                return Err(error);
            }
            same = error.is_busy().then_some((request, places));
            pauses.wait().await;
        }
    }

    /// Returns the request of a try, for the rows as they are now. All attempts use one token, so a request whose answer was
    /// lost is not applied again.
    async fn request(&mut self, token: Option<String>) -> Result<Placed, TableError> {
        let (list, read) = if self.reads.is_empty() {
            (take(&mut self.list), Vec::new())
        } else {
            let read: Sending<'_, _> = Box::pin(self.read());
            let read = read.await?;
            (self.list.clone(), read)
        };
        // Of several conditions, the first is reported. Those of other actions come before those of rows that were read.
        let (places, list): (Vec<_>, Vec<_>) = list.into_iter().chain(read).unzip();
        if list.iter().map(size_of).sum::<usize>() > MAX_SIZE {
            return Err(TableError::refused("a transaction takes 4 MB, and this one has more"));
        }
        let token = token.unwrap_or_else(|| format!("{:032x}", fastrand::u128(..)));
        let request = self.sender.handle.client.transact_write_items();
        let request = request.set_transact_items(Some(list)).client_request_token(token);
        Ok((self.sender.customized(request), places))
    }

    /// Reads the rows that actions depend on, consistently, and returns the actions. It needs no snapshot, since the transaction
    /// compares each row.
    async fn read(&mut self) -> Result<Vec<(usize, TransactWriteItem)>, TableError> {
        let single = self.reads.iter().filter(|read| read.keys.len() == 1);
        let single: Vec<Keys> = single.flat_map(|read| read.keys.clone()).collect();
        let mut items = BatchReader::consistent(self.sender.beside()).items(single.iter()).await?;
        let mut actions = Vec::with_capacity(self.reads.len());
        for ReadFirst { position, keys, action } in &mut self.reads {
            let item = match &keys[..] {
                [key] => items.remove(&strings_of(key)),
                // The row may move meanwhile.
                keys => find(&mut self.sender.beside(), keys, true).await?,
            };
            let item = item.ok_or_else(|| TableError::of_kind(TableErrorKind::NotFound));
            let added = item.and_then(|item| action(self.sender.handle, &item));
            actions.push((
                *position,
                added.map_err(|error| error.with_call(self.calls[*position].1))?,
            ));
        }
        Ok(actions)
    }

    /// Returns the error of a transaction that was not applied, and whether it is that a row is not as it was read.
    fn meaning_of(
        &self,
        failed: Failed<TransactWriteItemsError>,
        places: &[usize],
    ) -> (TableError, bool) {
        let error = match failed.error {
            SdkError::ServiceError(error) if error.err().is_transaction_canceled_exception() => {
                let Some((place, reason)) = first(reasons_of(error.err())) else {
                    return (TableError::of_kind(TableErrorKind::Busy), false);
                };
                let position = places.get(place).copied();
                let error = of_reason(reason, position.map(|position| self.calls[position]));
                return (error, position.is_some_and(|own| self.is_of_read(own, reason)));
            }
            error if error.code() == Some("IdempotentParameterMismatchException") => {
                TableError::refused("another transaction was sent with the same token")
            }
            error => TableError::of(Failed { error, ..failed }),
        };
        (error, false)
    }

    /// Returns whether an action failed because its row is not as it was read: it has changed, or has moved.
    fn is_of_read(&self, position: usize, reason: &CancellationReason) -> bool {
        let has_changed = self.calls[position].0 == Intent::Write || reason.item.is_none();
        let is_read = || self.reads.iter().any(|read| read.position == position);
        reason.code() == Some(UNMET) && has_changed && is_read()
    }
}

/// The code of an action whose condition was not met.
const UNMET: &str = "ConditionalCheckFailed";

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

fn reasons_of(error: &TransactWriteItemsError) -> &[CancellationReason] {
    match error {
        TransactionCanceledException(canceled) => canceled.cancellation_reasons(),
        _ => &[],
    }
}

/// Returns whether a transaction was canceled for too little throughput.
pub(super) fn is_throttled(error: &TransactWriteItemsError) -> bool {
    let reason = first(reasons_of(error));
    is_throttle(reason.and_then(|(_, reason)| reason.code()))
}

/// Returns the reason to report, with its position: a failed condition comes first, a conflict last.
fn first(reasons: &[CancellationReason]) -> Option<(usize, &CancellationReason)> {
    let rank = |reason: &CancellationReason| match reason.code() {
        Some(UNMET) => 0,
        Some("ValidationError") => 1,
        Some("ItemCollectionSizeLimitExceeded") => 2,
        Some("TransactionConflict") => 5,
        code if is_throttle(code) => 4,
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
        (Some(UNMET), Some((intent, _))) => {
            let kind = match intent {
                Intent::Create => TableErrorKind::Exists,
                Intent::Require if reason.item.is_none() => TableErrorKind::NotFound,
                Intent::Require | Intent::Write => TableErrorKind::Conflict,
            };
            of_kind(kind).with_item(reason.item.clone())
        }
        (Some("TransactionConflict"), _) => of_kind(TableErrorKind::Busy),
        (code, _) if is_throttle(code) => of_kind(TableErrorKind::Throttled),
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

/// Puts an item, on a condition if there is one.
pub(super) fn put(handle: &Handle, item: Item, when: Option<&Clause>) -> TransactWriteItem {
    let put = Put::builder().table_name(&handle.name).set_item(Some(item));
    match when {
        Some(clause) => action!(put, with_condition!(put, clause)),
        None => action!(put, put),
    }
}

/// Deletes the item under a key, on a condition if there is one.
pub(super) fn delete(handle: &Handle, keys: Keys, when: Option<&Clause>) -> TransactWriteItem {
    let delete = Delete::builder().table_name(&handle.name).set_key(Some(keys.into_item()));
    match when {
        Some(clause) => action!(delete, with_condition!(delete, clause)),
        None => action!(delete, delete),
    }
}

/// Deletes an item that was read, unless it has changed.
pub(super) fn delete_unchanged(handle: &Handle, check: &ItemUpdate) -> TransactWriteItem {
    let delete = Delete::builder().table_name(&handle.name);
    let delete = delete.set_key(Some(check.key().clone().into_item()));
    action!(delete, with_condition!(delete, check))
}

/// Checks the item under a key.
pub(super) fn condition_check(handle: &Handle, keys: Keys, clause: &Clause) -> TransactWriteItem {
    let check = ConditionCheck::builder().table_name(&handle.name);
    let check = check.set_key(Some(keys.into_item()));
    action!(condition_check, with_condition!(check, clause))
}

/// Edits the item under a key.
pub(super) fn edit(
    handle: &Handle,
    key: &Keys,
    (update, clause): &(String, Clause),
) -> TransactWriteItem {
    let update = Update::builder().table_name(&handle.name).update_expression(update);
    let update = update.set_key(Some(key.clone().into_item()));
    action!(update, with_condition!(update, clause))
}

/// Updates an item that was read.
pub(super) fn update(handle: &Handle, update: &ItemUpdate) -> TransactWriteItem {
    action!(update, Update::builder().table_name(&handle.name).item_update(update))
}
