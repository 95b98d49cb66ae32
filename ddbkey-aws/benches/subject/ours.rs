//! Items with this crate.

use ddbkey_aws::prelude::*;
use ddbkey_aws::{Item, ItemUpdate, Updated};

use super::shop::{Order, Status};

pub fn to_item(order: &Order) -> Option<Item> {
    order.to_item().ok()
}

/// Returns the request that ships an order.
pub fn update_item(item: &Item) -> Option<ItemUpdate> {
    let update = Order::update_item(item, |order| order.status = Status::Shipped).ok()?;
    update.map(Updated::into_update)
}

pub fn from_item(item: Item) -> Option<Order> {
    Order::from_item(item).ok()
}
