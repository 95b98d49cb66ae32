//! Values that no constructor has seen: what serde builds from an item or from a client's request.

use std::collections::BTreeMap;

use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, KeyPart};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemErrorKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Lower case only, but serde does not know that.
#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq)]
#[key_part(check = Slug::is_slug)]
#[serde(transparent)]
struct Slug(String);

impl Slug {
    fn is_slug(text: &str) -> bool {
        text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    }
}

#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq)]
#[key_part(check = Self::is_even)]
struct Even(u32);

impl Even {
    const fn is_even(number: u32) -> bool {
        number.is_multiple_of(2)
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("SITE", site)]
#[sk("PAGE", "{number:03}")]
#[gsi("gsi1", pk = ("OWNER", owner), sk = ("{number:03}"))]
#[gsi("gsi2", pk = [number], sk = [site])]
struct Page {
    site: Slug,
    number: Even,
    owner: Option<String>,
    #[serde(default, flatten)]
    more: BTreeMap<String, Value>,
}

/// A number as an attribute, which the check of its type nevertheless covers.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(fields_from_keys)]
#[pk("DRAFT", site)]
#[sk("N", "{number:03}", "{*path}")]
struct Draft {
    #[serde(default = "nothing")]
    site: String,
    #[serde(skip)]
    number: u16,
    #[serde(default = "nothing")]
    path: String,
}

fn nothing() -> String {
    String::new()
}

#[derive(DdbTable, Debug, PartialEq)]
enum Site {
    Page(Page),
    Draft(Draft),
}

fn item() -> Value {
    json!({
        "site": "a-b", "number": 2, "owner": "ann", "color": "red",
        "pk": "SITE#a-b", "sk": "PAGE#002", "gsi1pk": "OWNER#ann", "gsi1sk": "002",
    })
}

/// The item with other fields.
fn with(fields: &Value) -> Value {
    let mut item = item();
    let (own, fields) = (item.as_object_mut().unwrap(), fields.as_object().unwrap());
    own.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
    item
}

fn read(item: &Value) -> Result<Site, ItemError> {
    Site::from_item(stored(item))
}

fn stored(item: &Value) -> serde_dynamo::Item {
    serde_dynamo::to_item(item).unwrap()
}

#[test]
fn the_item_is_one() {
    let Site::Page(page) = read(&item()).unwrap() else { panic!("a page") };
    let written: Value = serde_dynamo::from_item(page.to_item().unwrap()).unwrap();
    assert_eq!(written, item());
    assert_eq!(Site::audit(&stored(&item())), []);
}

/// Fields that serde accepts and no key can have, with the keys of another item and with keys that would be theirs.
#[test]
fn no_stored_field_passes_by_the_checks() {
    for (fields, keys, is_of_index) in [
        (json!({ "site": "A" }), json!({ "pk": "SITE#A" }), false),
        (json!({ "site": "a#b" }), json!({ "pk": "SITE#a#b" }), false),
        (json!({ "site": "" }), json!({ "pk": "SITE#" }), false),
        (json!({ "number": 3 }), json!({ "sk": "PAGE#003", "gsi1sk": "003" }), false),
        (json!({ "number": 1000 }), json!({ "sk": "PAGE#1000", "gsi1sk": "1000" }), false),
        (json!({ "owner": "a#b" }), json!({ "gsi1pk": "OWNER#a#b" }), true),
        (json!({ "owner": "" }), json!({ "gsi1pk": "OWNER#" }), true),
        (json!({ "owner": null }), json!({}), true),
        (json!({ "site": "b" }), json!({}), false),
        (json!({ "number": 4 }), json!({}), false),
        (json!({ "owner": "bob" }), json!({}), true),
    ] {
        let mut moved = fields.clone();
        moved.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        for item in [with(&fields), with(&moved)] {
            // An index attribute tells nothing about the item's identity.
            assert_eq!(read(&item).is_ok(), is_of_index, "{item}");
            let faults = Site::audit(&stored(&item));
            assert!(!faults.is_empty(), "{item}");
        }
    }
}

/// Serde turns what a client sends into an entity without checks, but the entity is not written.
#[test]
fn no_request_passes_by_the_checks() {
    for (request, is_of) in [
        (json!({ "site": "A", "number": 2 }), "site"),
        (json!({ "site": "a#b", "number": 2 }), "site"),
        (json!({ "site": "a", "number": 3 }), "number"),
        (json!({ "site": "a", "number": 2, "owner": "a#SITE#b" }), "owner"),
    ] {
        let page: Page = serde_json::from_value(request).unwrap();
        let error = page.keys().unwrap_err();
        assert!(matches!(error.kind(), KeyErrorKind::Separator | KeyErrorKind::OutOfRange));
        assert_eq!(error.part(), Some(is_of));
        assert_eq!(page.to_item().unwrap_err().kind(), ItemErrorKind::Key);
        assert!(Site::Page(page).to_item().is_err());
    }
}

/// A map of fields that a client chooses does not choose the keys.
#[test]
fn no_other_field_is_a_key() {
    for name in ["pk", "sk", "gsi1pk", "gsi1sk"] {
        for value in [json!("SITE#victim"), json!(""), json!(null), json!(["x"]), json!(7)] {
            for owner in [None, Some("ann".to_owned())] {
                let more = [(name.to_owned(), value.clone())].into();
                let page = Page { site: Slug("a".into()), number: Even(2), owner, more };
                let keys = page.keys().unwrap();
                // A field that serializes as none is left out if the item is not in the index.
                let is_left_out = page.more[name].is_null() && keys.get(name).is_none();
                let written = page.to_item().map(|item| item.contains_key(name));
                assert_eq!(written.ok(), is_left_out.then_some(false), "{page:?}");
            }
        }
    }
}

/// Fields that come from the key are read from the key, and a stored attribute does not replace them.
#[test]
fn what_comes_from_a_key_is_what_the_key_says() {
    let draft = |fields: Value| {
        let mut item = json!({ "pk": "DRAFT#a", "sk": "N#007#x#y" });
        item.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        read(&item)
    };
    let expected = Draft { site: "a".into(), number: 7, path: "x#y".into() };
    assert_eq!(draft(json!({})).unwrap(), Site::Draft(expected));
    assert!(draft(json!({ "number": 8 })).is_ok(), "an attribute that no field reads");
    for fields in [
        json!({ "site": "b" }),
        json!({ "site": "" }),
        json!({ "path": "y" }),
        json!({ "path": "" }),
        json!({ "site": null }),
        json!({ "sk": "N#7#x" }),
        json!({ "sk": "N#007#" }),
        json!({ "pk": "DRAFT#a#b" }),
    ] {
        assert!(draft(fields.clone()).is_err(), "{fields}");
    }
}
