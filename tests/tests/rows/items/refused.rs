//! Items that are not written: no field overwrites, halves, doubles or nulls a key attribute.

use std::collections::HashMap;

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemErrorKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::basics::about;
use super::formats::{not_written, round_trip};

#[derive(DdbTable)]
#[ddb(pk = "id", sk = "sk")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
enum ById {
    Extended(Extended),
    Halved(Halved),
    Nested(Nested),
}

/// A map of whatever a client has sent.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("E", email), sk = ("U", id))]
struct Extended {
    id: String,
    email: Option<String>,
    #[serde(flatten)]
    more: HashMap<String, Value>,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("HALVED")]
#[gsi("gsi1", pk = ("E", email), sk = ("U", id))]
struct Halved {
    id: String,
    email: Option<String>,
    gsi1pk: Option<String>,
}

#[derive(DdbKeys, Serialize, Debug)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("NESTED")]
struct Nested {
    id: String,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Serialize, Debug)]
struct Inner {
    sk: Option<String>,
}

fn extended(email: Option<&str>, name: &str, value: Value) -> Extended {
    let more = [(name.to_owned(), value)].into();
    Extended { id: "a".into(), email: email.map(Into::into), more }
}

#[track_caller]
fn assert_unexpected(error: &ItemError, name: &str) {
    assert_eq!(about(error), (ItemErrorKind::Attribute, Some(name)));
    assert!(error.to_string().starts_with("unexpected key attribute"), "{error}");
}

#[test]
fn a_flattened_map_does_not_overwrite_the_primary_key() {
    for value in [json!("victim"), Value::Null, json!(5)] {
        let entity = extended(None, "id", value.clone());
        let error = not_written(&entity);
        assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("id")));
        assert_eq!(error.entity(), "Extended");
        let error = not_written(&extended(None, "sk", value));
        assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("sk")));
    }
    assert_eq!(not_written(&extended(None, "sk", json!("VICTIM"))).attribute(), Some("sk"));
}

/// The attribute would be gone when the item is read.
#[test]
fn a_flattened_map_does_not_write_a_key_of_the_same_text() {
    let error = not_written(&extended(None, "sk", json!("PROFILE")));
    assert_eq!(about(&error), (ItemErrorKind::Attribute, Some("sk")));
    assert_eq!(error.to_string(), "duplicate key attribute `sk` of `Extended`");
    // A map of attributes cannot hold a second value of a field.
    assert_eq!(extended(None, "id", json!("a")).to_item().unwrap().len(), 3);
}

#[test]
fn a_flattened_map_does_not_write_half_an_index_key() {
    for name in ["gsi1pk", "gsi1sk"] {
        let error = not_written(&extended(None, name, json!("E#other")));
        assert_unexpected(&error, name);
        let error = not_written(&extended(Some("e"), name, json!("E#other")));
        assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some(name)));
    }
}

#[test]
fn a_field_does_not_write_half_an_index_key() {
    let halved = |email: Option<&str>, gsi1pk: Option<&str>| Halved {
        id: "a".into(),
        email: email.map(Into::into),
        gsi1pk: gsi1pk.map(Into::into),
    };
    assert_unexpected(&not_written(&halved(None, Some("E#other"))), "gsi1pk");
    for wrong in [halved(Some("e"), Some("E#other")), halved(Some("e"), None)] {
        assert_eq!(about(&not_written(&wrong)), (ItemErrorKind::Mismatch, Some("gsi1pk")));
    }
    assert_eq!(round_trip(&halved(Some("e"), Some("E#e")))["gsi1pk"], "E#e");
    assert!(round_trip(&halved(None, None)).get("gsi1pk").is_none());
}

#[test]
fn a_flattened_struct_does_not_overwrite_or_null_a_key() {
    for sk in [None, Some("VICTIM")] {
        let inner = Inner { sk: sk.map(Into::into) };
        let error = not_written(&Nested { id: "a".into(), inner });
        assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("sk")));
    }
}

/// The most natural sparse index, over the fields themselves, with the joined form of a key.
#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("by_email", pk = "email", sk = "created")]
enum ByEmail {
    Account(Account),
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ByEmail)]
#[pk("U", id)]
#[sk("P")]
#[gsi("by_email", pk = (email), sk = (created))]
struct Account {
    id: String,
    email: Option<String>,
    created: Option<String>,
}

#[test]
fn a_joined_key_that_is_a_field_is_whole_or_not_there() {
    let account = |email: Option<&str>, created: Option<&str>| Account {
        id: "a".into(),
        email: email.map(Into::into),
        created: created.map(Into::into),
    };
    assert_unexpected(&not_written(&account(Some("e"), None)), "email");
    assert_unexpected(&not_written(&account(None, Some("c"))), "created");
    assert_eq!(round_trip(&account(None, None)), json!({"id": "a", "pk": "U#a", "sk": "P"}));
    let whole = json!({"id": "a", "pk": "U#a", "sk": "P", "email": "e", "created": "c"});
    assert_eq!(round_trip(&account(Some("e"), Some("c"))), whole);
}

/// A client's string that no key can hold is the key of no row, for every request.
#[test]
fn the_key_of_no_row_is_none() {
    use aws_sdk_dynamodb::types::{Delete, KeysAndAttributes};

    #[derive(DdbKeys)]
    #[pk("PAGE", slug)]
    #[sk("{number:02}")]
    struct Page {
        slug: String,
        number: u8,
    }

    let long = "a".repeat(2048);
    let keys =
        [("a", 7, true), ("", 7, false), ("a#b", 7, false), ("a", 100, false), (&*long, 7, false)];
    for (slug, number, is_some) in keys {
        let key = PageKey { slug, number };
        let delete = Delete::builder().table_name("t").item_key_or_none(key).unwrap();
        assert_eq!(delete.is_some(), is_some, "{slug} {number}");
        let keys = KeysAndAttributes::builder().item_key_or_none(key).unwrap();
        assert_eq!(keys.is_some(), is_some, "{slug} {number}");
    }
    let _ = Page { slug: String::new(), number: 0 };
}
