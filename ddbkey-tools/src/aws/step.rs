//! What is to be done about a row: one request, which changes it wholly or not at all.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemUpdate, Rekey, UpdateItems};
use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::run::Run;
use super::{Item, removed};

/// What a run does about the rows that need it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Work {
    /// Brings index attributes and the type attribute in line with the fields.
    Repair,
    /// Moves rows from legacy keys to the current one.
    Move,
}

pub(super) enum Step {
    Move(Rekey),
    Repair(ItemUpdate),
}

pub(super) enum Outcome {
    Done,
    /// Somebody has changed the row since it was read, or has deleted it.
    Refused,
    /// There is a row under the current key already.
    UnderBothKeys,
}

impl Step {
    /// The next step of a row; `None` if there is nothing to do about it.
    pub(super) fn of<T: UpdateItems>(
        work: Work,
        item: &Item,
        run: &Run,
    ) -> Result<Option<Self>, ItemError> {
        let rekey = match work {
            Work::Repair => return Ok(T::repair(item)?.map(Self::Repair)),
            Work::Move => T::rekey(item)?,
        };
        let (Some(rekey), Some(mark)) = (&rekey, &run.mark) else {
            return Ok(rekey.map(Self::Move));
        };
        let legacy = rekey.former_key();
        let key = AttributeValue::S(legacy.sk().unwrap_or(legacy.pk()).into());
        Ok(Some(Self::Move(rekey.clone().with_attribute(mark, key)?)))
    }

    /// The row that is moved, and what is wrong with it there: a move leaves an index alone whose key cannot be built.
    pub(super) fn remains<T: UpdateItems>(&self) -> Option<(&Item, ItemError)> {
        let Self::Move(rekey) = self else { return None };
        T::repair(rekey.item()).err().map(|error| (rekey.item(), error))
    }

    /// The attributes that the row loses.
    pub(super) fn removed(&self, item: &Item) -> Vec<String> {
        match self {
            Self::Move(rekey) => removed::by_move(rekey, item),
            Self::Repair(repair) => removed::by_update(repair),
        }
    }

    /// How many rows it writes.
    pub(super) const fn writes(&self) -> u32 {
        match self {
            Self::Move(_) => 2,
            Self::Repair(_) => 1,
        }
    }

    /// The key of the row as it is stored.
    pub(super) fn key(&self) -> Item {
        match self {
            Self::Move(rekey) => rekey.former_key().clone().into_item(),
            Self::Repair(repair) => repair.key().clone().into_item(),
        }
    }

    pub(super) async fn send(&self, client: &Client, table: &str) -> Result<Outcome, RunError> {
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
                let is_refused = error.is_conditional_check_failed_exception()
                    || error.is_transaction_conflict_exception();
                is_refused.then_some(Outcome::Refused).ok_or_else(|| RunError::of_request(error))
            }
        }
    }
}

/// The reasons are those of the put and of the delete, in that order.
fn why_canceled(error: &TransactWriteItemsError) -> Option<Outcome> {
    let TransactWriteItemsError::TransactionCanceledException(canceled) = error else {
        return None;
    };
    let codes: Vec<_> = canceled.cancellation_reasons().iter().map(|own| own.code()).collect();
    match codes[..] {
        [_, Some("ConditionalCheckFailed" | "TransactionConflict")]
        | [Some("TransactionConflict"), _] => Some(Outcome::Refused),
        [Some("ConditionalCheckFailed"), _] => Some(Outcome::UnderBothKeys),
        _ => None,
    }
}
