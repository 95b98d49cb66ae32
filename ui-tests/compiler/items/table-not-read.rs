// One entity of a table that is read has no serde.
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::Item;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("PET", id)]
#[sk("PET")]
struct Pet {
    id: String,
}

#[derive(DdbKeys)]
#[pk("MAIL", id)]
#[sk("MAIL")]
struct Mail {
    id: String,
}

#[derive(DdbTable)]
enum Clinic {
    Pet(Pet),
    Mail(Mail),
}

fn main() {
    let _ = Clinic::from_item(Item::new());
}
