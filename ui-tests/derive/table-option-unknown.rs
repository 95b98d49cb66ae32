// An option of a table is misspelt.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(type_atribute = "type")]
enum Shop {
    User(User),
}

fn main() {}
