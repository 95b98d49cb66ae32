// With `try_from` and without `check`, a newtype cannot be converted from what keys hold.
use ddbkey::KeyPart;
use serde::Deserialize;

#[derive(KeyPart, Deserialize)]
#[serde(try_from = "String")]
struct Email(String);

impl TryFrom<String> for Email {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.contains('@').then_some(Self(text)).ok_or("no address")
    }
}

fn main() {
    let _ = Email::from(EmailRef::new("nobody"));
}
