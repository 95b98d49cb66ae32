// A local index of a table names a partition key.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[lsi("LSI1", pk = "LSI1PK", sk = "LSI1SK")]
enum Shop {
    User(User),
}

fn main() {}
