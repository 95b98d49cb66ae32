//! What an error says at two in the morning: which attribute or field, and no value of a key.

use std::collections::HashMap;
use std::error::Error;

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemError, ItemErrorKind};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::basics::about;
use super::formats::{not_read, not_written};
use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[ddb(table = Shop)]
#[pk("ORDER", id)]
#[sk("META")]
#[gsi("status", pk = [status], sk = ["{id}" as "status_sk"])]
struct Order {
    id: String,
    status: Status,
    total_cents: u64,
    address: Address,
    #[serde(default, skip_serializing_if = "HashMap::is_empty")]
    scores: HashMap<Pair, u32>,
}

#[derive(ddbkey::KeyPart, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[key_part(serde)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Open,
    Paid,
}

#[derive(Serialize, Deserialize, Debug)]
struct Address {
    street: String,
}

/// What is no name of an attribute.
#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, Hash)]
struct Pair(u32, u32);

/// With what serde reads as one: a flattened struct, and names that are refused.
#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[ddb(table = Shop)]
#[pk("CUSTOMER", id)]
#[sk("META")]
struct Customer {
    id: String,
    #[serde(flatten)]
    address: Address,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[ddb(table = Shop)]
#[pk("NOTE", id)]
#[sk("META")]
#[serde(deny_unknown_fields)]
struct Note {
    #[serde(serialize_with = "refuse")]
    id: String,
    #[serde(default, serialize_with = "refuse")]
    body: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[ddb(table = Shop, version = revision)]
#[pk("COUNTED", id)]
#[sk("META")]
struct Counted {
    id: String,
    n: u32,
    #[serde(default)]
    revision: u32,
}

#[derive(DdbTable, Debug)]
#[gsi("status", pk = "status", sk = "status_sk")]
enum Shop {
    Order(Order),
    Customer(Customer),
    Note(Note),
    Counted(Counted),
}

/// The message of such an error has the value in it.
fn refuse<S: Serializer>(value: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        "secret" => Err(S::Error::custom(format!("{value} is not written"))),
        value => serializer.serialize_str(value),
    }
}

fn order() -> Value {
    json!({
        "id": "7", "status": "OPEN", "total_cents": 100, "address": { "street": "Long Road" },
        "pk": "ORDER#7", "sk": "META", "status_sk": "7",
    })
}

fn without(mut item: Value, name: &str) -> Value {
    item.as_object_mut().unwrap().remove(name);
    item
}

fn with(mut item: Value, name: &str, value: Value) -> Value {
    item[name] = value;
    item
}

fn faults(item: &Value) -> Vec<(FaultKind, Option<&'static str>, String)> {
    let item: Item = serde_dynamo::to_item(item).unwrap();
    let faults = Shop::audit(&item);
    faults.iter().map(|own| (own.kind(), own.attribute(), own.to_string())).collect()
}

#[track_caller]
fn assert_format(error: &ItemError, attribute: Option<&str>, printed: &str) {
    assert_eq!(about(error), (ItemErrorKind::Format, attribute), "{error}");
    assert_eq!(error.to_string(), printed);
    assert_eq!(format!("{error:?}"), format!("ItemError({printed})"));
}

#[test]
fn a_missing_field_is_named() {
    let item = without(order(), "total_cents");
    let error = not_read::<Order>(&item);
    assert_format(&error, Some("total_cents"), "Order: field `total_cents`: missing");
    assert_eq!(error.source().unwrap().to_string(), "missing field `total_cents`");
    let printed = "the fields of `Order` cannot be read (missing: total_cents)".to_owned();
    assert_eq!(faults(&item), [(FaultKind::Unreadable, Some("total_cents"), printed)]);

    let customer = json!({"id": "c", "pk": "CUSTOMER#c", "sk": "META"});
    let error = not_read::<Customer>(&customer);
    assert_format(&error, Some("street"), "Customer: field `street`: missing");
    let printed = "the fields of `Customer` cannot be read (missing: street)".to_owned();
    assert_eq!(faults(&customer), [(FaultKind::Unreadable, Some("street"), printed)]);
}

#[test]
fn a_field_that_is_a_key_attribute_is_named_when_it_is_missing() {
    let error = not_read::<Order>(&without(order(), "status"));
    assert_format(&error, Some("status"), "Order: field `status`: missing");
}

#[test]
fn the_attribute_is_named_whose_struct_lacks_a_field() {
    let item = with(order(), "address", json!({"road": "secret"}));
    let printed =
        "attribute `address` of `Order` cannot be read as its field: missing field `street`";
    assert_format(&not_read::<Order>(&item), Some("address"), printed);
    let printed = "the fields of `Order` cannot be read (unreadable: address)".to_owned();
    assert_eq!(faults(&item), [(FaultKind::Unreadable, Some("address"), printed)]);
}

#[test]
fn an_attribute_of_another_type_is_named() {
    let item = with(order(), "total_cents", json!("secret"));
    let printed = "attribute `total_cents` of `Order` cannot be read as its field";
    assert_format(&not_read::<Order>(&item), Some("total_cents"), printed);
    let item = with(order(), "status", json!("secret"));
    let error = not_read::<Order>(&item);
    assert_eq!(about(&error), (ItemErrorKind::Attribute, Some("status")));
    assert!(error.source().is_none());
    let printed = "the fields of `Order` cannot be read (unreadable: status)".to_owned();
    assert_eq!(faults(&item), [(FaultKind::Unreadable, Some("status"), printed)]);
}

#[test]
fn an_attribute_that_serde_refuses_is_named() {
    let item = json!({"id": "n", "pk": "NOTE#n", "sk": "META", "colour": "secret"});
    let printed = "attribute `colour` is not a field, and `Note` denies unknown fields";
    assert_format(&not_read::<Note>(&item), Some("colour"), printed);
    // The name is not one of the declaration.
    let printed = "the fields of `Note` cannot be read".to_owned();
    assert_eq!(faults(&item), [(FaultKind::Unreadable, None, printed)]);
}

#[test]
fn a_field_that_cannot_be_written_is_named() {
    let scores = [(Pair(1, 2), 3)].into();
    let address = Address { street: "s".into() };
    let order = Order { id: "7".into(), status: Status::Paid, total_cents: 1, address, scores };
    let error = not_written(&order);
    assert_format(&error, Some("scores"), "field `scores` of `Order` cannot be written");
    assert!(error.source().is_some());

    let error = not_written(&Note { id: "n".into(), body: "secret".into() });
    assert_format(&error, Some("body"), "field `body` of `Note` cannot be written");
    assert_eq!(error.source().unwrap().to_string(), "secret is not written");
}

/// The id is a part of the key, but no attribute of it.
#[test]
fn a_key_attribute_that_cannot_be_written_is_not_printed() {
    #[derive(DdbKeys, Serialize)]
    #[pk[id]]
    #[sk["META" as "sk"]]
    struct Bare {
        #[serde(serialize_with = "refuse")]
        id: String,
    }
    let error = not_written(&Bare { id: "secret".into() });
    assert_format(&error, Some("id"), "field `id` of `Bare` cannot be written");
    assert!(error.source().is_none());
}

/// The remedies differ.
#[test]
fn a_version_that_was_changed_is_not_one_at_its_maximum() {
    let counted = |revision| Counted { id: "c".into(), n: 1, revision };
    let item = counted(7).to_item().unwrap();
    let update = |item: &Item, change: fn(&mut Counted)| Counted::update_item(item, change);
    let error = update(&item, |counted| counted.revision += 1).unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Version, Some("revision")));
    let shown = "the closure changed version `revision` of `Counted`, which counts updates";
    assert_eq!(error.to_string(), shown);

    let item = counted(u32::MAX).to_item().unwrap();
    let error = update(&item, |counted| counted.n += 1).unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Version, Some("revision")));
    let shown = "version `revision` of `Counted` is at its maximum: write a lower one";
    assert_eq!(error.to_string(), shown);
    // Nothing to count.
    assert!(update(&item, |_| {}).unwrap().is_none());
    assert!(update(&counted(u32::MAX - 1).to_item().unwrap(), |counted| counted.n += 1).is_ok());
}
