// The value of an option is no text.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = 5)]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
