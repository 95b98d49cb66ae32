// Two texts are next to each other.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", "{first}{last}")]
struct Order {
    first: String,
    last: String,
}

fn main() {}
