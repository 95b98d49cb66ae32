// What stands between the braces is no name.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{user.id}")]
struct Order {
    user_id: String,
}

fn main() {}
