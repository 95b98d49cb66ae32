// Four mistakes in one struct, one of them in the fields.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "::")]
#[pk("USER", usr_id, 7)]
#[sk("ORDER", "{created_at", price)]
#[gsi("gsi1", pk = ("EMAIL", emial), sort("USER"))]
#[pk("CUSTOMER", user_id)]
struct Order {
    user_id: String,
    created_at: String,
    email: Option<String>,
    price: f64,
}

fn main() {}
