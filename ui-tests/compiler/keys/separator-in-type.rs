// A signed number can contain the separator, and has no fixed width.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "-")]
#[pk("USER", user_id)]
#[sk("DAY", "{day:05}")]
struct Order {
    user_id: String,
    day: i32,
}

fn main() {}
