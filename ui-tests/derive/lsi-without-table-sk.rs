// A local index on an entity without a sort key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[lsi("lsi1", sk = (user_id))]
struct Order {
    user_id: String,
}

fn main() {}
