//! A Lambda function on the stream of a table:
//! `cargo run --features lambda --example lambda -- ddbkey-aws/examples/lambda/event.json`.
//!
//! When it is deployed, it has no arguments and receives its events from Lambda. `--filter` prints the filter
//! of its event source mapping. That mapping must set `ReportBatchItemFailures`: the function returns
//! the first record that it could not process, and Lambda continues from there.

use std::error::Error;
use std::io::Write;

use aws_lambda_events::dynamodb::{Event, EventRecord};
use aws_lambda_events::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Change, ItemError};
use ddbkey_tools::{Schema, event_filter};
use lambda_runtime::{LambdaEvent, service_fn};
use serde::{Deserialize, Serialize};

pub(crate) type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
struct Order {
    user_id: String,
    id: String,
    status: String,
    total_cents: u64,
}

#[derive(DdbTable, Debug, PartialEq)]
enum Shop {
    User(User),
    Order(Order),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        None => lambda_runtime::run(service_fn(handle)).await,
        Some("--filter") => {
            println!("{}", event_filter(&Schema::of(Shop::SCHEMA), &["User", "Order"])?);
            Ok(())
        }
        Some(file) => {
            let event = serde_json::from_str(&std::fs::read_to_string(file)?)?;
            let response = process(&event, &mut std::io::stdout())?;
            println!("{}", serde_json::to_string(&response)?);
            Ok(())
        }
    }
}

async fn handle(event: LambdaEvent<Event>) -> Result<DynamoDbEventResponse> {
    process(&event.payload, &mut std::io::stderr())
}

/// Records are in the order in which their items changed, so no record may be processed before an earlier one that
/// failed. A record that can never succeed is not a failure: Lambda would send it again until it
/// expires, and no record after it.
pub(crate) fn process(event: &Event, log: &mut impl Write) -> Result<DynamoDbEventResponse> {
    let mut response = DynamoDbEventResponse::default();
    for record in &event.records {
        let id = &record.event_id;
        match Shop::change(record) {
            Ok(Change::Unknown { .. }) => writeln!(log, "{id} is not of this table")?,
            // An `ItemError` does not print the string of a key.
            Err(error) => writeln!(log, "{id} is skipped: {error}")?,
            Ok(change) => match react(&change, log) {
                Ok(()) => {}
                // An image that cannot be read now cannot be read next time either.
                Err(error) if error.is::<ItemError>() => {
                    writeln!(log, "{id} is skipped: {error}")?;
                }
                Err(error) => {
                    writeln!(log, "{id} failed: {error}")?;
                    response.batch_item_failures.push(failure(record));
                    break;
                }
            },
        }
    }
    Ok(response)
}

fn failure(record: &EventRecord) -> DynamoDbBatchItemFailure {
    let mut failure = DynamoDbBatchItemFailure::default();
    failure.item_identifier.clone_from(&record.change.sequence_number);
    failure
}

/// What the function is for.
fn react(change: &Change<'_, Shop>, log: &mut impl Write) -> Result<()> {
    match change {
        Change::Inserted { new, key: ShopKey::Order(_), .. } => {
            let Some(Shop::Order(order)) = new.read()? else { return Ok(()) };
            writeln!(
                log,
                "order {} over {} cents: sending a receipt",
                order.id, order.total_cents
            )?;
            if order.total_cents == 0 {
                return Err("the mail server does not answer".into());
            }
        }
        Change::Modified { old, new, key: ShopKey::Order(_), .. } => {
            if let (Some(Shop::Order(old)), Some(Shop::Order(new))) = (old.read()?, new.read()?)
                && old.status != new.status
            {
                writeln!(log, "order {} went from {} to {}", new.id, old.status, new.status)?;
            }
        }
        Change::Removed { key: ShopKey::User(UserKey { user_id }), .. } => {
            writeln!(log, "user {user_id} is gone: deleting what else there is of them")?;
        }
        _ => {}
    }
    Ok(())
}
