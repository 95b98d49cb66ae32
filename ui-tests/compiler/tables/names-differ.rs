// An entity does not point at its table, which names its attributes.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
enum Shop {
    User(User),
}

fn main() {}
