// Four mistakes in one table.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pq = "PK", sk = 5)]
#[gsi("GSI1", pk = "GSI1PK", sort = "GSI1SK")]
enum Shop {
    User(User),
    Nothing,
}

fn main() {}
