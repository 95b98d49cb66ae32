// No such rule for names.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPERCASE")]
enum Status {
    Open,
}

fn main() {}
