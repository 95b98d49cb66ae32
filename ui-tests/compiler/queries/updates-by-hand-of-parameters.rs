// The same for an entity with parameters.
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(updates = by_hand)]
#[pk("ROW", id)]
struct Row<T> {
    id: String,
    more: T,
}

fn main() {
    let item = HashMap::<String, AttributeValue>::new();
    if let Ok(Some(update)) = Row::<u8>::update_item(&item, |row| row.more += 1) {
        println!("{:?}", update.key());
    }
}
