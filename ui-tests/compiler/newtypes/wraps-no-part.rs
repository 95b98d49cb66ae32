// A newtype wraps a struct that is no part.
use ddbkey::KeyPart;

struct Name(String);

#[derive(KeyPart)]
struct UserId(Name);

fn main() {}
