// A local index has no sort key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[lsi("lsi1")]
struct Order {
    user_id: String,
}

fn main() {}
