// `#[sk]` is given twice.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[sk("ACCOUNT")]
struct Order {
    user_id: String,
}

fn main() {}
