// An index that the table does not have.
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
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    User(User),
}

fn main() {}
