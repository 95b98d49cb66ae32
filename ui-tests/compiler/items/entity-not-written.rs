// An entity without `Serialize` is written.
use ddbkey::DdbKeys;
use ddbkey_aws::prelude::*;

#[derive(DdbKeys)]
#[pk("MAIL", id)]
#[sk("MAIL")]
struct Mail {
    id: String,
}

fn main() {
    let mail = Mail { id: "1".into() };
    let _ = mail.to_item();
}
