// The literal behind a signed number starts with what the number can contain.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{n:03}-{day}")]
struct Order {
    user_id: String,
    n: i16,
    day: jiff::civil::Date,
}

fn main() {}
