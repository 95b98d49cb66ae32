// A key of an index without its list.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk)]
struct Order {
    user_id: String,
}

fn main() {}
