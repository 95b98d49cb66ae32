// An index has the name of the key struct.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("key", pk = ("ORDERS"), sk = (user_id))]
struct Order {
    user_id: String,
}

fn main() {}
