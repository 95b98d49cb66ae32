// Two entities without a sort key claim the same keys.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", id)]
struct Order {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
