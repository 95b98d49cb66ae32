// The name of the entity would be written over a key.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "SK")]
enum Shop {
    User(User),
}

fn main() {}
