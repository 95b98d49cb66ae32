// A part is an array of bytes.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct Order {
    user_id: [u8; 16],
}

fn main() {}
