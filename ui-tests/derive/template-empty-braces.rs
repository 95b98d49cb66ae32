// `{}` names no field.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER#{}", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
