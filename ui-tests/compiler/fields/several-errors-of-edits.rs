// No edit can leave a key wrong.
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::{ItemEdit, Table, field};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop, version = version, ttl = expires_at)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[was("v1", sk = ("OLD", id, region))]
#[gsi("gsi1", pk = ("STATUS", status), sk = [score])]
#[gsi("gsi2", pk = ("GAME", user_id), sk = [bonus])]
struct Order {
    user_id: String,
    id: String,
    region: String,
    status: String,
    score: u32,
    bonus: Option<u32>,
    version: u64,
    kind: String,
    expires_at: u64,
    visits: u32,
    maybe: Option<u32>,
    #[serde(default = "some")]
    word: Option<u32>,
    #[serde(default = "marks")]
    marks: Vec<String>,
}

fn some() -> Option<u32> {
    Some(1)
}

fn marks() -> Vec<String> {
    vec![String::new()]
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop)]
#[pk("BAND", band() -> u8)]
#[sk("BAND")]
struct Band {
    a: u8,
    note: String,
}

impl Band {
    fn band(&self) -> u8 {
        self.a / 100
    }
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "kind")]
#[gsi("gsi1", pk = "gsi1pk", sk = "score")]
#[gsi("gsi2", pk = "gsi2pk", sk = "bonus")]
enum Shop {
    Order(Order),
    Band(Band),
}

fn edit(edit: ItemEdit<Order>) -> ItemEdit<Order> {
    edit.set(field!(Order.status), "PAID")
        .set(field!(Order.region), "eu")
        .set(field!(Order.bonus), 5)
        .set(field!(Order.version), 5_u64)
        .set(field!(Order.kind), "order")
        .add(field!(Order.expires_at), 5)
        .add(field!(Order.maybe), 5)
        .remove(field!(Order.word))
        .remove(field!(Order.visits))
        .append(field!(Order.marks), ["x"])
        .set(field!(Order.visits), "x")
        .set(field!(Band.note), "x")
}

fn edit_band(edit: ItemEdit<Band>) -> ItemEdit<Band> {
    edit.set(field!(Band.note), "x")
}

fn edit_of_a_table(shop: &Table<Shop>, key: ShopKey<'_>) {
    let _ = shop.edit(key);
}

fn main() {
    let _ = (edit, edit_band, edit_of_a_table);
}
