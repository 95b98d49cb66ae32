// A newtype wraps a list.
use ddbkey::KeyPart;

#[derive(KeyPart)]
struct Tags(Vec<String>);

fn main() {}
