// A newtype that is held by value derives `KeyPart` alone.
use ddbkey::KeyPart;
use ulid::Ulid;

#[derive(KeyPart)]
#[key_part(copy)]
struct OrderId(Ulid);

fn main() {}
