// `#[sk()]` has no parts.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk()]
struct Order {
    user_id: String,
}

fn main() {}
