// Text is zero-padded.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{user_id:05}")]
struct Order {
    user_id: String,
}

fn main() {}
