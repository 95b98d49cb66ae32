// The separator is a letter.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "x")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
