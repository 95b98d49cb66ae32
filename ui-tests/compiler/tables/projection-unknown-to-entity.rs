// An index of the table does not hold whole items, and an entity does not point at the table.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("STATUS", status))]
struct Order {
    user_id: String,
    id: String,
    status: String,
}

#[derive(DdbTable)]
#[gsi("gsi1", pk = "gsi1pk", projection = keys)]
enum Shop {
    Order(Order),
}

fn main() {}
