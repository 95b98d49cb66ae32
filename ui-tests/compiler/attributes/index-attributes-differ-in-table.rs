// Two entities have an index in other attributes.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("by_place", pk = [country, city])]
struct User {
    user_id: String,
    country: String,
    city: String,
}

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[sk("ORDER")]
#[gsi("by_place", pk = [country], sk = [city])]
struct Order {
    id: String,
    country: String,
    city: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
