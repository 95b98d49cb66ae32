// A key with an enum is invariant in its lifetime.
use std::collections::HashMap;

use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
}

#[derive(DdbKeys)]
#[pk("ORDER", id, status)]
struct Order {
    id: String,
    status: Status,
}

fn has(map: &HashMap<OrderKey<'static>, u32>, id: &str) -> bool {
    map.contains_key(&OrderKey { id, status: Status::Open })
}

fn main() {}
