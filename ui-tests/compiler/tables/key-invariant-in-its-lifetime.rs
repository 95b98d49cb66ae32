// The key of a table is invariant in its lifetime.
use std::collections::HashMap;

use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("CART", id)]
struct Cart {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    Cart(Cart),
}

fn has(map: &HashMap<ShopKey<'static>, u32>, id: &str) -> bool {
    map.contains_key(&ShopKey::Cart(CartKey { id }))
}

fn main() {}
