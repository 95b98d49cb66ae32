// An optional field in the partition key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", email)]
struct Order {
    email: Option<String>,
}

fn main() {}
