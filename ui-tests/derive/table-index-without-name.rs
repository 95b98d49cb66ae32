// An index of a table without a name.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[gsi(pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    User(User),
}

fn main() {}
