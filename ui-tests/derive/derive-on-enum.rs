// `DdbKeys` on an enum.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
enum Order {
    Open,
}

fn main() {}
