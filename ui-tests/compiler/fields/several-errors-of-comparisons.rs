// What would compare wrongly does not compile.
use std::collections::HashMap;

use ddbkey::{DdbKeys, KeyPart};
use ddbkey_aws::{Condition, field};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    New,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("ORDER", id)]
struct Order {
    id: String,
    cents: u64,
    rate: f64,
    wide: u128,
    at: Timestamp,
    status: Status,
    is_paid: bool,
    note: Option<String>,
    tags: Vec<String>,
    times: Vec<Timestamp>,
    counts: HashMap<String, u32>,
    #[serde(default)]
    archived: bool,
    #[serde(default)]
    marks: Vec<String>,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("TEAM", id)]
struct Team {
    id: String,
    open: u32,
}

fn of_order(_: Condition<Order>) {}

fn main() {
    let _ = field!(Order.cents).eq("x");
    let _ = field!(Order.rate).ge(500);
    let _ = field!(Order.note).eq(None);
    let _ = field!(Order.at).ge(Timestamp::UNIX_EPOCH);
    let _ = field!(Order.at).eq(Timestamp::UNIX_EPOCH);
    let _ = field!(Order.status).lt(Status::New);
    let _ = field!(Order.is_paid).lt(true);
    let _ = field!(Order.wide).eq(1);
    let _ = field!(Order.tags).eq(vec![String::new()]);
    let _ = field!(Order.counts).eq(HashMap::new());
    let _ = field!(Order.times).contains(Timestamp::UNIX_EPOCH);
    let _ = field!(Order.cents).contains("x");
    let _ = field!(Order.cents).begins_with("x");
    let _ = field!(Order.note).len().eq(1);
    let _ = field!(Order.archived).eq(false);
    let _ = field!(Order.marks).len().eq(0);
    of_order(field!(Team.open).eq(1));
}
