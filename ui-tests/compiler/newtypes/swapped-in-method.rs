// A computed part is declared as the id of an order, but its method returns the id of a user.
use ddbkey::{DdbKeys, KeyPart};
use ulid::Ulid;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct UserId(Ulid);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct OrderId(Ulid);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", last() -> OrderId)]
struct User {
    user_id: UserId,
}

impl User {
    fn last(&self) -> UserId {
        self.user_id
    }
}

fn main() {}
