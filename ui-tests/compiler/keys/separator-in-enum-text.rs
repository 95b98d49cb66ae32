// The text of a variant contains the separator.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    #[key_part(rename = "on#hold")]
    OnHold,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(status)]
struct Order {
    user_id: String,
    status: Status,
}

fn main() {}
