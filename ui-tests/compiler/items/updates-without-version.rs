// A closure that may see attributes which no condition can name.
use std::collections::BTreeMap;

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Item, ItemError};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("ROW", id)]
#[sk("META")]
struct Row {
    id: String,
    #[serde(flatten)]
    more: BTreeMap<String, String>,
}

#[derive(DdbTable)]
enum Rows {
    Row(Row),
}

fn update(item: &Item) -> Result<(), ItemError> {
    let _ = Row::update_item(item, |row| row.more.clear())?;
    let _ = Row::update_item_narrow(item, |row| row.more.clear())?;
    let _ = Rows::update_item(item, |Rows::Row(row)| row.more.clear())?;
    Ok(())
}

fn main() {}
