// `KeyPart` on an enum without variants.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {}

fn main() {}
