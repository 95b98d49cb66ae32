// A newtype wraps a struct that is not a key part.
use ddbkey::KeyPart;

struct Name(String);

#[derive(KeyPart)]
struct UserId(Name);

fn main() {}
