// A part is a newtype of a struct that is no part: the mistake is in the newtype.
use ddbkey::{DdbKeys, KeyPart};

struct Name(String);

#[derive(KeyPart)]
struct UserId(Name);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct User {
    user_id: UserId,
}

fn main() {}
