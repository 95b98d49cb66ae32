// A range of an entry whose texts do not sort as its values do.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    Paid,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [user_id], sk = ["{status}" as "status_key"])]
struct Order {
    user_id: String,
    status: Status,
}

fn main() {
    let pk = OrderGsi1Pk { user_id: "u1" };
    let _ = Order::query_gsi1(pk).status_in(Status::Open..).build();
}
