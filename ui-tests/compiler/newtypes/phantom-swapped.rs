// Two ids differ in their parameter alone.
use std::marker::PhantomData;

use ddbkey::KeyPart;
use ulid::Ulid;

#[derive(KeyPart)]
struct Id<T>(Ulid, PhantomData<T>);

struct User;
struct Order;

fn main() {
    let user = Id::<User>(Ulid::nil(), PhantomData);
    let _: IdRef<Order> = user.as_part();
}
