// A newtype wraps a list, and is a part of a key.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Tags(Vec<String>);

#[derive(DdbKeys)]
#[pk("TAGS", tags)]
struct Post {
    tags: Tags,
}

fn main() {}
