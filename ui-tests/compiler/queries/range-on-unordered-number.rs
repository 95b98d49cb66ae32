// A range over an unordered number.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{version:unordered}")]
struct Order {
    user_id: String,
    version: u32,
}

fn main() {
    let _ = Order::query(OrderPk { user_id: "u1" }).version_in(1..9).build();
}
