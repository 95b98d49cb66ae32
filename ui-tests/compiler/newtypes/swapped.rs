// The id of a user is passed as the id of an order, in a key struct.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct UserId(String);

#[derive(KeyPart)]
struct OrderId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
struct Order {
    user_id: UserId,
    id: OrderId,
}

fn main() {
    let order = Order { user_id: UserId("u".into()), id: OrderId("o".into()) };
    let _ = OrderSk { id: order.user_id.as_part() };
}
