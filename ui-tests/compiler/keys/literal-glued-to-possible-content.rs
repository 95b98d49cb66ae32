// The literal behind a date starts with what the date contains.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{day}-{n:03}")]
struct Order {
    user_id: String,
    day: jiff::civil::Date,
    n: u16,
}

fn main() {}
