// An option has no value.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator)]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
