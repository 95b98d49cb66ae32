// The name of an index starts with a digit.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("1", pk = ("ORDERS"), sk = (user_id))]
struct Order {
    user_id: String,
}

fn main() {}
