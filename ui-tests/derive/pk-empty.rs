// `#[pk()]` has no parts.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk()]
struct Order {
    user_id: String,
}

fn main() {}
