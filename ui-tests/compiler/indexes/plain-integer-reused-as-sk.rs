// A partition key with a plain integer serves as the sort key of an index.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("inverted", pk = sk, sk = pk)]
struct Order {
    user_id: u32,
}

fn main() {}
