// A computed part has the name of a field of another key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(user_id() -> u32)]
struct Order {
    user_id: String,
}

impl Order {
    fn user_id(&self) -> u32 {
        7
    }
}

fn main() {}
