// The type of a part is misspelt.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk("NAME", name)]
#[gsi("by_name", pk = ("NAME", name), sk = (id))]
struct User {
    id: Uuidd,
    name: String,
}

fn main() {}
