// A newtype that is held by value names another type.
use ddbkey::KeyPart;
use ulid::Ulid;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy, ref = OrderKey)]
struct OrderId(Ulid);

fn main() {}
