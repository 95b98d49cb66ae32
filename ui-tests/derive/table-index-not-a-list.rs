// An index of a table without a list.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[gsi = "GSI1"]
enum Shop {
    User(User),
}

fn main() {}
