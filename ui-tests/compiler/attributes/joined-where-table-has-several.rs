// The table has several attributes for a key that the entity joins.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("by_place", pk = (country, city))]
struct User {
    user_id: String,
    country: String,
    city: String,
}

#[derive(DdbTable)]
#[gsi("by_place", pk = ["country", "city"])]
enum Shop {
    User(User),
}

fn main() {}
