// An index reuses the sort key of an entity without one.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("ORDERS"), sk = sk)]
struct Order {
    user_id: String,
}

fn main() {}
