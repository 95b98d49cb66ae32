// `#[gsi]` with a name alone, as a value.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi = "gsi1"]
struct Order {
    user_id: String,
}

fn main() {}
