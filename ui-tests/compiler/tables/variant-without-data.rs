// A variant of a table holds nothing, although the table has items.
use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct User {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order,
}

fn main() {}
