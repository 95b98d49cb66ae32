// A variant is renamed to nothing.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    #[key_part(rename = "")]
    Open,
}

fn main() {}
