// `KeyPart` on an enum with data.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    Shipped(u32),
}

fn main() {}
