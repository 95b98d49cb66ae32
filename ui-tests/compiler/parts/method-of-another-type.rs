// A computed part whose method has another type.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("MONTH", month() -> bool)]
struct Order {
    user_id: String,
}

impl Order {
    fn month(&self) -> u8 {
        7
    }
}

fn main() {}
