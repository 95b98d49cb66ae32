// An attribute is a number for one entity and text for the other.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = [user_id], sk = [rank])]
struct User {
    user_id: String,
    rank: u32,
}

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[sk("ORDER")]
#[gsi("gsi2", pk = [id], sk = [rank])]
struct Order {
    id: String,
    rank: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
