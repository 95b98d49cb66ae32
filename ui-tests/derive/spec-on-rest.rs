// A SPEC on the rest of the key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{*path:05}")]
struct Order {
    user_id: String,
    path: String,
}

fn main() {}
