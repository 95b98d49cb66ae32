// A variant of a table holds two entities.
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
    Pair(User, User),
}

fn main() {}
