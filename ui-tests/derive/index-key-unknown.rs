// A key of an index has an unknown name.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("ORDERS"), sort(user_id))]
struct Order {
    user_id: String,
}

fn main() {}
