// A newtype of an integer, plain, in a sort key.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Version(u32);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("VERSION", version)]
struct Order {
    user_id: String,
    version: Version,
}

fn main() {}
