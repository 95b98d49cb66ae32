// A date has no hours.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("VISITS", "{day:hour}")]
struct Visits {
    day: jiff::civil::Date,
}

fn main() {}
