// An index on a table that has none.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI2", pk = ("EMAIL", email), sk = ("USER"))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
enum Shop {
    User(User),
}

fn main() {}
