//! The step that a Lambda function on the table's stream does: records become typed keys and entities.

use aws_lambda_events::dynamodb::{Event, EventRecord};
use ddbkey::Keyed;
use serde::Deserialize;

use super::Result;
use super::entities::{Order, Shop, ShopKey, User};
use super::step::Step;

/// As Lambda gets it, with a row of another application in it.
const EVENT: &str = include_str!("stream.json");

pub(crate) fn changes() -> Result<Step> {
    let mut step = Step::new("Changes as the table's stream reports them to a Lambda function");
    let event: Event = serde_json::from_str(EVENT)?;
    for record in &event.records {
        match change(record) {
            Ok(change) => step.row(format_args!("{} {change}", record.event_name)),
            Err(error) => step.row(format_args!("{} not ours: {error}", record.event_name)),
        }
    }
    Ok(step)
}

/// The key attributes of a record.
#[derive(Deserialize)]
struct KeyTexts {
    pk: String,
    sk: String,
}

/// What a handler does with one record.
fn change(record: &EventRecord) -> Result<String> {
    let KeyTexts { pk, sk } = serde_dynamo::from_item(record.change.keys.clone())?;
    let image = record.change.new_image.clone();
    match Shop::parse_key(&pk, &sk)? {
        key if image.is_empty() => Ok(format!("{key}")),
        ShopKey::User(_) => {
            let Keyed(user) = serde_dynamo::from_item::<_, Keyed<User>>(image)?;
            Ok(format!("{user}"))
        }
        ShopKey::Order(_) => {
            let Keyed(order) = serde_dynamo::from_item::<_, Keyed<Order>>(image)?;
            Ok(format!("{order}"))
        }
    }
}
