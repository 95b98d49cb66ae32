// A computed part is a float.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PRICE", price() -> f64)]
struct Order {
    user_id: String,
}

impl Order {
    fn price(&self) -> f64 {
        1.5
    }
}

fn main() {}
