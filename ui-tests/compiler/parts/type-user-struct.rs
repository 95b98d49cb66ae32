// A part is a struct that is not a `KeyPart`.
use ddbkey::DdbKeys;

struct UserId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct Order {
    user_id: UserId,
}

fn main() {}
