//! What the two conditions of an update compare, closures that can refuse, and what an update leaves of a map.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
    Update,
};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemErrorKind, ItemUpdate, TryError};
use serde::{Deserialize, Serialize};

use super::applied::applied;
use crate::store::{Item, Store};

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Line {
    sku: String,
    #[serde(default)]
    count: u32,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Address {
    #[serde(alias = "town")]
    city: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    street: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(unguarded(views))]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", "{mail:lower}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("{number:05}"))]
struct Order {
    user_id: String,
    number: u32,
    mail: String,
    status: String,
    #[serde(default, alias = "remark")]
    note: String,
    #[serde(default)]
    views: u32,
    address: Address,
    #[serde(default)]
    lines: Vec<Line>,
}

/// Rows may have attributes that the struct does not name.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("LOOSE", id)]
#[sk("META")]
struct Loose {
    id: String,
    #[serde(flatten)]
    more: BTreeMap<String, String>,
}

#[derive(DdbTable, Clone, PartialEq, Debug)]
enum Shop {
    Order(Order),
    Loose(Loose),
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn order() -> Order {
    Order {
        user_id: "u1".into(),
        number: 7,
        mail: "Ann@x".into(),
        status: "PENDING".into(),
        note: "-".into(),
        views: 1,
        address: Address { city: "Bari".into(), street: None },
        lines: vec![Line { sku: "a".into(), count: 1 }],
    }
}

/// Returns the names of the attributes in the condition, except the key.
fn compared(update: &ItemUpdate) -> Vec<String> {
    let names: BTreeMap<_, _> = update.names().collect();
    let condition = update.condition();
    let parts = condition.split(" AND ").skip(1).map(|part| {
        let name = part.split(['(', ')', ' ']).find(|own| own.starts_with('#')).unwrap();
        names[name].to_owned()
    });
    let mut parts: Vec<_> = parts.collect();
    parts.sort();
    parts
}

#[test]
fn the_wide_condition_has_what_a_closure_can_see() {
    let item = order().to_item().unwrap();
    let change = |order: &mut Order| order.address.street = Some("Via".into());
    let narrow = Order::update_item_narrow(&item, change).unwrap().unwrap();
    assert_eq!(compared(&narrow), ["address"]);
    let wide = Order::update_item(&item, change).unwrap().unwrap();
    // The key has the exact values of `user_id` and `number`, and folds `mail`.
    assert_eq!(compared(&wide), ["address", "lines", "mail", "note", "remark", "status"]);
    // The legacy key does not contain `mail`.
    let mut legacy = item.clone();
    legacy.insert("sk".into(), s("ORDER#00007"));
    let wide = Order::update_item(&legacy, change).unwrap().unwrap();
    assert_eq!(compared(&wide), ["address", "lines", "mail", "note", "remark", "status"]);
    // An unguarded field is compared if it is changed, or if an index is built from it.
    let update = Order::update_item(&item, |order| order.views += 1).unwrap().unwrap();
    assert!(compared(&update).contains(&"views".to_owned()));
    // The key folds `mail`, so `mail` is an input of the key.
    let update = Order::update_item_narrow(&item, |order| order.mail = "ann@x".into());
    assert_eq!(compared(&update.unwrap().unwrap()), ["mail"]);
    let update = Order::update_item_narrow(&item, |order| order.status = "PAID".into());
    assert_eq!(compared(&update.unwrap().unwrap()), ["gsi1pk", "gsi1sk", "number", "status"]);
}

#[test]
fn the_closure_left_an_entity() {
    let item = order().to_item().unwrap();
    let update = Order::update_item(&item, |order| order.status = "PAID".into()).unwrap().unwrap();
    assert_eq!(update.entity(), &Order { status: "PAID".into(), ..order() });
    let request: ItemUpdate = update.clone().into();
    assert_eq!(request, update.clone().into_update());
    assert_eq!(applied(item, &update)["gsi1pk"], s("STATUS#PAID"));
    assert!(!format!("{update:?}").contains("PAID"));
}

#[derive(Debug, PartialEq)]
struct Shipped;

#[test]
fn a_closure_can_refuse() {
    let item = order().to_item().unwrap();
    let refuse = |_: &mut Order| Err(Shipped);
    assert!(matches!(Order::try_update_item(&item, refuse), Err(TryError::Refused(Shipped))));
    let refuse = |_: &mut Shop| Err(Shipped);
    assert!(matches!(Shop::try_update_item(&item, refuse), Err(TryError::Refused(Shipped))));
    let pay = |order: &mut Order| {
        order.status = "PAID".into();
        Ok::<_, Shipped>(())
    };
    let update = Order::try_update_item(&item, pay).unwrap().unwrap();
    let same = Order::update_item(&item, |order| order.status = "PAID".into()).unwrap();
    assert_eq!(Some(update), same);
    let failed = Order::try_update_item(&Item::new(), pay);
    assert!(
        matches!(failed, Err(TryError::Failed(error)) if error.kind() == ItemErrorKind::Attribute)
    );
    let error: TryError<std::fmt::Error, ItemError> = TryError::Refused(std::fmt::Error);
    let error: Box<dyn std::error::Error> = error.into();
    assert_eq!(error.to_string(), std::fmt::Error.to_string());
}

#[test]
fn a_failed_condition_returns_the_item() {
    let item = order().to_item().unwrap();
    let update = Order::update_item(&item, |order| order.status = "PAID".into()).unwrap().unwrap();
    let all_old = Some(&ReturnValuesOnConditionCheckFailure::AllOld);
    let input = UpdateItemInput::builder().table_name("shop").item_update(&update).build().unwrap();
    assert_eq!(input.return_values_on_condition_check_failure(), all_old);
    let action = Update::builder().table_name("shop").item_update(&update).build().unwrap();
    assert_eq!(action.return_values_on_condition_check_failure(), all_old);
}

/// A closure that changes nothing has decided by what it saw, and exactly that is checked.
#[tokio::test]
async fn a_check_holds_while_nobody_writes() {
    let store = Store::new(Shop::SCHEMA).await;
    store.put(&order()).await;
    let item = order().to_item().unwrap();
    let check = Order::check_item(&item).unwrap();
    assert_eq!(check, Shop::check_item(&item).unwrap());
    let send = async |id: &str| {
        let row = Loose { id: id.into(), more: BTreeMap::new() };
        let put = Put::builder().table_name(&store.table).set_item(Some(row.to_item().unwrap()));
        let put = put.if_absent::<Loose>().build().unwrap();
        let write = store.client.transact_write_items().unchanged(&check, &store.table);
        write.transact_items(TransactWriteItem::builder().put(put).build()).send().await
    };
    send("1").await.unwrap();
    store.put(&Order { note: "written".into(), ..order() }).await;
    send("2").await.unwrap_err();
    assert_eq!(store.scan().await.len(), 2);
}

/// Returns maps and lists of a newer release.
fn with_more(name: &str) -> Item {
    let mut item = order().to_item().unwrap();
    let map = |members: &[(&str, AttributeValue)]| {
        let members = members.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        AttributeValue::M(members.collect())
    };
    let geo = map(&[("lat", s("1"))]);
    item.insert("address".into(), map(&[(name, s("Bari")), ("geo", geo.clone())]));
    let line = map(&[("sku", s("a")), ("count", AttributeValue::N("1".into())), ("geo", geo)]);
    item.insert("lines".into(), AttributeValue::L(vec![line]));
    item
}

#[test]
fn what_the_struct_does_not_know_of_a_map_stays() {
    let item = with_more("city");
    let change = |order: &mut Order| {
        order.address = Address { city: "Rome".into(), street: Some("Via".into()) };
    };
    let update = Order::update_item(&item, change).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0.#dk0_0 = :dk0_0, #dk0.#dk0_1 = :dk0_1");
    let after = applied(item.clone(), &update);
    assert_eq!(after["address"].as_m().unwrap()["geo"], item["address"].as_m().unwrap()["geo"]);
    assert_eq!(Order::from_item(after).unwrap(), *update.entity());
    // An update of another field is not affected.
    let update = Order::update_item(&item, |order| order.note = "n".into()).unwrap().unwrap();
    assert_eq!(applied(item.clone(), &update)["lines"], item["lines"]);
}

#[test]
fn what_would_be_lost_is_an_error() {
    let refused = |item: &Item, change: fn(&mut Order), name: &str| {
        let error = Order::update_item(item, change).unwrap_err();
        assert_eq!((error.kind(), error.attribute()), (ItemErrorKind::NotRepresented, Some(name)));
        let error = Order::update_item_narrow(item, change).unwrap_err();
        assert_eq!(error.kind(), ItemErrorKind::NotRepresented);
        assert!(error.to_string().contains(name) && !error.to_string().contains("Bari"), "{error}");
    };
    refused(&with_more("city"), |order| order.lines[0].count += 1, "lines");
    // The member would also stay under its old name, and the row could not be read.
    refused(&with_more("town"), |order| order.address.city = "Rome".into(), "address");
    let item = with_more("town");
    let update = Order::update_item(&item, |order| order.address.street = Some("Via".into()));
    let after = applied(item, &update.unwrap().unwrap());
    assert_eq!(Order::from_item(after).unwrap().address.city, "Bari");
}

#[test]
fn without_a_version_a_flattened_field_is_for_the_narrow_condition() {
    let more = [("k".to_owned(), "v".to_owned())].into();
    let item = Loose { id: "1".into(), more }.to_item().unwrap();
    let change = |row: &mut Shop| {
        let Shop::Loose(loose) = row else { panic!("{row:?}") };
        loose.more.insert("m".into(), "n".into());
    };
    let error = Shop::update_item(&item, change).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Version, "Loose"));
    assert_eq!(Shop::check_item(&item).unwrap_err().kind(), ItemErrorKind::Version);
    let update = Shop::update_item_narrow(&item, change).unwrap().unwrap();
    assert_eq!(compared(&update), ["m"]);
}

#[test]
fn a_condition_that_is_too_long_names_the_narrow_one() {
    #[derive(DdbKeys, Serialize, Deserialize)]
    #[pk("WIDE", id)]
    #[sk("META")]
    #[ddb(version = version)]
    struct Wide {
        id: String,
        #[serde(default)]
        version: u64,
        #[serde(flatten)]
        more: BTreeMap<String, String>,
    }
    let more = (0..200).map(|at| (format!("name{at}"), "v".to_owned())).collect();
    let item = Wide { id: "1".into(), version: 1, more }.to_item().unwrap();
    let change = |row: &mut Wide| drop(row.more.insert("name7".into(), "w".into()));
    let error = Wide::update_item(&item, change).unwrap_err();
    assert_eq!(error.kind(), ItemErrorKind::TooLarge);
    assert!(error.to_string().ends_with("the condition of `update_item_narrow` fits"), "{error}");
    let update = Wide::update_item_narrow(&item, change).unwrap().unwrap();
    assert_eq!(compared(&update), ["name7", "version"]);
}

/// A map with more members than fit in an expression is set as a whole, including members that the struct does not know.
#[test]
fn a_map_of_many_changes_is_set_as_a_whole() {
    #[derive(DdbKeys, Serialize, Deserialize)]
    #[pk("MAP", id)]
    #[sk("META")]
    struct Row {
        id: String,
        counts: BTreeMap<String, u32>,
    }
    let counts = |value| (0..400).map(|at| (format!("n{at}"), value)).collect();
    let item = Row { id: "1".into(), counts: counts(1) }.to_item().unwrap();
    let update = Row::update_item(&item, |row| row.counts = counts(2)).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0 = :dk0");
    assert_eq!(Row::from_item(applied(item, &update)).unwrap().counts, counts(2));
}

#[tokio::test]
async fn a_scan_has_the_rows_of_an_entity() {
    let store = Store::new(Shop::SCHEMA).await;
    store.put(&order()).await;
    store.put(&Loose { id: "1".into(), more: BTreeMap::new() }).await;
    let scan = || store.client.scan().table_name(&store.table);
    let found = scan().entity_filter::<Loose>().send().await.unwrap().items.unwrap();
    assert_eq!(found.len(), 1);
    Loose::from_item(found[0].clone()).unwrap();
    let orders = scan()
        .filter_expression("attribute_exists(#views) OR attribute_exists(id)")
        .expression_attribute_names("#views", "views")
        .entity_filter::<Order>();
    let found = orders.send().await.unwrap().items.unwrap();
    assert_eq!(found.len(), 1);
    Order::from_item(found[0].clone()).unwrap();
}

/// A check of each key, current and legacy.
#[test]
fn a_transaction_creates_what_may_be_under_a_legacy_key() {
    let put = Put::builder().table_name("shop").set_item(Some(order().to_item().unwrap()));
    let put = put.if_absent::<Order>().build().unwrap();
    assert_eq!(put.condition_expression(), Some("attribute_not_exists(#dk)"));
    let check = ConditionCheck::builder().table_name("shop").item_key(order().v1()).unwrap();
    let check = check.if_absent::<Shop>().build().unwrap();
    assert_eq!(check.condition_expression(), "attribute_not_exists(#dk)");
}
