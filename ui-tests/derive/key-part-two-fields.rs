// `KeyPart` on a tuple struct with two fields.
use ddbkey::KeyPart;

#[derive(KeyPart)]
struct Address(String, String);

fn main() {}
