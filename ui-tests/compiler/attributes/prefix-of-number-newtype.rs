// A newtype of a number has none either.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Version(u32);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk[version]]
struct Draft {
    user_id: String,
    version: Version,
}

fn main() {
    let _ = Draft::query(DraftPk { user_id: "u1" }).version_starting_with("1").build();
}
