// An option is unlike any that there is.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[ddb(table_name = "shop")]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
