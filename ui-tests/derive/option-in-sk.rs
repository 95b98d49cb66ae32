// An optional field in the sort key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("EMAIL", email)]
struct Order {
    user_id: String,
    email: Option<String>,
}

fn main() {}
