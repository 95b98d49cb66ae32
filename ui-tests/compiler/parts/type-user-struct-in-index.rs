// A part of an index is a struct that is not a `KeyPart`.
use ddbkey::DdbKeys;

struct Email(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("EMAIL", email))]
struct Order {
    user_id: String,
    email: Option<Email>,
}

fn main() {}
