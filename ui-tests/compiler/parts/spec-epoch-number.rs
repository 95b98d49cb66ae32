// A number of seconds is not a timestamp.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("READING", "{at:epoch}")]
struct Reading {
    at: u64,
}

fn main() {}
