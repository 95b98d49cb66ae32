// An option of newtypes stands on an enum.
use ddbkey::KeyPart;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
enum Status {
    Open,
}

fn main() {}
