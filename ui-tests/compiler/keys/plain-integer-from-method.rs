// A method returns a plain integer for the sort key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PRIORITY", urgency() -> u8)]
struct Task {
    user_id: String,
}

impl Task {
    fn urgency(&self) -> u8 {
        7
    }
}

fn main() {}
