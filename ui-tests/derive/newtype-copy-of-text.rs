// A newtype over text is to be held by value.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct UserId(String);

fn main() {}
