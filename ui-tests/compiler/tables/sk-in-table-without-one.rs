// An entity has a sort key, and its table has none.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK")]
enum Shop {
    User(User),
}

fn main() {}
