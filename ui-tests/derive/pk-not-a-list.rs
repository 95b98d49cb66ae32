// `#[pk = …]` instead of a list.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk = "USER"]
struct Order {
    user_id: String,
}

fn main() {}
