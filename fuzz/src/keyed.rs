//! What is read beside its keys has the keys that its fields build, and is written with them.
//!
//! The input is JSON: an item of an entity, and its fields alone.

#![allow(dead_code, reason = "no target uses every generated method")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use ddbkey::{DdbKeys, KeyPart, Keyed};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Joined keys, a sparse index, and an attribute of one's own choice.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub struct User {
    user_id: Id,
    email: Option<String>,
    #[serde(default)]
    name: String,
}

/// Keys that are attributes and fields at once, one of them sparse, beside what others write.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk[id]]
#[sk[version]]
#[gsi("by_kind", pk = [kind, region], sk = [rank])]
#[gsi("by_rank", pk = ("RANK", "{rank:05}"))]
pub struct Document {
    id: Id,
    version: i64,
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    rank: Option<u32>,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

/// Ids in the keys alone.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(fields_from_keys)]
#[pk("ORDER", order)]
#[sk("{number:04}", "{*path}")]
pub struct Adopted {
    #[serde(skip)]
    order: String,
    #[serde(default)]
    number: u16,
    #[serde(default)]
    path: String,
    note: Value,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(transparent)]
pub struct Id(String);

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    FirstDraft,
    #[serde(alias = "done")]
    Final,
}

pub fn run(data: &[u8]) {
    check::<User>(data);
    check::<Document>(data);
    check::<Adopted>(data);
}

fn check<T: DdbKeys + Serialize + DeserializeOwned + Debug>(data: &[u8]) {
    let item = serde_json::from_slice::<BTreeMap<String, Value>>(data);
    // Bytes that are not UTF-8 are an error in a value, and none in a field that is passed over.
    if let (Ok(Keyed(entity)), Ok(stored)) = (serde_json::from_slice::<Keyed<T>>(data), item) {
        let keys = entity.keys().expect("they were compared with the stored ones");
        for (name, value) in &keys {
            let text = value.as_str();
            let is_there = stored.get(name).is_some_and(|stored| is_value(stored, text));
            assert!(is_there, "{name} is {text:?}, and not {stored:?}");
        }
    }
    if let Ok(entity) = serde_json::from_slice::<T>(data) {
        check_written(&entity);
    }
}

/// It is written with the keys that it builds, or not at all, and read again as what is written so.
fn check_written<T: DdbKeys + Serialize + DeserializeOwned + Debug>(entity: &T) {
    let Ok(text) = serde_json::to_string(&Keyed(entity)) else { return };
    let item: BTreeMap<String, Value> = serde_json::from_str(&text).expect(&text);
    let keys = entity.keys().expect("they were written");
    let schemas = T::SCHEMA.indexes().chain([T::SCHEMA.key()]);
    for attribute in schemas.flat_map(|schema| schema.attributes().collect::<Vec<_>>()) {
        match (keys.get(attribute.name()), item.get(attribute.name())) {
            (Some(key), Some(stored)) => assert!(is_value(stored, key), "{key:?} {text}"),
            (Some(key), None) => panic!("no {key:?} in {text}"),
            (None, Some(stored)) => assert!(!stored.is_null(), "{text}"),
            (None, None) => {}
        }
    }
    // A flattened map is read without the key attributes that it held.
    let Keyed(read) = serde_json::from_str::<Keyed<T>>(&text).expect(&text);
    let again: BTreeMap<String, Value> =
        serde_json::from_value(serde_json::to_value(Keyed(&read)).expect(&text)).expect(&text);
    assert_eq!(again, item, "{entity:?}");
}

/// Whether a stored attribute is this text, or the number of these digits.
fn is_value(stored: &Value, text: &str) -> bool {
    match stored {
        Value::String(stored) => stored == text,
        Value::Number(stored) => stored.to_string() == text,
        _ => false,
    }
}
