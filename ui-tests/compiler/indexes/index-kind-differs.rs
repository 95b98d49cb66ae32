// An index is local in its entity, and global in its table.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[lsi("GSI1", sk = ("EMAIL", email))]
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
