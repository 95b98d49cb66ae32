//! The step of a Lambda function for the table's stream: records become typed keys and entities.

use aws_lambda_events::dynamodb::{Event, EventRecord};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Change, ItemError};

use super::Result;
use super::entities::Shop;
use super::step::Step;

/// An event as Lambda sends it, including a row of another application.
const EVENT: &str = include_str!("stream.json");

pub(crate) fn changes() -> Result<Step> {
    let mut step = Step::new("Changes as the table's stream reports them to a Lambda function");
    let event: Event = serde_json::from_str(EVENT)?;
    for record in &event.records {
        match change(record) {
            Ok(change) => step.row(format_args!("{} {change}", record.event_name)),
            Err(error) => step.row(format_args!("{} refused: {error}", record.event_name)),
        }
    }
    Ok(step)
}

/// What a handler does with one record.
fn change(record: &EventRecord) -> Result<String, ItemError> {
    Ok(match Shop::change(record)? {
        Change::Inserted { key, new, .. } | Change::Modified { key, new, .. } => {
            match new.read()? {
                Some(Shop::User(user)) => user.to_string(),
                Some(Shop::Order(order)) => order.to_string(),
                None => key.to_string(),
            }
        }
        Change::Removed { key, .. } => key.to_string(),
        _ => "an item of no entity of the shop".into(),
    })
}
