// A key struct without one of its parts.
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
    let _ = OrderSk { status: "open" }.build();
}
