// Four mistakes in one struct that only its types show.
use ddbkey::DdbKeys;

struct Owner;

#[derive(DdbKeys)]
#[ddb(separator = "-")]
#[pk("USER", "{first}{last}")]
#[sk("DAY", "{day:05}", version)]
#[gsi("gsi1", pk = ("ORDERS"), sk = ("{n:03}", version))]
struct Order {
    first: String,
    last: String,
    day: i32,
    version: u32,
    n: u16,
    owner: Owner,
}

fn main() {}
