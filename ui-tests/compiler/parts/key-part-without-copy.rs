// An enum that derives `KeyPart` alone.
use ddbkey::KeyPart;

#[derive(KeyPart)]
enum Status {
    Open,
    Paid,
}

fn main() {}
