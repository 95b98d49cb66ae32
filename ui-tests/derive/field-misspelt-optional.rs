// The field that was probably meant is an `Option`: that is not the mistake.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("EMAIL", emial)]
struct User {
    user_id: String,
    email: Option<String>,
}

fn main() {
    let _ = User { user_id: "u1".into(), email: None }.keys();
}
