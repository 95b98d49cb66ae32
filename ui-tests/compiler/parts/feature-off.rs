// The feature of the crate is not on.
use ddbkey::DdbKeys;
use time::OffsetDateTime;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}")]
struct Order {
    user_id: String,
    created_at: OffsetDateTime,
}

fn main() {}
