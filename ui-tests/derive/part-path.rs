// A part is a path into a field.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id.name)]
struct Order {
    user_id: String,
}

fn main() {}
