// A ULID takes fractional digits.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{id:.3}")]
struct Order {
    id: ulid::Ulid,
}

fn main() {}
