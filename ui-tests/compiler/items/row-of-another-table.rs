// A row of another table is put.
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::Table;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("ORDER", id)]
#[sk("ORDER")]
struct Order {
    id: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("INVOICE", id)]
#[sk("INVOICE")]
struct Invoice {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

fn put(shop: &Table<Shop>, invoice: &Invoice) {
    let _ = shop.put(invoice);
}

fn main() {}
