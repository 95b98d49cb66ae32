// An entity does not point at its table, which names the type attribute.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(type_attribute = "type")]
enum Shop {
    User(User),
}

fn main() {}
