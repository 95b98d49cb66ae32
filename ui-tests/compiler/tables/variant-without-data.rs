// A variant of a table holds nothing, and the table is one of items.
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
