// Attributes that an index includes and that no entity writes.
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
#[gsi("gsi2", pk = "gsi2pk", projection = include("gsi1pk", "customer"))]
enum Shop {
    Order(Order),
}

fn main() {}
