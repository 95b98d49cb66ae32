// A legacy sort key with a number without padding.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("O", number))]
struct Order {
    user_id: String,
    number: u32,
}

fn main() {}
