// A part is a list.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("TAG", tags)]
struct Order {
    user_id: String,
    tags: Vec<String>,
}

fn main() {}
