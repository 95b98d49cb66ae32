// An option is given twice.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(separator = "|", separator = "/")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
