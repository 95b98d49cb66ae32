// A number is padded to no digits.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{id:00}")]
struct Order {
    id: u32,
}

fn main() {}
