// `DdbKeys` on a tuple struct.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct Order(String);

fn main() {}
