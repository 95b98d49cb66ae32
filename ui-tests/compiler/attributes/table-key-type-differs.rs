// The sort key of the table is a number for one entity and text for the other.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk[sort]]
struct User {
    user_id: String,
    sort: u32,
}

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[sk[sort]]
struct Order {
    id: String,
    sort: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() {}
