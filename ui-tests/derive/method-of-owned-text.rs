// A computed part is a `String`, which lives no longer than the call.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("MONTH", month() -> String)]
struct Order {
    user_id: String,
}

impl Order {
    fn month(&self) -> String {
        "2024-12".into()
    }
}

fn main() {}
