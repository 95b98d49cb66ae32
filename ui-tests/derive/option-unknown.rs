// An option is misspelt.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(seperator = "|")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
