// A legacy key reads strings of another entity.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[was("v1", sk = (id))]
struct Order {
    user_id: String,
    id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct Profile {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
    Profile(Profile),
}

fn main() {
    let _ = |key: ShopKey<'static>| matches!(key, ShopKey::Order(OrderAnyKey::V1(_)));
}
