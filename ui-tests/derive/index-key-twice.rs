// A key of an index is given twice.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("ORDERS"), pk = (user_id))]
struct Order {
    user_id: String,
}

fn main() {}
