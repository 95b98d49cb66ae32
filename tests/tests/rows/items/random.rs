//! Random entities of many forms: what is written can be read, and has the keys that the entity builds.

use std::collections::BTreeMap;

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::ItemAttributes;
use ddbkey_aws::prelude::*;
use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::formats::round_trip;

#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Name(String);

#[derive(KeyPart, Serialize, Deserialize, Debug, PartialEq, Clone, Copy, Eq, Hash)]
#[key_part(serde)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    FirstKind,
    SecondKind,
}

/// A value that is an enum, with a tag or without.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Outside {
    Unit,
    Newtype(u32),
    Struct { a: String },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "tag")]
enum Inside {
    Unit,
    Struct { a: String },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(u32),
    Text(String),
}

#[derive(DdbTable)]
#[ddb(pk = "id", sk = "sk", type_attribute = "_type")]
#[gsi("joined", pk = "email", sk = "joined_sk")]
#[gsi("apart", pk = ["kind", "name"], sk = ["score", "text_key"])]
#[gsi("shared", pk = "joined_sk", sk = "score")]
enum Forms {
    Plain(Plain),
    Flat(Flat),
    Choice(Choice),
    Wrapped(Wrapped),
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Forms)]
#[pk(id)]
#[sk("PLAIN", "{number:05}")]
#[or("typed", sk = ("PLAIN", "{number:05}", "KIND", kind))]
#[gsi("joined", pk = (email), sk = ("KIND", kind))]
#[gsi("apart", pk = [kind, name], sk = [score, "{text}" as "text_key"])]
#[gsi("shared", pk = ("KIND", kind), sk = [score])]
#[serde(deny_unknown_fields)]
struct Plain {
    id: Name,
    number: u16,
    #[serde(default)]
    email: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    name: Option<String>,
    score: Option<i64>,
    text: String,
    outside: Outside,
    inside: Inside,
    untagged: Untagged,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Forms)]
#[pk(identity)]
#[sk("FLAT")]
#[or("typed", sk = ("FLAT", kind))]
#[gsi("joined", pk = (email), sk = ("KIND", kind))]
#[gsi("apart", pk = [kind, name], sk = [score, "{text}" as "text_key"])]
#[gsi("shared", pk = ("KIND", kind), sk = [score])]
struct Flat {
    #[serde(rename = "id")]
    identity: Name,
    #[serde(default)]
    email: Option<Name>,
    kind: Option<Kind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    score: Option<i64>,
    text: String,
    #[serde(flatten)]
    part: Part,
    #[serde(flatten)]
    more: BTreeMap<String, Untagged>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Part {
    one: u32,
    two: Option<String>,
}

/// A flattened enum, which reads its tag among the fields.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Forms)]
#[pk(id)]
#[sk("CHOICE")]
#[gsi("joined", pk = (email), sk = ("U", id))]
struct Choice {
    id: String,
    email: Option<String>,
    #[serde(flatten)]
    inside: Inside,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Forms, version = version as "version")]
#[serde(from = "Raw", into = "Raw")]
#[pk(id)]
#[sk("WRAPPED")]
#[gsi("joined", pk = (email), sk = ("U", id))]
struct Wrapped {
    id: String,
    email: Option<String>,
    version: u64,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Raw {
    Pair { id: String, email: String, version: u64 },
    Alone { id: String, version: u64 },
}

impl From<Raw> for Wrapped {
    fn from(raw: Raw) -> Self {
        match raw {
            Raw::Pair { id, email, version } => Self { id, email: Some(email), version },
            Raw::Alone { id, version } => Self { id, email: None, version },
        }
    }
}

impl From<Wrapped> for Raw {
    fn from(Wrapped { id, email, version }: Wrapped) -> Self {
        match email {
            Some(email) => Self::Pair { id, email, version },
            None => Self::Alone { id, version },
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    "[a-zé\"\\\\😀 ]{1,6}"
}

fn name() -> impl Strategy<Value = Name> {
    text().prop_map(Name)
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::FirstKind), Just(Kind::SecondKind)]
}

fn inside() -> impl Strategy<Value = Inside> {
    prop_oneof![Just(Inside::Unit), text().prop_map(|a| Inside::Struct { a })]
}

fn outside() -> impl Strategy<Value = Outside> {
    prop_oneof![
        Just(Outside::Unit),
        any::<u32>().prop_map(Outside::Newtype),
        text().prop_map(|a| Outside::Struct { a }),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    prop_oneof![any::<u32>().prop_map(Untagged::Number), text().prop_map(Untagged::Text)]
}

type Fields = (Name, Option<Name>, Option<Kind>, Option<String>, Option<i64>, String);

fn keyed() -> impl Strategy<Value = Fields> {
    let (email, score) = (option::of(name()), option::of(any::<i64>()));
    (name(), email, option::of(kind()), option::of(text()), score, text())
}

fn plain() -> impl Strategy<Value = Plain> {
    (keyed(), any::<u16>(), outside(), inside(), untagged()).prop_map(
        |((id, email, kind, name, score, text), number, outside, inside, untagged)| Plain {
            id,
            number,
            email,
            kind,
            name,
            score,
            text,
            outside,
            inside,
            untagged,
        },
    )
}

fn flat() -> impl Strategy<Value = Flat> {
    // Names that are not fields of `Flat` or of what is flattened before it.
    let more = btree_map("m[a-z]{1,3}", untagged(), 0..3);
    let part = (any::<u32>(), option::of(text())).prop_map(|(one, two)| Part { one, two });
    (keyed(), part, more).prop_map(|((identity, email, kind, name, score, text), part, more)| {
        Flat { identity, email, kind, name, score, text, part, more }
    })
}

/// Checks that the written item has every key of the entity, with the correct type.
fn check<T>(entity: &T) -> Result<(), TestCaseError>
where
    T: DdbKeys + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let Ok(keys) = entity.keys() else {
        prop_assert!(entity.to_item().is_err());
        return Ok(());
    };
    // One of two sparse attributes that are fields of a joined key is refused.
    if entity.to_item().is_err() {
        return Ok(());
    }
    let item = round_trip(entity);
    for (name, key) in &keys {
        let wanted: Value = if matches!(key, ddbkey::KeyValue::N(_)) {
            key.as_str().parse::<i64>().unwrap().into()
        } else {
            key.as_str().into()
        };
        prop_assert_eq!(&item[name], &wanted);
    }
    for attribute in T::SCHEMA.key_attributes() {
        let is_there = item.get(attribute.name()).is_some();
        prop_assert_eq!(is_there, keys.get(attribute.name()).is_some(), "{}", attribute.name());
    }
    prop_assert_eq!(&item["_type"], &json!(T::SCHEMA.name()));
    Ok(())
}

/// The attributes that a client may not choose.
const NAMES: [&str; 9] =
    ["id", "sk", "email", "joined_sk", "kind", "name", "score", "text_key", "_type"];

proptest! {
    #[test]
    fn a_struct(entity in plain()) {
        check(&entity)?;
    }

    #[test]
    fn a_struct_with_flattened_fields(entity in flat()) {
        check(&entity)?;
    }

    #[test]
    fn a_struct_with_a_flattened_enum(
        id in text(),
        email in option::of(text()),
        inside in inside(),
    ) {
        check(&Choice { id, email, inside })?;
    }

    #[test]
    fn an_enum_in_the_place_of_a_struct(id in text(), email in option::of(text())) {
        check(&Wrapped { id, email, version: 3 })?;
    }

    /// Whatever a client has sent, no name gives the item another key than the entity's.
    #[test]
    fn a_map_from_a_client(
        entity in flat(),
        name in prop::sample::select(&NAMES[..]),
        value in untagged(),
    ) {
        let mut entity = entity;
        entity.more.insert(name.into(), value);
        let Ok(keys) = entity.keys() else { return Ok(()) };
        if let Ok(item) = entity.to_item() {
            for attribute in Flat::SCHEMA.key_attributes() {
                let name = attribute.name();
                prop_assert_eq!(ItemAttributes::value(&item, name), keys.value(name));
            }
        }
    }
}
