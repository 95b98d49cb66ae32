// A newtype is held by value, and wraps one that is not.
use ddbkey::KeyPart;
use ulid::Ulid;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Id(Ulid);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct OrderId(Id);

fn main() {}
