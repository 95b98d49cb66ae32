// An entry is a timestamp, which serde writes with as many digits as the value has.
use ddbkey::DdbKeys;
use jiff::Timestamp;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [user_id], sk = [created_at])]
struct Order {
    user_id: String,
    created_at: Timestamp,
}

fn main() {}
