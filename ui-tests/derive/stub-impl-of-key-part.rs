// Two variants have the same string, and the enum and a key with it are used elsewhere.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    #[key_part(rename = "Open")]
    Reopened,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(status)]
struct Order {
    user_id: String,
    status: Status,
}

fn main() {
    let order = Order { user_id: "u1".into(), status: Status::Reopened };
    let _ = (order.keys(), OrderSk { status: Status::Open }.build());
    if let Ok(OrderSk { status: Status::Open }) = Order::parse_sk("Open") {}
    let _ = Order::query(OrderPk { user_id: "u1" }).status(Status::Open).build();
}
