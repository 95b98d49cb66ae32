// A version that a busy row exhausts.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(version = version)]
#[pk("USER", id)]
struct User {
    id: String,
    version: u8,
}

fn main() {}
