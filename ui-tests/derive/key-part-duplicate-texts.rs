// Two variants have one text.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    #[key_part(rename = "Open")]
    Reopened,
}

fn main() {}
