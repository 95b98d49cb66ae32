// There is no such SPEC.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{version:>5}")]
struct Order {
    user_id: String,
    version: u32,
}

fn main() {}
