// An entity that borrows is read.
use ddbkey::DdbKeys;
use ddbkey_aws::Item;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("MAIL", id)]
#[sk("MAIL")]
struct Mail<'a> {
    id: &'a str,
}

fn main() {
    let _ = Mail::from_item(Item::new());
}
