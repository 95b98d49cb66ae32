// An index of a table is declared as on an entity.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("gsi1", pk = ("EMAIL"))]
enum Shop {
    User(User),
}

fn main() {}
