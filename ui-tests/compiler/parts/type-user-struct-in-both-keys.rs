// A part of both keys is a struct that is not a `KeyPart`.
use ddbkey::DdbKeys;

struct UserId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("OWNER", user_id)]
#[gsi("gsi1", pk = ("OWNER", user_id), sk = pk)]
struct Order {
    user_id: UserId,
}

fn main() {}
