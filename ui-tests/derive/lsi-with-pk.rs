// A local index has a partition key of its own.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[lsi("lsi1", pk = ("ORDERS"), sk = (user_id))]
struct Order {
    user_id: String,
}

fn main() {}
