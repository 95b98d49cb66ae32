// Two indexes have one name.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("EMAIL", email))]
#[gsi("gsi1", pk = ("PHONE", phone))]
struct User {
    user_id: String,
    email: String,
    phone: String,
}

fn main() {}
