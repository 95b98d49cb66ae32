//! What the guide recommends for a live table, done as it says, and what goes wrong otherwise.

use aws_sdk_dynamodb::types::{AttributeValue, Delete, Put, ReturnValue, TransactWriteItem};
use ddbkey::{DdbKeys, DdbTable, KeyPart, Keys};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind, ItemUpdate};
use ddbkey_tools::{Schema, diff};
use serde::{Deserialize, Serialize};

use crate::store::{Item, Store};

/// A release of a program: one entity and its table.
macro_rules! release {
    ($name:ident: $(#[$attribute:meta])* { $($(#[$of_field:meta])* $field:ident: $type:ty),* } $($method:item)*) => {
        #[allow(dead_code, reason = "no test calls all that is generated")]
        mod $name {
            use super::*;

            #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
            #[ddb(table = Shop)]
            $(#[$attribute])*
            pub(super) struct Order { $($(#[$of_field])* pub(super) $field: $type),* }

            $(impl Order { $method })*

            #[derive(DdbTable, Debug, PartialEq)]
            #[gsi("open")]
            pub(super) enum Shop { Order(Order) }
        }
    };
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// Sets an attribute of the row and removes others, without a condition.
async fn update(store: &Store, key: Keys, expression: &str, value: &str) {
    let update = store.client.update_item().table_name(&store.table).set_key(Some(key.into_item()));
    let update = update.update_expression(expression).expression_attribute_values(":v", s(value));
    update.send().await.unwrap();
}

async fn get(store: &Store, key: Keys) -> Option<Item> {
    let get = store.client.get_item().table_name(&store.table).set_key(Some(key.into_item()));
    get.send().await.unwrap().item
}

async fn delete(store: &Store, key: Keys) -> Option<Item> {
    let delete = store.client.delete_item().table_name(&store.table).set_key(Some(key.into_item()));
    delete.return_values(ReturnValue::AllOld).send().await.unwrap().attributes
}

release! { named_note: #[pk("USER", user_id)] #[sk("ORDER")] { user_id: String, note: String } }
release! { reads_both: #[pk("USER", user_id)] #[sk("ORDER")]
{ user_id: String, #[serde(alias = "remark")] note: String } }
release! { named_remark: #[pk("USER", user_id)] #[sk("ORDER")]
{ user_id: String, #[serde(rename = "remark", alias = "note")] note: String } }

#[tokio::test]
async fn a_field_is_renamed() {
    let store = Store::new(named_note::Shop::SCHEMA).await;
    let order = |note: &str| named_note::Order { user_id: "u1".into(), note: note.into() };
    let key = || order("").key().keys().unwrap();
    let notes = async || {
        let [item] = &store.scan().await[..] else { panic!("one row") };
        let one = reads_both::Order::from_item(item.clone()).map(|order| order.note);
        (one, named_remark::Order::from_item(item.clone()).map(|order| order.note))
    };
    let is = async |expected: &str| {
        let (one, other) = notes().await;
        assert_eq!((&*one.unwrap(), &*other.unwrap()), (expected, expected));
    };
    store.put(&order("a")).await;
    is("a").await;
    update(&store, key(), "SET note = :v REMOVE remark", "b").await;
    is("b").await;
    let change = async |update: &ItemUpdate| {
        let request = store.client.update_item().table_name(&store.table);
        request.item_update(update).send().await.unwrap();
    };
    let item = store.scan().await.remove(0);
    let late = named_remark::Order::update_item(&item, |order| order.note = "c".into());
    change(&late.unwrap().unwrap()).await;
    is("c").await;
    // A late update by the previous release.
    let item = store.scan().await.remove(0);
    let late = reads_both::Order::update_item(&item, |order| order.note = "d".into());
    change(&late.unwrap().unwrap()).await;
    is("d").await;
    let rename = store.client.update_item().table_name(&store.table);
    let rename =
        rename.set_key(Some(key().into_item())).update_expression("SET remark = :v REMOVE note");
    let rename = rename.condition_expression("note = :v AND attribute_not_exists(remark)");
    rename.expression_attribute_values(":v", s("d")).send().await.unwrap();
    is("d").await;
    assert!(!store.scan().await[0].contains_key("note"));
    update(&store, key(), "SET note = :v", "e").await;
    let (one, other) = notes().await;
    assert_eq!((&*one.unwrap(), &*other.unwrap()), ("e", "d"), "without the `REMOVE`");
}

release! { padded_to_8: #[pk("USER", user_id)] #[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[gsi("open", pk = ("OPEN", user_id), sk = ("{number:05}"))]
{ user_id: String, number: u32 } }

fn order(number: u32) -> padded_to_8::Order {
    padded_to_8::Order { user_id: "u1".into(), number }
}

async fn put_under_v1(store: &Store, number: u32) -> Item {
    let mut item = order(number).to_item().unwrap();
    item.extend(order(number).v1().keys().unwrap().into_item());
    store.put_item(item.clone()).await;
    item
}

async fn move_row(store: &Store, item: &Item) {
    store.rekey(&padded_to_8::Shop::rekey(item).unwrap().unwrap()).await.unwrap();
}

/// A move between the two requests hides the row from a reader that tries the current key first, and from no one else.
#[tokio::test]
async fn the_legacy_key_comes_first() {
    let store = Store::new(padded_to_8::Shop::SCHEMA).await;
    let [v1, current] = [order(7).v1().keys(), order(7).key().keys()].map(Result::unwrap);
    for is_legacy_first in [true, false] {
        let item = put_under_v1(&store, 7).await;
        let keys = if is_legacy_first { [&v1, &current] } else { [&current, &v1] };
        let first = get(&store, keys[0].clone()).await;
        move_row(&store, &item).await;
        let second = get(&store, keys[1].clone()).await;
        assert_eq!(first.or(second).is_some(), is_legacy_first);
        assert!(delete(&store, current.clone()).await.is_some());

        let item = put_under_v1(&store, 7).await;
        let first = delete(&store, keys[0].clone()).await;
        if first.is_none() {
            move_row(&store, &item).await;
            assert!(delete(&store, keys[1].clone()).await.is_none());
        }
        assert_eq!(store.scan().await.is_empty(), is_legacy_first);
        delete(&store, current.clone()).await;
    }
}

#[tokio::test]
async fn a_list_of_both_keys_has_each_row() {
    type Order = padded_to_8::Order;
    let store = Store::new(padded_to_8::Shop::SCHEMA).await;
    let mut items = Vec::new();
    for number in 0..10 {
        items.push(put_under_v1(&store, number).await);
    }
    move_row(&store, &items[0]).await;
    let pk = || padded_to_8::OrderPk { user_id: "u1" };
    let v1 = Order::query_v1(pk()).build().unwrap();
    let current = Order::query(pk()).build().unwrap();
    let mut rows = Order::read(&v1, store.items(&v1).await).rows;
    move_row(&store, &items[3]).await;
    rows.extend(Order::read(&current, store.items(&current).await).rows);
    assert_eq!(rows.len(), 11);
    rows.sort_by_key(|order| order.keys().unwrap().sk().unwrap().to_owned());
    rows.dedup_by_key(|order| order.keys().unwrap());
    assert_eq!(rows, (0..10).map(order).collect::<Vec<_>>());
    // The index has kept the format of its number.
    let open = Order::query_open(padded_to_8::OrderOpenPk { user_id: "u1" });
    let open = open.number_in(2..5).build().unwrap();
    assert_eq!(Order::read(&open, store.items(&open).await).rows, [2, 3, 4].map(order));
}

/// Only a condition on a version covers attributes that the struct does not know and the row did not have.
#[tokio::test]
async fn a_move_loses_what_it_cannot_know() {
    type Shop = padded_to_8::Shop;
    let store = Store::new(Shop::SCHEMA).await;
    let item = put_under_v1(&store, 1).await;
    update(&store, order(1).v1().keys().unwrap(), "SET tags = :v", "new").await;
    move_row(&store, &item).await;
    assert!(!store.scan().await[0].contains_key("tags"));
    delete(&store, order(1).key().keys().unwrap()).await;

    put_under_v1(&store, 1).await;
    update(&store, order(1).v1().keys().unwrap(), "SET tags = :v", "old").await;
    let item = store.scan().await.remove(0);
    update(&store, order(1).v1().keys().unwrap(), "SET tags = :v", "new").await;
    let rekey = Shop::rekey(&item).unwrap().unwrap();
    assert_eq!(store.rekey(&rekey).await.unwrap_err(), ["None", "ConditionalCheckFailed"]);
}

#[allow(dead_code, reason = "no test calls all that is generated")]
mod split {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[pk("USER", user_id)]
    #[sk("DOC", id)]
    pub(super) struct Doc {
        pub(super) user_id: String,
        pub(super) id: String,
        pub(super) version: u32,
    }

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[pk("USER", user_id)]
    #[sk("INVOICE", id)]
    pub(super) struct Invoice {
        pub(super) user_id: String,
        pub(super) id: String,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    pub(super) enum Shop {
        Doc(Doc),
        Invoice(Invoice),
    }
}

#[tokio::test]
async fn an_entity_is_split() {
    use split::{Doc, Invoice, Shop};
    let store = Store::new(Shop::SCHEMA).await;
    let old = Doc { user_id: "u1".into(), id: "7".into(), version: 3 };
    let new = Invoice { user_id: "u1".into(), id: "7".into() };
    let send = async || {
        let put = Put::builder().table_name(&store.table).set_item(Some(new.to_item().unwrap()));
        let put = put.condition_expression("attribute_not_exists(pk)").build().unwrap();
        let delete = Delete::builder().table_name(&store.table);
        let delete = delete.set_key(Some(old.key().keys().unwrap().into_item()));
        let delete = delete.condition_expression("version = :v");
        let version = AttributeValue::N(old.version.to_string());
        let delete = delete.expression_attribute_values(":v", version).build().unwrap();
        let moves = store.client.transact_write_items();
        let moves = moves.transact_items(TransactWriteItem::builder().put(put).build());
        moves.transact_items(TransactWriteItem::builder().delete(delete).build()).send().await
    };
    store.put(&Doc { version: 4, ..old.clone() }).await;
    assert!(send().await.is_err(), "another writer was faster");
    store.put(&old).await;
    send().await.unwrap();
    let [item] = &store.scan().await[..] else { panic!("one row") };
    assert_eq!(Shop::from_item(item.clone()).unwrap(), Shop::Invoice(new));
}

release! { paid_is_open: #[pk("USER", user_id)] #[sk("ORDER")] #[gsi("open" as state, pk = ("OPEN", open() -> bool), sk = (user_id))]
{ user_id: String, paid: bool, packed: bool }
fn open(&self) -> bool { !self.packed } }
release! { paid_is_done: #[pk("USER", user_id)] #[sk("ORDER")] #[gsi("open" as state, pk = ("OPEN", open() -> bool), sk = (user_id))]
{ user_id: String, paid: bool, packed: bool }
fn open(&self) -> bool { !(self.packed && self.paid) } }

#[tokio::test]
async fn a_method_returns_something_else() {
    use paid_is_done::Shop;
    let old = Schema::of(paid_is_open::Shop::SCHEMA);
    assert_eq!(diff(&old, &Schema::of(Shop::SCHEMA)), [], "no code is in it");
    let old = paid_is_open::Order { user_id: "u1".into(), paid: false, packed: true };
    let store = Store::new(Shop::SCHEMA).await;
    store.put(&old).await;
    let item = store.scan().await.remove(0);
    assert!(Shop::from_item(item.clone()).is_ok());
    assert_eq!(Shop::audit(&item)[0].kind(), FaultKind::Stale);
    let repair = Shop::repair(&item).unwrap().unwrap();
    let update = store.client.update_item().table_name(&store.table).item_update(&repair);
    update.send().await.unwrap();
    assert_eq!(Shop::audit(&store.scan().await[0]), []);
}

/// Two writers each set a field, from the same row.
#[tokio::test]
async fn a_method_over_two_fields_compares_both() {
    use paid_is_done::{Order, Shop};
    let old = Order { user_id: "u1".into(), paid: false, packed: false };
    let store = Store::new(Shop::SCHEMA).await;
    store.put(&old).await;
    let item = store.scan().await.remove(0);
    let write = async |item: &Item, change: fn(&mut Order)| {
        let update = Order::update_item(item, change).unwrap().unwrap();
        let request = store.client.update_item().table_name(&store.table);
        request.item_update(&update).send().await.is_ok()
    };
    assert!(write(&item, |order| order.paid = true).await);
    assert!(!write(&item, |order| order.packed = true).await);
    let item = store.scan().await.remove(0);
    assert!(write(&item, |order| order.packed = true).await);
    let item = store.scan().await.remove(0);
    assert_eq!(Shop::audit(&item), []);
    assert_eq!(Order::from_item(item).unwrap(), Order { paid: true, packed: true, ..old });
}

mod checked {
    use super::*;

    pub(super) fn any(_: &str) -> bool {
        true
    }

    pub(super) fn short(text: &str) -> bool {
        text.len() < 3
    }

    macro_rules! mail {
        ($name:ident, $check:path) => {
            #[derive(KeyPart, Serialize, Deserialize, Clone, Debug, PartialEq)]
            #[key_part(check = $check)]
            pub(super) struct $name(pub(super) String);
        };
    }
    mail!(Loose, any);
    mail!(Strict, short);
}
release! { loose: #[pk("USER", user_id)] #[sk("ORDER", at)] #[gsi("open", pk = ("MAIL", mail), sk = (user_id))]
{ user_id: String, at: checked::Loose, mail: checked::Loose } }
release! { strict: #[pk("USER", user_id)] #[sk("ORDER", at)] #[gsi("open", pk = ("MAIL", mail), sk = (user_id))]
{ user_id: String, at: checked::Strict, mail: checked::Strict } }

#[test]
fn a_check_gets_stricter() {
    let [ok, long] = ["ok", "long"].map(|text| checked::Loose(text.into()));
    let kinds = |at: &checked::Loose, mail: &checked::Loose| {
        let (at, mail) = (at.clone(), mail.clone());
        let item = loose::Order { user_id: "u1".into(), at, mail }.to_item().unwrap();
        strict::Shop::audit(&item).iter().map(Fault::kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&ok, &ok), []);
    assert_eq!(kinds(&long, &ok), [FaultKind::Unknown]);
    assert_eq!(kinds(&ok, &long), [FaultKind::Unbuildable]);
}
