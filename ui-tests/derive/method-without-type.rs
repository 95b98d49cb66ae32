// A computed part does not say its type.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", month())]
struct Order {
    user_id: String,
}

fn main() {}
