// The index `key` of `User` generates `UserByKey`, which is also the key of an entity of that name.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1" as by, pk = ("EMAIL", email))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
struct UserBy {
    user_id: String,
}

fn main() {}
