// Text is declared `unordered`.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{user_id:unordered}")]
struct Order {
    user_id: String,
}

fn main() {}
