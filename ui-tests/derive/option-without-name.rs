// A value without the name of the option.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb("|")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
