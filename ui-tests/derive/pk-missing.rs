// The struct has no `#[pk]`.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[sk("ORDER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
