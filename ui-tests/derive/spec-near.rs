// Nearly the name of a format.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("READING", "{at:mounth}")]
struct Reading {
    at: jiff::Timestamp,
}

fn main() {}
