// An index reuses a key that there is not.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = gsi2)]
struct Order {
    user_id: String,
}

fn main() {}
