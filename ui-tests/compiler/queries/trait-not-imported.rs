// A module without the trait that has `query`.
mod orders {
    use ddbkey::DdbKeys;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", id)]
    pub struct Order {
        pub user_id: String,
        pub id: String,
    }
}

use orders::{Order, OrderPk};

fn main() {
    let _ = Order::query(OrderPk { user_id: "u1" });
}
