// A range without an end falls into no number of buckets.
use ddbkey::DdbKeys;
use jiff::Timestamp;

#[derive(DdbKeys)]
#[pk("SENSOR", sensor, "{at:day}")]
#[sk("{at:.3}")]
struct Reading {
    sensor: String,
    at: Timestamp,
}

fn main() {
    let _ = ReadingPk::at_buckets(Timestamp::UNIX_EPOCH..);
}
