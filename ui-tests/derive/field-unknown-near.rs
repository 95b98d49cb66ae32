// A field is misspelt.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", usr_id)]
struct Order {
    user_id: String,
}

fn main() {}
