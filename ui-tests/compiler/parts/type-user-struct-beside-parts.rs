// A part is a struct that is not a `KeyPart`, beside types that are.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    Paid,
}

#[derive(KeyPart)]
struct OrderId(String);

struct UserId(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", status, id)]
struct Order {
    user_id: UserId,
    status: Status,
    id: OrderId,
}

fn main() {}
