// `#[ddb = …]` instead of a list.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb = "|"]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
