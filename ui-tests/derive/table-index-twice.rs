// A table has an index twice.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("GSI1", pk = "GSI2PK", sk = "GSI2SK")]
enum Shop {
    User(User),
}

fn main() {}
