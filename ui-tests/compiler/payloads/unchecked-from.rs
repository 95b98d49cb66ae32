use ddbkey::{DdbKeys, KeyPart};
use serde::Deserialize;

#[derive(KeyPart, Deserialize)]
#[serde(try_from = "u32")]
struct Version(u32);

impl TryFrom<u32> for Version {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        if number > 0 { Ok(Self(number)) } else { Err("zero") }
    }
}

#[derive(KeyPart)]
enum Tag {
    Version(Version),
    Latest,
}

#[derive(DdbKeys)]
#[pk("DOC", tag)]
#[ddb(fields_from_keys)]
struct Doc {
    tag: Tag,
}

fn main() {
    let _: Tag = TagRef::Latest.into();
}
