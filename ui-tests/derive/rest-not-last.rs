// `{*field}` is not last.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{*path}", name)]
struct Order {
    user_id: String,
    path: String,
    name: String,
}

fn main() {}
