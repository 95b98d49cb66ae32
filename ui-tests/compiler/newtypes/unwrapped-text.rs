// A key struct takes a newtype, and is given its text.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct UserId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct User {
    user_id: UserId,
}

fn main() {
    let _ = UserPk { user_id: "u1" }.build();
}
