// A number has no case.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("VERSION", "{version:lower}")]
struct Version {
    version: u32,
}

fn main() {}
