// A name for the type attribute, in a table that has none.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(type_name = "Comment")]
#[pk("POST", post_id)]
#[sk("REPLY", id)]
struct Reply {
    post_id: String,
    id: String,
}

#[derive(DdbTable)]
enum Blog {
    Reply(Reply),
}

fn main() {}
