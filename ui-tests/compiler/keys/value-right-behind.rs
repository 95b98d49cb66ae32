// In a sort key, a text is right before a value: a query by `ann` would find `anna`.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{name}{day}")]
struct Visit {
    user_id: String,
    name: String,
    day: jiff::civil::Date,
}

fn main() {}
