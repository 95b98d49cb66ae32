// Four mistakes in one part.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "SHOUT", renaim = "x")]
enum Status {
    Open,
    #[key_part(rename = "")]
    Paid,
    #[key_part(rename = "Open")]
    Shipped,
}

fn main() {}
