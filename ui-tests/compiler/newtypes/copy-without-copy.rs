// A newtype that is held by value only derives `KeyPart`.
use ddbkey::KeyPart;
use ulid::Ulid;

#[derive(KeyPart)]
#[key_part(copy)]
struct OrderId(Ulid);

fn main() {}
