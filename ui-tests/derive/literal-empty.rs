// A literal is empty.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
