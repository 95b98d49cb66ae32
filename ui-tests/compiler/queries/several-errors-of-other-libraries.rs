// Methods that queries of other libraries have.
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
    let pk = OrderPk { user_id: "u1" };
    let _ = Order::query(pk).limit(20);
    let _ = Order::query(pk).begins_with("S#");
    let _ = Order::query(pk).filter("x");
    let _ = Order::query(pk).status("x").limit(20);
    let _ = Order::query(pk).status("x").filter("x");
    let _ = Order::query(pk).status_starting_with("x").limit(20);
    let _ = Order::query(pk).status("x").id("x").filter("x");
    let _ = Order::query(pk).status_starting_with("x").status("x");
    let _ = Order::query(pk).status("x").id("x").begins_with("x");
    let _ = Order::query(pk).execute();
}
