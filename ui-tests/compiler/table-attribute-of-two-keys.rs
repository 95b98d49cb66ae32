// The two keys of a table are in one attribute.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "key", sk = "key")]
enum Shop {
    User(User),
}

fn main() {}
