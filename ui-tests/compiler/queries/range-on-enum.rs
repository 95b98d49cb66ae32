// A range over an enum.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    Paid,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(status)]
struct Order {
    user_id: String,
    status: Status,
}

fn main() {
    let _ = Order::query(OrderPk { user_id: "u1" }).status_in(Status::Open..).build();
}
