// The names of two indexes make one method.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("by-email", pk = ("EMAIL", email))]
#[gsi("byEmail", pk = ("PHONE", phone))]
struct User {
    user_id: String,
    email: String,
    phone: String,
}

fn main() {}
