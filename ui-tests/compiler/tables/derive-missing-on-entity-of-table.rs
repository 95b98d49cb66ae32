// An entity of a table has no keys.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

struct Order {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
