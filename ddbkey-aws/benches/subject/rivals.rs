//! Items through `serde_dynamo`, with the four keys next to the fields.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::Item;

use super::keys::by_hand;
use super::shop::{Order, Status};

/// The keys of an order and of its index.
fn keys(order: &Order) -> Option<[(&'static str, String); 4]> {
    let (pk, sk) = by_hand::build(order).ok()?;
    let gsi1sk = sk.strip_prefix("ORDER#")?.into();
    let status = match order.status {
        Status::Pending => "ORDER#PENDING",
        Status::Paid => "ORDER#PAID",
        Status::Shipped => "ORDER#SHIPPED",
    };
    Some([("pk", pk), ("sk", sk), ("gsi1pk", status.into()), ("gsi1sk", gsi1sk)])
}

pub fn to_item(order: &Order) -> Option<Item> {
    let mut item: Item = serde_dynamo::to_item(order).ok()?;
    for (name, text) in keys(order)? {
        item.insert(name.into(), AttributeValue::S(text));
    }
    Some(item)
}

/// Does what an update needs before it compares anything: reads the item once, and writes the entity twice.
pub fn update_item(item: &Item) -> Option<Item> {
    let mut order = from_item(item.clone())?;
    drop(to_item(&order)?);
    order.status = Status::Shipped;
    to_item(&order)
}

/// Checks that the stored keys of the table are the keys that the fields produce.
pub fn from_item(mut item: Item) -> Option<Order> {
    let stored = ["pk", "sk"].map(|name| item.remove(name));
    let order: Order = serde_dynamo::from_item(item).ok()?;
    let (pk, sk) = by_hand::build(&order).ok()?;
    let is_same = [pk, sk]
        .iter()
        .zip(&stored)
        .all(|(text, stored)| matches!(stored, Some(AttributeValue::S(stored)) if stored == text));
    is_same.then_some(order)
}
