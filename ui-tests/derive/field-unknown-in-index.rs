// A field of an index is misspelt.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("EMAIL", emial))]
struct Order {
    user_id: String,
    email: Option<String>,
}

fn main() {}
