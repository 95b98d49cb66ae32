// A newtype wraps a float.
use ddbkey::KeyPart;

#[derive(KeyPart)]
struct Price(f64);

fn main() {}
