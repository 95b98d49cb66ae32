// The name of an index is an identifier; the index is there nevertheless.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi(gsi1, pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: String,
}

fn main() {
    let user = User { user_id: "u1".into(), email: "a@b".into() };
    let UserGsi1 { email, user_id } = user.gsi1();
    let _ = User::query_gsi1(UserGsi1Pk { email }).user_id(user_id).build();
}
