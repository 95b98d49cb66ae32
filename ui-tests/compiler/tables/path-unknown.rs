// `table` names a type that is not a table.
use ddbkey::DdbKeys;

struct Shop;

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}

fn main() {}
