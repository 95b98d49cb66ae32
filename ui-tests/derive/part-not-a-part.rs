// A part is a number.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id, 7)]
struct Order {
    user_id: String,
}

fn main() {}
