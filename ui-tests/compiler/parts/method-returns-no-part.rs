// A method returns a struct that is no part.
use ddbkey::DdbKeys;

struct Month(u8);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("MONTH", month() -> Month)]
struct Order {
    user_id: String,
}

impl Order {
    fn month(&self) -> Month {
        Month(7)
    }
}

fn main() {}
