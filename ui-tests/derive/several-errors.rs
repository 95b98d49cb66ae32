// Four mistakes in the attributes of a struct, and three types that cannot be parts.
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

struct Place;

struct Status;

#[derive(DdbKeys)]
#[pk("VISIT", place)]
#[sk(price, status)]
struct Visit {
    place: Place,
    price: f64,
    status: Status,
}

fn main() {}
