// `#[pk]` is given twice.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[pk("CUSTOMER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
