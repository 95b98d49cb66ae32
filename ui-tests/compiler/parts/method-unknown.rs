// A computed part whose method does not exist.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("MONTH", month() -> bool)]
struct Order {
    user_id: String,
}

fn main() {}
