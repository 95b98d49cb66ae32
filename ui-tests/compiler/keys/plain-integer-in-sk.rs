// A plain integer in a sort key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("VERSION", version)]
struct Order {
    user_id: String,
    version: u32,
}

fn main() {}
