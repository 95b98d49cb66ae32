// A key with an enum is invariant in its lifetime, and so is the key of a table.
use std::collections::HashMap;

use ddbkey::{DdbKeys, DdbTable, KeyPart};

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

#[derive(DdbKeys)]
#[pk("CART", id)]
struct Cart {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    Cart(Cart),
}

fn of_enum(map: &HashMap<OrderKey<'static>, u32>, id: &str) -> bool {
    map.contains_key(&OrderKey { id, status: Status::Open })
}

fn of_table(map: &HashMap<ShopKey<'static>, u32>, id: &str) -> bool {
    map.contains_key(&ShopKey::Cart(CartKey { id }))
}

fn main() {}
