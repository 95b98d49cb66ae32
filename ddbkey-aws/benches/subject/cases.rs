//! Every case by name, for both `time` and `counts`.

use std::hint::black_box;
use std::time::Instant;

use ddbkey_aws::Item;

use super::shop::{Order, order};
use super::{LONG_ID, ours, rivals};
use crate::harness::{CALLS, Case};

cases! {
    to_item {
        ours(order: Order = order(LONG_ID)) { ours::to_item(order) }
        by_hand(order: Order = order(LONG_ID)) { rivals::to_item(order) }
    }
    from_item {
        ours(items: Vec<Item> = items()) { ours::from_item(items.pop()?) }
        by_hand(items: Vec<Item> = items()) { rivals::from_item(items.pop()?) }
    }
    update_item {
        ours(item: Item = item()) { ours::update_item(item) }
        by_hand(item: Item = item()) { rivals::update_item(item) }
    }
}

/// Returns an item for each call, since a call consumes its item.
fn items() -> Vec<Item> {
    vec![item(); CALLS]
}

fn item() -> Item {
    rivals::to_item(&order(LONG_ID)).unwrap_or_default()
}
