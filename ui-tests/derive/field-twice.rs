// A field stands twice in one key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id, user_id)]
struct Order {
    user_id: String,
}

fn main() {}
