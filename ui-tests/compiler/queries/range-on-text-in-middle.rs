// A range over text that is not the last part.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", status, id)]
struct Order {
    user_id: String,
    status: String,
    id: String,
}

fn main() {
    let _ = Order::query(OrderPk { user_id: "u1" }).status_in("a".."b").build();
}
