// A part of the sort key is a struct that is not a `KeyPart`.
use ddbkey::DdbKeys;

struct UserId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("OWNER", owner)]
struct Order {
    user_id: String,
    owner: UserId,
}

fn main() {}
