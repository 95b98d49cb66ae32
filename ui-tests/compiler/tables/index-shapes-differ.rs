// One index has a sort key in one entity, and none in another.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER"))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[sk("META")]
#[gsi("gsi1", pk = ("ORDERS"))]
struct Order {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
