// `DdbTable` on a generic enum.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop<T> {
    User(User),
    Other(T),
}

fn main() {}
