// A plain integer in the sort key of an index.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("ORDERS"), sk = (version))]
struct Order {
    user_id: String,
    version: u32,
}

fn main() {}
