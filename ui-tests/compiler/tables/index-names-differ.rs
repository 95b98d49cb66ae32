// An entity does not point at its table, which names the attributes of an index.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER"))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbTable)]
#[gsi("GSI1", pk = "Email", sk = "Name")]
enum Shop {
    User(User),
}

fn main() {}
