// `DdbKeys` on a union.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
union Order {
    user_id: u32,
}

fn main() {}
