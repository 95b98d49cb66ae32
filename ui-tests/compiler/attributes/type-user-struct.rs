// An entry is a struct that is not a key part.
use ddbkey::DdbKeys;

struct Place(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [user_id], sk = [place])]
struct User {
    user_id: String,
    place: Place,
}

fn main() {}
