// An index with nested attributes, whose key is used elsewhere.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1" as by_status, pk("STATUS", status), sk = ("USER", user_id))]
struct Order {
    user_id: String,
    status: String,
}

fn main() {
    let _ = Order::query_by_status(OrderByStatusPk { status: "open" }).user_id("u1").build();
}
