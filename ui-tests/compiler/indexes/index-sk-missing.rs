// An index has no sort key, and its table gives it one.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email))]
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
