//! The attribute that a move carries: on which item it is, and which names are not allowed.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemErrorKind, Rekey};
use serde::{Deserialize, Serialize};

use super::basics::about;
use crate::store::{Item, Store};

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = Yard)]
#[pk("USER", user)]
#[sk("PARCEL2", "{number:08}")]
#[was("v1", sk = ("PARCEL", "{number:05}"))]
#[gsi("status", pk = ("STATUS", status), sk = ("{number:08}"))]
struct Parcel {
    user: String,
    number: u32,
    #[serde(alias = "state")]
    status: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
#[ddb(table = Yard)]
#[pk("USER", user)]
#[sk("STRICT2", "{number:08}")]
#[was("v1", sk = ("STRICT", "{number:05}"))]
#[gsi("other", pk = ("STRICT"), sk = ("{number:08}"))]
struct Strict {
    user: String,
    number: u32,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("status", pk = "status_pk", sk = "status_sk")]
#[gsi("other", pk = "other_pk", sk = "other_sk")]
enum Yard {
    Parcel(Parcel),
    Strict(Strict),
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn under_v1(sk: &str, mut item: Item) -> Item {
    item.insert("sk".into(), s(sk));
    item
}

fn parcel() -> Item {
    let parcel = Parcel { user: "u1".into(), number: 7, status: "NEW".into() };
    under_v1("PARCEL#00007", parcel.to_item().unwrap())
}

fn move_of(item: &Item) -> Rekey {
    Yard::rekey(item).unwrap().expect("a legacy key")
}

#[tokio::test]
async fn a_moved_row_has_it_and_is_read_as_before() {
    let store = Store::new(Yard::SCHEMA).await;
    store.put_item(parcel()).await;
    let plain = move_of(&parcel());
    let rekey = plain.clone().with_attribute("moved_from", s("v1")).unwrap();
    assert_eq!(rekey.condition(), plain.condition());
    assert_ne!(rekey, plain);
    store.rekey(&rekey).await.unwrap();

    let [row] = &store.scan().await[..] else { panic!("one row") };
    assert_eq!(row["moved_from"], s("v1"));
    assert_eq!((Yard::audit(row), Yard::repair(row).unwrap()), (vec![], None));
    let Yard::Parcel(read) = Yard::from_item(row.clone()).unwrap() else { panic!("a parcel") };
    assert_eq!(read.number, 7);
}

/// A second move replaces what the first has left.
#[test]
fn it_is_that_of_the_last_move() {
    let mut item = parcel();
    item.insert("moved_from".into(), s("v0"));
    let rekey = move_of(&item).with_attribute("moved_from", s("v1")).unwrap();
    assert_eq!(rekey.item()["moved_from"], s("v1"));
    assert!(rekey.values().any(|(_, value)| value == s("v0")), "compared as it was read");
}

#[test]
fn no_name_of_a_field_or_a_key_is_free() {
    let is_taken = |rekey: Rekey, name| match rekey.with_attribute(name, s("x")) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(about(&error), (ItemErrorKind::Attribute, Some(name)));
            assert!(error.to_string().contains(name), "{error}");
            true
        }
    };
    for name in ["pk", "sk", "status_pk", "other_sk", "type", "number", "status", "state"] {
        assert!(is_taken(move_of(&parcel()), name), "{name}");
    }
    assert!(!is_taken(move_of(&parcel()), "moved_from"));

    let strict = Strict { user: "u1".into(), number: 7 }.to_item().unwrap();
    assert!(is_taken(move_of(&under_v1("STRICT#00007", strict)), "moved_from"));
}
