//! The table of these tests: an entity with an index, one with numbers in brackets, one with legacy keys whose fields the
//! current key has, one with a legacy key that has one more field, and one that is neither `Send` nor `Clone`.

use std::marker::PhantomData;
use std::rc::Rc;

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::Table;
use serde::{Deserialize, Serialize};

use super::script::Script;
use crate::store::Store;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
pub(crate) struct User {
    pub(crate) user_id: String,
    pub(crate) name: String,
    pub(crate) visits: u32,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}")]
#[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("{number:05}"))]
#[gsi("keys" as by_total, pk = ("TOTALS", user_id), sk = ("{total:08}"))]
pub(crate) struct Order {
    pub(crate) user_id: String,
    pub(crate) number: u32,
    pub(crate) status: Status,
    pub(crate) total: u32,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Status {
    Open,
    Paid,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", "LINE", "{line:03}")]
pub(crate) struct Line {
    pub(crate) user_id: String,
    pub(crate) number: u32,
    pub(crate) line: u16,
}

/// Its first release wrote numbers of three digits.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("BILL2", "{number:05}")]
#[was("v1", sk = ("BILL", "{number:03}"))]
pub(crate) struct Bill {
    pub(crate) user_id: String,
    pub(crate) number: u32,
    pub(crate) cents: u64,
}

/// Its first release had the day in the key.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("NOTE2", id)]
#[was("v1", sk = ("NOTE", day, id))]
pub(crate) struct Note {
    pub(crate) user_id: String,
    pub(crate) id: String,
    pub(crate) day: String,
    pub(crate) text: String,
}

/// It cannot leave its thread.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("LOCAL")]
pub(crate) struct Local {
    pub(crate) user_id: String,
    pub(crate) count: u32,
    #[serde(skip)]
    pub(crate) of: PhantomData<Rc<()>>,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[gsi("keys", pk = "gsi2pk", sk = "gsi2sk", projection = keys)]
pub(crate) enum Shop {
    User(User),
    Order(Box<Order>),
    Line(Line),
    Bill(Bill),
    Note(Note),
    Local(Local),
}

pub(crate) fn user(visits: u32) -> User {
    User { user_id: "u1".into(), name: "Ann".into(), visits }
}

pub(crate) fn order(number: u32) -> Order {
    Order { user_id: "u1".into(), number, status: Status::Open, total: 10 * number }
}

pub(crate) const fn order_key(number: u32) -> OrderKey<'static> {
    OrderKey { user_id: "u1", number }
}

pub(crate) fn bill(number: u32) -> Bill {
    Bill { user_id: "u1".into(), number, cents: 5 }
}

pub(crate) fn note(id: &str) -> Note {
    Note { user_id: "u1".into(), id: id.into(), day: "monday".into(), text: "hello".into() }
}

/// A new table, its handle, the handle of a client with a script, and the script.
pub(crate) struct Fixture {
    pub(crate) store: Store,
    /// A handle whose requests the engine answers.
    pub(crate) others: Table<Shop>,
    pub(crate) shop: Table<Shop>,
    pub(crate) script: Script,
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
        let script = Script::default();
        let shop = Table::new(&script.client(&store.client), &store.table);
        let others = Table::new(&store.client, &store.table);
        Self { store, others, shop, script }
    }
}
