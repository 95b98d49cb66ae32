// An index has no partition key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", sk = ("ORDER", user_id))]
struct Order {
    user_id: String,
}

fn main() {}
