// The struct has no fields at all.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("CONFIG", name)]
struct Config {}

fn main() {}
