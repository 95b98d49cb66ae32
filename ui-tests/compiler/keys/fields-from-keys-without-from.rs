// A field is set from the key, and its type cannot be converted from what keys hold.
use ddbkey::{DdbKeys, KeyPart};
use serde::{Deserialize, Serialize};

#[derive(KeyPart, Default, Serialize, Deserialize)]
#[serde(try_from = "String")]
struct Email(String);

impl TryFrom<String> for Email {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.contains('@').then_some(Self(text)).ok_or("no address")
    }
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(fields_from_keys)]
#[pk("EMAIL", email)]
struct User {
    #[serde(skip)]
    email: Email,
}

fn main() {}
