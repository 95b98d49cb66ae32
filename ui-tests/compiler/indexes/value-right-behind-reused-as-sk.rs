// A partition key that serves as the sort key of an index is queried part by part.
use ddbkey::DdbKeys;
use jiff::civil::Date;

#[derive(DdbKeys)]
#[pk("VISIT", "{name}{day}")]
#[sk("ROOM", room)]
#[gsi("inverted", pk = sk, sk = pk)]
struct Visit {
    name: String,
    day: Date,
    room: String,
}

fn main() {}
