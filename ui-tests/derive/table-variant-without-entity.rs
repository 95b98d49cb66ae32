// A variant of a table holds no entity.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Nothing,
}

fn main() {}
