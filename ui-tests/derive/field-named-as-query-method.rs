// A part of a sort key is named as a method of its query.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("BUILD", build)]
struct Order {
    user_id: String,
    build: String,
}

fn main() {}
