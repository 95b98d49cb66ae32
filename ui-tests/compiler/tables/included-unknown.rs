// An attribute that an index includes is misspelt.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("ORDER", id)]
#[sk("META")]
#[gsi("gsi1", pk = ("STATUS", status))]
struct Order {
    id: String,
    status: String,
    total_cents: u64,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "kind")]
#[gsi("gsi1", pk = "gsi1pk", projection = include("total_cent", "status", "kind"))]
enum Shop {
    Order(Order),
}

fn main() {}
