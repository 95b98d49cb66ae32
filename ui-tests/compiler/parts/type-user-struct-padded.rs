// A struct that is not a key part is zero-padded.
use ddbkey::DdbKeys;

struct Version(u32);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{version:05}")]
struct Draft {
    user_id: String,
    version: Version,
}

fn main() {}
