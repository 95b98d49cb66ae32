// Every date contains the separator.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "-")]
#[pk("USER", user_id)]
#[sk("DAY", day)]
struct Order {
    user_id: String,
    day: jiff::civil::Date,
}

fn main() {}
