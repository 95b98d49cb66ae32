// The `check` names a function that does not exist.
use ddbkey::KeyPart;

#[derive(KeyPart)]
#[key_part(check = UserId::is_valid)]
struct UserId(String);

fn main() {}
