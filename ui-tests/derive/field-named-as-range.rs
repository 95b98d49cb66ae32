// A part of a sort key is named as the range over another.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(at, at_in)]
struct Order {
    user_id: String,
    at: String,
    at_in: String,
}

fn main() {}
