// An option of a variant is misspelt.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    #[key_part(renam = "open")]
    Open,
}

fn main() {}
