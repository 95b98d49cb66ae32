// Two entities claim the same keys.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{*path}")]
struct Order {
    user_id: String,
    path: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
