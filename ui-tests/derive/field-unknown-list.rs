// A field is unlike any that there is.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", email)]
struct Order {
    user_id: String,
    name: String,
}

fn main() {}
