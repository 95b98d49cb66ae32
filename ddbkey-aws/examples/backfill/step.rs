//! What is to be done about an item: one request, which changes it wholly or not at all.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::ItemError;
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemUpdate, Rekey};

use super::table::Shop;
use super::{Item, Options, Result};

pub(super) enum Step {
    /// To today's key, which also mends the index attributes.
    Move(Rekey),
    Repair(ItemUpdate),
}

pub(super) enum Outcome {
    Done,
    /// Somebody has changed the item since it was read, or has deleted it.
    Refused,
    /// There is an item under today's key already.
    UnderBothKeys,
}

impl Step {
    /// The next step of an item; `None` if it is as its entity writes it.
    pub(super) fn of(item: &Item, options: &Options) -> Result<Option<Self>, ItemError> {
        let rekey = if options.is_repair_only { None } else { Shop::rekey(item)? };
        let Some(rekey) = rekey else { return Ok(Shop::repair(item)?.map(Self::Repair)) };
        let Some(mark) = &options.mark else { return Ok(Some(Self::Move(rekey))) };
        let former = rekey.former_key();
        let text = AttributeValue::S(former.sk().unwrap_or(former.pk()).into());
        Ok(Some(Self::Move(rekey.with_attribute(mark, text)?)))
    }

    /// The item that is moved, and what is wrong with it there: a move leaves an index alone whose key cannot be built.
    pub(super) fn remains(&self) -> Option<(&Item, ItemError)> {
        let Self::Move(rekey) = self else { return None };
        Shop::repair(rekey.item()).err().map(|error| (rekey.item(), error))
    }

    /// How many items it writes.
    pub(super) const fn writes(&self) -> u32 {
        match self {
            Self::Move(_) => 2,
            Self::Repair(_) => 1,
        }
    }

    /// The key of the item as it is stored.
    pub(super) fn key(&self) -> Item {
        match self {
            Self::Move(rekey) => rekey.former_key().clone().into_item(),
            Self::Repair(repair) => repair.key().clone().into_item(),
        }
    }

    pub(super) async fn send(&self, client: &Client, table: &str) -> Result<Outcome> {
        let (error, outcome) = match self {
            Self::Move(rekey) => {
                let moves = client.transact_write_items().rekey(rekey, table);
                let Err(error) = moves.send().await.map_err(SdkError::into_service_error) else {
                    return Ok(Outcome::Done);
                };
                let outcome = why_canceled(&error);
                (DisplayErrorContext(error).to_string(), outcome)
            }
            Self::Repair(repair) => {
                let update = client.update_item().table_name(table).item_update(repair);
                let Err(error) = update.send().await.map_err(SdkError::into_service_error) else {
                    return Ok(Outcome::Done);
                };
                let is_refused = error.is_conditional_check_failed_exception()
                    || error.is_transaction_conflict_exception();
                (DisplayErrorContext(error).to_string(), is_refused.then_some(Outcome::Refused))
            }
        };
        outcome.ok_or_else(|| error.into())
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
