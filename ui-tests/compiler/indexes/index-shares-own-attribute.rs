// An index gives the table's own attribute another value.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("GSI1", pk = "SK", sk = "PK")]
enum Shop {
    User(User),
}

fn main() {}
