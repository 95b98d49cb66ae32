// A part of an index stands outside its keys.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", "ORDERS")]
struct Order {
    user_id: String,
}

fn main() {}
