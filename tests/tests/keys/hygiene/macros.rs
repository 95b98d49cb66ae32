//! Declarations in which a user's macro writes one half, and its caller the other.

use ddbkey::{DdbKeys, KeyPart};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

macro_rules! newtype {
    ($($item:tt)*) => {
        #[derive(KeyPart, PartialEq, Eq, Debug)]
        $($item)*
    };
}

newtype! {
    #[key_part(check = UserId::is_valid)]
    struct UserId(String);
}

impl UserId {
    fn is_valid(text: &str) -> bool {
        text.len() < 9
    }
}

macro_rules! entity {
    ($name:ident { $($body:tt)* }) => {
        #[derive(DdbKeys, Serialize, Deserialize)]
        #[ddb(fields_from_keys)]
        #[pk("USER", id)]
        #[sk("PROFILE")]
        struct $name {
            $($body)*
        }
    };
}

entity!(User {
    #[serde(skip)]
    id: String,
    name: String,
});

#[test]
fn works() {
    assert_eq!(<UserId as KeyPart>::read("u1"), Some(UserIdRef::new("u1")));
    assert_eq!(<UserId as KeyPart>::read("u12345678"), None);
    let item = User { id: "u1".into(), name: "Ann".into() }.to_item().unwrap();
    let user = User::from_item(item).unwrap();
    assert_eq!((user.id.as_str(), user.name.as_str()), ("u1", "Ann"));
}
