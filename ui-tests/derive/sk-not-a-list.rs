// `#[sk]` without a list.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk]
struct Order {
    user_id: String,
}

fn main() {}
