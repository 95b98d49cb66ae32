// A computed part takes arguments.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", month(true) -> u32)]
struct Order {
    user_id: String,
}

fn main() {}
