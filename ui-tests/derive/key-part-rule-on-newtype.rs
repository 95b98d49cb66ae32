// `rename_all` on a newtype.
use ddbkey::KeyPart;

#[derive(KeyPart)]
#[key_part(rename_all = "UPPERCASE")]
struct UserId(String);

fn main() {}
