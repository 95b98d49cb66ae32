// The id of an order is given as the id of a user; key structs hold both by value.
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
#[sk("ORDER", id)]
struct Order {
    user_id: UserId,
    id: OrderId,
}

fn main() {
    let order = Order { user_id: UserId(Ulid::nil()), id: OrderId(Ulid::nil()) };
    let _ = Order::query(OrderPk { user_id: order.id });
}
