// An update of an entity that has none, of one with parameters, and in what goes on with it.
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, ItemError};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(updates = by_hand)]
#[pk("SESSION", id)]
#[gsi("by_user", pk = ("USER", user() -> &str))]
struct Session {
    id: String,
    ttl: u64,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Serialize, Deserialize)]
struct Inner {
    user: String,
}

impl Session {
    fn user(&self) -> &str {
        &self.inner.user
    }
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(updates = by_hand)]
#[pk("ROW", id)]
struct Row<T> {
    id: String,
    more: T,
}

fn extend(item: &HashMap<String, AttributeValue>) -> Result<bool, ItemError> {
    let update = Session::update_item(item, |session| session.ttl += 60)?;
    if let Some(update) = &update {
        println!("{:?}", update.key());
    }
    let row = Row::<u8>::update_item(item, |row| row.more += 1)?;
    Ok(row.is_some() && update.is_some())
}

fn main() {}
