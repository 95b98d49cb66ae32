// An index of a table has an unknown attribute key.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[gsi("GSI1", pk = "GSI1PK", sort = "GSI1SK")]
enum Shop {
    User(User),
}

fn main() {}
