// A field inside a template is misspelt.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("v{versoin:05}")]
struct Order {
    user_id: String,
    version: u32,
}

fn main() {}
