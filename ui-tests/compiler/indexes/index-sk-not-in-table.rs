// An index has a sort key that its table does not give it.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER"))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("GSI1", pk = "GSI1PK")]
enum Shop {
    User(User),
}

fn main() {}
