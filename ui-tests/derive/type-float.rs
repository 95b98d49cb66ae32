// A part is a float.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PRICE", price)]
struct Order {
    user_id: String,
    price: f64,
}

fn main() {}
