// A computed part is a newtype that owns its string.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Month(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("MONTH", month() -> Month)]
struct Order {
    user_id: String,
}

impl Order {
    fn month(&self) -> Month {
        Month("2024-12".into())
    }
}

fn main() {}
