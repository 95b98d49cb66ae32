// An index without a name.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi(pk("ORDERS"), sk(user_id))]
struct Order {
    user_id: String,
}

fn main() {}
