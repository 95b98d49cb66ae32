// The check of a newtype takes the newtype, and not what keys hold of it.
use ddbkey::KeyPart;

#[derive(KeyPart)]
#[key_part(check = UserId::is_valid)]
struct UserId(String);

impl UserId {
    fn is_valid(&self) -> bool {
        !self.0.is_empty()
    }
}

fn main() {}
