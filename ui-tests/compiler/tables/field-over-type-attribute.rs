// A field that can never hold the name of its entity, in the attribute that stores it.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys, serde::Serialize)]
#[ddb(table = Shop)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct User {
    id: String,
    #[serde(rename = "type")]
    kind: u8,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "type")]
enum Shop {
    User(User),
}

fn main() {}
