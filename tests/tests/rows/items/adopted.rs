//! Items whose ids are only in their keys: `fields_from_keys`.

use std::collections::BTreeMap;

use ddbkey::{DdbKeys, KeyPart};
use ddbkey_aws::ItemErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ulid::Ulid;

use super::basics::about;
use super::formats::{not_read, read, round_trip};

#[derive(KeyPart, Debug, PartialEq, Clone, Default, Serialize, Deserialize)]
struct UserId(String);

/// Every way to fill a field: skipped, with a default, under another name, `with`.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Default)]
#[ddb(fields_from_keys)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", id)]
struct Order {
    #[serde(skip)]
    user_id: UserId,
    #[serde(default)]
    number: u32,
    #[serde(default, rename = "oid", alias = "orderId")]
    id: Ulid,
    total: u64,
}

fn order() -> Order {
    Order { user_id: UserId("u1".into()), number: 7, id: Ulid(9), total: 5 }
}

#[test]
fn a_field_that_serde_skips_comes_from_the_key() {
    let item = round_trip(&order());
    let sk = format!("ORDER#00007#{}", Ulid(9));
    let wanted = json!({"number": 7, "oid": Ulid(9), "total": 5, "pk": "USER#u1", "sk": sk});
    assert_eq!(item, wanted);
}

#[test]
fn a_field_with_a_default_comes_from_the_key_unless_it_is_stored() {
    let sk = format!("ORDER#00007#{}", Ulid(9));
    let bare = json!({"total": 5, "pk": "USER#u1", "sk": sk});
    assert_eq!(read::<Order>(&bare).unwrap(), order());
    for name in ["oid", "orderId"] {
        let mut stored = bare.clone();
        stored[name] = json!(Ulid(9));
        assert_eq!(read::<Order>(&stored).unwrap(), order());
        stored[name] = json!(Ulid(8));
        let error = not_read::<Order>(&stored);
        assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("sk")), "{name}");
    }
    let mut stored = bare.clone();
    stored["total"] = Value::Null;
    not_read::<Order>(&stored);
    let mut stored = bare.clone();
    stored["userId"] = json!("u1");
    not_read::<Order>(&stored);
}

#[test]
fn a_key_that_does_not_parse_is_unknown() {
    let item = json!({"total": 5, "pk": "USER#u1", "sk": "ORDER#7"});
    let error = not_read::<Order>(&item);
    assert_eq!(error.kind(), ItemErrorKind::Unknown);
    assert_eq!(error.entity(), "Order");
    let error = not_read::<Order>(&json!({"total": 5, "pk": "USER#u1"}));
    assert_eq!(about(&error), (ItemErrorKind::Attribute, Some("sk")));
}

/// With a flattened map, and an attribute key.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Default)]
#[ddb(fields_from_keys)]
#[pk("DOC", id)]
#[sk[version]]
struct Document {
    #[serde(skip)]
    id: String,
    #[serde(default)]
    version: u64,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

#[test]
fn a_flattened_map_keeps_what_is_no_key() {
    let more = [("x".to_owned(), json!(5))].into();
    let document = Document { id: "d".into(), version: 12, more };
    assert_eq!(round_trip(&document), json!({"version": 12, "x": 5, "pk": "DOC#d"}));
}

/// A field in both keys, in two formats.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(fields_from_keys)]
#[pk("READING", "{at:day}")]
#[sk("{at:.3}")]
struct Reading {
    #[serde(skip)]
    at: jiff::Timestamp,
    value: u32,
}

#[test]
fn a_field_in_two_formats_is_taken_from_the_finer() {
    let at = "2024-12-01T10:30:00.123Z".parse().unwrap();
    let item = round_trip(&Reading { at, value: 5 });
    let wanted = json!({"value": 5, "pk": "READING#2024-12-01", "sk": "2024-12-01T10:30:00.123Z"});
    assert_eq!(item, wanted);
}
