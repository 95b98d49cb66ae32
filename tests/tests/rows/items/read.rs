//! What is written can be read if fields are key attributes, whatever serde makes of the field.

use std::collections::HashMap;
use std::error::Error;
use std::num::NonZeroU32;

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ulid::Ulid;

use super::formats::{not_read, read, round_trip};

#[derive(DdbTable)]
#[ddb(pk = "id", sk = "sk")]
#[gsi("by_email", pk = "email")]
enum ById {
    Optional(Optional),
    Wrapped(Wrapped),
    Flat(Flat),
    Both(Both),
    From(From),
    Tagged(Tagged),
    Ids(Ids),
    Checked(Checked),
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("OPTIONAL")]
#[gsi("by_email", pk = (email))]
struct Optional {
    id: String,
    email: Option<String>,
}

#[test]
fn an_option_some_none_null_or_missing() {
    let optional = |email: Option<&str>| Optional { id: "a".into(), email: email.map(Into::into) };
    let some = json!({"id": "a", "sk": "OPTIONAL", "email": "b"});
    assert_eq!(round_trip(&optional(Some("b"))), some);
    assert_eq!(round_trip(&optional(None)), json!({"id": "a", "sk": "OPTIONAL"}));
    let null = json!({"id": "a", "sk": "OPTIONAL", "email": null});
    assert_eq!(read::<Optional>(&null).unwrap(), optional(None));
}

#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct UserId(String);

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("WRAPPED")]
struct Wrapped {
    id: UserId,
}

#[test]
fn a_newtype() {
    let wrapped = Wrapped { id: UserId("a".into()) };
    assert_eq!(round_trip(&wrapped), json!({"id": "a", "sk": "WRAPPED"}));
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("FLAT")]
#[gsi("by_email", pk = (email))]
struct Flat {
    id: String,
    email: Option<String>,
    big: u64,
    #[serde(flatten)]
    more: HashMap<String, Value>,
}

#[test]
fn a_flattened_map_is_kept_clear_of_key_attributes() {
    let more: HashMap<_, _> = [("x".to_owned(), json!([1, {"y": null}]))].into();
    for email in [None, Some("e".to_owned())] {
        round_trip(&Flat { id: "a".into(), email, big: u64::MAX, more: more.clone() });
    }
    round_trip(&Flat { id: "a".into(), email: None, big: 1, more: HashMap::new() });
}

/// A struct with a flattened struct and a flattened map.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[pk(id)]
#[sk("BOTH")]
struct Both {
    #[serde(rename = "id")]
    id: String,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    more: HashMap<String, u32>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Inner {
    a: u32,
    #[serde(default)]
    b: Option<String>,
}

#[test]
fn a_flattened_struct_beside_a_flattened_map() {
    let more = [("c".to_owned(), 5)].into();
    let both = Both { id: "a".into(), inner: Inner { a: 1, b: Some("b".into()) }, more };
    let wanted = json!({"id": "a", "a": 1, "b": "b", "c": 5, "sk": "BOTH"});
    assert_eq!(round_trip(&both), wanted);
}

/// Two versions of an item, distinguished by their fields.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = ById)]
#[serde(from = "Versions", into = "Versions")]
#[pk(id)]
#[sk("FROM")]
struct From {
    id: String,
    count: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Versions {
    Old {
        id: String,
        number: u32,
    },
    New {
        id: String,
        count: u32,
        #[serde(default)]
        sk: Option<String>,
    },
}

impl std::convert::From<Versions> for From {
    fn from(version: Versions) -> Self {
        match version {
            Versions::Old { id, number: count } | Versions::New { id, count, .. } => {
                Self { id, count }
            }
        }
    }
}

impl std::convert::From<From> for Versions {
    fn from(From { id, count }: From) -> Self {
        Self::New { id, count, sk: Some("FROM".into()) }
    }
}

#[test]
fn an_untagged_enum() {
    let from = From { id: "a".into(), count: 5 };
    assert_eq!(round_trip(&from), json!({"id": "a", "count": 5, "sk": "FROM"}));
}

/// An enum with a tag, and an externally tagged one.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = ById)]
#[serde(from = "Inside", into = "Inside")]
#[pk(id)]
#[sk("TAGGED")]
struct Tagged {
    id: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "version", deny_unknown_fields)]
enum Inside {
    One { id: String, sk: String },
}

impl std::convert::From<Inside> for Tagged {
    fn from(Inside::One { id, .. }: Inside) -> Self {
        Self { id }
    }
}

impl std::convert::From<Tagged> for Inside {
    fn from(Tagged { id }: Tagged) -> Self {
        Self::One { id, sk: "TAGGED".into() }
    }
}

#[test]
fn an_internally_tagged_enum() {
    let tagged = Tagged { id: "a".into() };
    assert_eq!(round_trip(&tagged), json!({"id": "a", "sk": "TAGGED", "version": "One"}));
}

/// Ids with their own string form, and enums.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = ById)]
#[serde(deny_unknown_fields)]
#[pk(id)]
#[sk(sk)]
#[gsi("by_email", pk = (email))]
struct Ids {
    id: Ulid,
    sk: Kind,
    email: Option<Kind>,
    #[serde(default)]
    note: String,
}

#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq, Clone, Copy, Eq, Hash)]
#[key_part(serde)]
#[serde(rename_all = "UPPERCASE")]
enum Kind {
    First,
    Second,
}

#[test]
fn ids_and_enums() {
    for email in [None, Some(Kind::Second)] {
        round_trip(&Ids { id: Ulid(7), sk: Kind::First, email, note: "n".into() });
    }
}

#[test]
fn a_text_that_does_not_read_as_its_field_is_not_printed() {
    let error = not_read::<Ids>(&json!({"id": Ulid(7).to_string(), "sk": "secret \"quoted\""}));
    let wanted = "sort key of `Ids` (`{sk}`): part `sk` is not one of `FIRST`, `SECOND`";
    assert_eq!(error.to_string(), wanted);
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    assert!(error.source().is_none());
}

/// A conversion whose error contains the id.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = ById)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
#[pk(id)]
#[sk("CHECKED")]
struct Checked {
    id: String,
}

#[derive(Serialize, Deserialize)]
struct Unchecked {
    id: String,
    sk: String,
}

impl TryFrom<Unchecked> for Checked {
    type Error = String;

    fn try_from(Unchecked { id, .. }: Unchecked) -> Result<Self, String> {
        if id == "secret" { Err(format!("no such id: {id}")) } else { Ok(Self { id }) }
    }
}

impl std::convert::From<Checked> for Unchecked {
    fn from(Checked { id }: Checked) -> Self {
        Self { id, sk: "CHECKED".into() }
    }
}

#[test]
fn what_a_conversion_says_is_not_printed() {
    round_trip(&Checked { id: "a".into() });
    let error = not_read::<Checked>(&json!({"id": "secret", "sk": "CHECKED"}));
    let printed = "the fields of `Checked` cannot be read, and serde does not say which";
    assert_eq!(error.to_string(), printed);
    assert!(error.source().is_none(), "{:?}", error.source());
}

/// The error of `counts` is "Expected seq".
#[test]
fn an_error_is_about_the_attribute_that_serde_was_at() {
    let item = json!({"customerId": "seq", "v": 9, "counts": "secret"});
    let error = not_read::<Renamed>(&item);
    assert_eq!(error.to_string(), "attribute `counts` of `Renamed` cannot be read as its field");
    assert_eq!(error.attribute(), Some("counts"));
    let missing = not_read::<Ids>(&json!({"id": Ulid(7).to_string()}));
    assert!(missing.to_string().contains("missing key attribute `sk`"), "{missing}");
}

/// Fields whose names differ from those in the struct, or that may be missing.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[pk[customer_id]]
#[sk[version]]
struct Renamed {
    customer_id: String,
    #[serde(rename = "v")]
    version: NonZeroU32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counts: Vec<u32>,
}

#[test]
fn renamed_fields_are_key_attributes() {
    let renamed = |counts| {
        let version = NonZeroU32::new(9).unwrap();
        Renamed { customer_id: "c#1".into(), version, counts }
    };
    assert_eq!(round_trip(&renamed(vec![])), json!({"customerId": "c#1", "v": 9}));
    let wanted = json!({"customerId": "c#1", "v": 9, "counts": [5]});
    assert_eq!(round_trip(&renamed(vec![5])), wanted);
}

/// Key attributes as fields that serde reads and does not write, next to names that it refuses. They belong to ddbkey: an
/// item that leaves the index loses them.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
#[pk("RAW", id)]
#[sk("RAW")]
#[gsi("gsi1", pk = ("NAME", name), sk = ("RAW"))]
struct Raw {
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default, skip_serializing, rename = "gsi1pk")]
    raw: Option<String>,
}

#[derive(DdbTable)]
enum Raws {
    Raw(Raw),
}

#[test]
fn a_key_attribute_is_read_by_a_field_that_is_not_written() {
    let raw = Raw { id: "a".into(), name: Some("n".into()), raw: None };
    let item = raw.to_item().unwrap();
    assert_eq!(Raw::from_item(item.clone()).unwrap().raw.as_deref(), Some("NAME#n"));
    assert_eq!(Raws::audit(&item), []);
    let update = Raw::update_item(&item, |raw| raw.name = None).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0 = :dk0 REMOVE #dk1, #dk2");
    let mut ghost = Raw { name: None, ..raw }.to_item().unwrap();
    ghost.insert("gsi1pk".into(), item["gsi1pk"].clone());
    let [fault] = Raws::audit(&ghost)[..] else { panic!("one fault") };
    assert_eq!((fault.kind(), fault.attribute()), (FaultKind::LeftOver, Some("gsi1pk")));
    assert!(Raws::repair(&ghost).unwrap().is_some());
}

/// Readable without its keys, as `serde_dynamo` itself reads it.
#[test]
fn an_item_is_read_by_serde_alone() {
    fn read<T: DeserializeOwned>(item: &Value) -> T {
        serde_json::from_value(item.clone()).unwrap()
    }
    let wrapped = Wrapped { id: UserId("a".into()) };
    assert_eq!(read::<Wrapped>(&round_trip(&wrapped)), wrapped);
}
