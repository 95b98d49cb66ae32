// Each call of an entity without serde, or of a table with one, has one error.
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
    let item = Item::new();
    let _ = Mail::update_item(&item, |_| {});
    let _ = Clinic::Pet(Pet { id: "1".into() }).to_item();
    let _ = Clinic::update_item(&item, |_| {});
    let _ = Clinic::audit(&item);
    let _ = Clinic::repair(&item);
    let _ = Clinic::rekey(&item);
}
