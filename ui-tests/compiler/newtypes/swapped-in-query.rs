// The id of a user is given as the id of an order, in a query.
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
    let user_id = order.user_id.as_part();
    let _ = Order::query(OrderPk { user_id }).id(user_id).build();
}
