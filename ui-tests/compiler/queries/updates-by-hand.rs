// An update of an entity without updates, and the code that uses the update.
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use ddbkey_aws::ItemError;
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

fn extend(item: &HashMap<String, AttributeValue>) -> Result<bool, ItemError> {
    let update = Session::update_item(item, |session| session.ttl += 60)?;
    if let Some(update) = &update {
        println!("{:?}", update.key());
    }
    Ok(update.is_some())
}

fn main() {}
