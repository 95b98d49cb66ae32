// Two entities share keys, because one takes the rest of its sort key.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("FILE", "{*path}")]
struct File {
    user_id: String,
    path: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("FILE", name, "VERSION", "{version:05}")]
struct Version {
    user_id: String,
    name: String,
    version: u32,
}

#[derive(DdbTable)]
enum Drive {
    File(File),
    Version(Version),
}

fn main() {}
