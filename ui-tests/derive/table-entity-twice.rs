// Two variants hold one entity.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Admin(User),
}

fn main() {
    let _ = Shop::from(User { user_id: "u1".into() }).keys();
}
