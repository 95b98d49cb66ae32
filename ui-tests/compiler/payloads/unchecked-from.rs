// A payload that serde checks has no `From`, so the enum has none either.
use ddbkey::{DdbKeys, KeyPart};
use serde::{Deserialize, Serialize};

#[derive(KeyPart, Serialize, Deserialize)]
#[serde(try_from = "u32")]
struct Version(u32);

impl TryFrom<u32> for Version {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        if number > 0 { Ok(Self(number)) } else { Err("zero") }
    }
}

#[derive(KeyPart, Default, Serialize, Deserialize)]
enum Tag {
    Version(Version),
    #[default]
    Latest,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(fields_from_keys)]
#[pk("DOC", tag)]
struct Doc {
    #[serde(skip)]
    tag: Tag,
}

fn main() {}
