// There is no such function.
use ddbkey::KeyPart;

#[derive(KeyPart)]
#[key_part(check = UserId::is_valid)]
struct UserId(String);

fn main() {}
