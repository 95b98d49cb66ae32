// The key of an entity that the table does not have.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
enum Users {
    User(User),
}

fn main() {
    let order = Order { user_id: "u1".into(), number: 7 };
    let _ = order.v1().into_owned::<Users>();
}
