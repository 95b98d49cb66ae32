// The separator is a digit.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "0")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
