// A number that is no part, in a form that is for others.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("{price:08}")]
struct Offer {
    sku: String,
    price: f64,
}

fn main() {}
