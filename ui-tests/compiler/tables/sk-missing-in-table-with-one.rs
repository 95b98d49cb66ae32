// An entity has no sort key, and its table has one.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
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
