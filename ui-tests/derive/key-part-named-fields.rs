// `KeyPart` on a struct with named fields.
use ddbkey::KeyPart;

#[derive(KeyPart)]
struct Address {
    street: String,
    city: String,
}

fn main() {}
