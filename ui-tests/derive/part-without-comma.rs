// A comma is missing between two parts.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER" user_id)]
struct Order {
    user_id: String,
}

fn main() {}
