// The sort key of an index has no parts.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("ORDERS"), sk = ())]
struct Order {
    user_id: String,
}

fn main() {}
