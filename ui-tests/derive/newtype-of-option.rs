// A newtype wraps an `Option`, and is used elsewhere.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Email(Option<String>);

#[derive(DdbKeys)]
#[pk("USER", email)]
struct User {
    email: Email,
}

fn main() {
    let user = User { email: Email(None) };
    let held: EmailRef<'_> = user.email.as_part();
    let _ = (user.pk(), UserPk { email: held }.build(), UserPk { email: (&user.email).into() });
}
