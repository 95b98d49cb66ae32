// An entity without `Deserialize` is read.
use ddbkey::DdbKeys;
use ddbkey_aws::Item;
use ddbkey_aws::prelude::*;
use serde::Serialize;

#[derive(DdbKeys, Serialize)]
#[pk("MAIL", id)]
#[sk("MAIL")]
struct Mail {
    id: String,
}

fn main() {
    let _ = Mail::from_item(Item::new());
}
