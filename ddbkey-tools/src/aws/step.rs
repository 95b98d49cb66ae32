//! Changes a row with one request, completely or not at all.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::__private::{is_throttle, repair};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemUpdate, Rekey, UpdateItems};
use serde::{Deserialize, Serialize};

use super::Item;
use super::error::RunError;
use super::pace::Pace;
use super::run::{Run, kept_name};

/// What a run does to the rows that need it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Work {
    /// Makes the index attributes and the type attribute match the fields.
    Repair,
    /// Moves rows from legacy keys to the current key.
    Move,
}

pub(super) enum RowStep {
    Move(Rekey),
    Repair(ItemUpdate),
}

pub(super) enum Outcome {
    Done,
    /// Another writer has changed or deleted the row since it was read.
    Refused,
    /// A row is already under the current key.
    UnderBothKeys,
    /// The table has too little throughput.
    Throttled,
}

/// How often a throttled request is sent.
const TRIES: u32 = 8;

impl RowStep {
    /// Returns the next step for a row, or `None` if there is nothing to do.
    pub(super) fn of<T: UpdateItems>(
        work: Work,
        item: &Item,
        run: &Run,
    ) -> Result<Option<Self>, ItemError> {
        let rekey = match work {
            Work::Repair => return Ok(repair::<T>(item, kept_name(run.aliases))?.map(Self::Repair)),
            Work::Move => T::rekey(item)?,
        };
        let (Some(rekey), Some(mark)) = (&rekey, &run.mark) else {
            return Ok(rekey.map(Self::Move));
        };
        let legacy = rekey.former_key();
        let key = AttributeValue::S(legacy.sk().unwrap_or(legacy.pk()).into());
        Ok(Some(Self::Move(rekey.clone().with_attribute(mark, key)?)))
    }

    /// Returns the moved row and what is still wrong with it: a move does not touch an index whose key cannot be built.
    pub(super) fn remains<T: UpdateItems>(&self) -> Option<(&Item, ItemError)> {
        let Self::Move(rekey) = self else { return None };
        T::repair(rekey.item()).err().map(|error| (rekey.item(), error))
    }

    /// Returns the attributes that the row loses.
    pub(super) fn removed(&self, item: &Item) -> Vec<String> {
        match self {
            Self::Move(rekey) => {
                let is_lost = |name: &&String| !rekey.item().contains_key(*name);
                let mut removed: Vec<_> = item.keys().filter(is_lost).cloned().collect();
                removed.sort_unstable();
                removed
            }
            Self::Repair(repair) => repair.removed().map(ToOwned::to_owned).collect(),
        }
    }

    /// Returns how many rows the step writes.
    pub(super) const fn writes(&self) -> u32 {
        match self {
            Self::Move(_) => 2,
            Self::Repair(_) => 1,
        }
    }

    /// Returns the key of the row as stored.
    pub(super) fn key(&self) -> Item {
        match self {
            Self::Move(rekey) => rekey.former_key().clone().into_item(),
            Self::Repair(repair) => repair.key().clone().into_item(),
        }
    }

    /// Sends the request, again after a pause while it is throttled. The SDK does not send a throttled transaction again.
    pub(super) async fn send(
        &self,
        client: &Client,
        table: &str,
        pace: &Pace,
    ) -> Result<Outcome, RunError> {
        for tried in 0..TRIES {
            match self.send_once(client, table).await? {
                Outcome::Throttled => pace.pause(tried).await,
                outcome => return Ok(outcome),
            }
        }
        Ok(Outcome::Throttled)
    }

    async fn send_once(&self, client: &Client, table: &str) -> Result<Outcome, RunError> {
        match self {
            Self::Move(rekey) => {
                let moves = client.transact_write_items().rekey(rekey, table);
                let Err(error) = moves.send().await.map_err(SdkError::into_service_error) else {
                    return Ok(Outcome::Done);
                };
                why_canceled(&error).ok_or_else(|| RunError::of_request(error))
            }
            Self::Repair(repair) => {
                let update = client.update_item().table_name(table).item_update(repair);
                let Err(error) = update.send().await.map_err(SdkError::into_service_error) else {
                    return Ok(Outcome::Done);
                };
                match error.code() {
                    Some("ConditionalCheckFailedException" | "TransactionConflictException") => {
                        Ok(Outcome::Refused)
                    }
                    code if is_throttle(code) => Ok(Outcome::Throttled),
                    _ => Err(RunError::of_request(error)),
                }
            }
        }
    }
}

/// Returns the outcome from the reasons of the put and of the delete, in that order.
fn why_canceled(error: &TransactWriteItemsError) -> Option<Outcome> {
    let TransactWriteItemsError::TransactionCanceledException(canceled) = error else {
        return is_throttle(error.code()).then_some(Outcome::Throttled);
    };
    let codes: Vec<_> = canceled.cancellation_reasons().iter().map(|own| own.code()).collect();
    match codes[..] {
        [_, Some("ConditionalCheckFailed" | "TransactionConflict")]
        | [Some("TransactionConflict"), _] => Some(Outcome::Refused),
        [Some("ConditionalCheckFailed"), _] => Some(Outcome::UnderBothKeys),
        [put, delete] if is_throttle(put) || is_throttle(delete) => Some(Outcome::Throttled),
        _ => None,
    }
}
