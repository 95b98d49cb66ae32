//! What is written is read, where fields are key attributes: whatever serde makes of the field.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU32;

use ddbkey::{DdbKeys, DdbTable, KeyPart, Keyed};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use ulid::Ulid;

use super::formats::round_trip;

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
    assert_eq!(serde_json::from_value::<Keyed<Optional>>(null.clone()).unwrap().0, optional(None));
    let null = serde_dynamo::to_item(null).unwrap();
    assert_eq!(Optional::from_item(null).unwrap(), optional(None));
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

/// Two versions of an item, told apart by what they have.
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

/// An enum that has a tag, and one that is tagged from outside.
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

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(from = "Outside", into = "Outside")]
#[pk("O", id)]
#[sk("S")]
struct Versioned {
    id: String,
}

#[derive(Serialize, Deserialize)]
enum Outside {
    V1(Body),
}

#[derive(Serialize, Deserialize)]
struct Body {
    id: String,
}

impl std::convert::From<Outside> for Versioned {
    fn from(Outside::V1(Body { id }): Outside) -> Self {
        Self { id }
    }
}

impl std::convert::From<Versioned> for Outside {
    fn from(Versioned { id }: Versioned) -> Self {
        Self::V1(Body { id })
    }
}

#[test]
fn an_externally_tagged_enum() {
    let versioned = Versioned { id: "a".into() };
    assert_eq!(round_trip(&versioned), json!({"V1": {"id": "a"}, "pk": "O#a", "sk": "S"}));
}

/// Fields in the variant itself.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(from = "Upgrade", into = "Upgrade")]
#[pk("O", id)]
#[sk("S")]
struct Upgraded {
    id: String,
    number: Option<u8>,
}

#[derive(Serialize, Deserialize)]
enum Upgrade {
    V1 { id: String },
    V2(String, u8),
}

impl std::convert::From<Upgrade> for Upgraded {
    fn from(upgrade: Upgrade) -> Self {
        match upgrade {
            Upgrade::V1 { id } => Self { id, number: None },
            Upgrade::V2(id, number) => Self { id, number: Some(number) },
        }
    }
}

impl std::convert::From<Upgraded> for Upgrade {
    fn from(Upgraded { id, number }: Upgraded) -> Self {
        match number {
            None => Self::V1 { id },
            Some(number) => Self::V2(id, number),
        }
    }
}

#[test]
fn an_externally_tagged_enum_with_fields() {
    let upgraded = |number| Upgraded { id: "a".into(), number };
    let keys = |variant: &str, contents: Value| json!({variant: contents, "pk": "O#a", "sk": "S"});
    assert_eq!(round_trip(&upgraded(None)), keys("V1", json!({"id": "a"})));
    assert_eq!(round_trip(&upgraded(Some(2))), keys("V2", json!(["a", 2])));
}

/// A number that is text where people read it, as ids of many crates are.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Code(u16);

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("no {}", self.0))
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u16::deserialize(deserializer).map(Self);
        }
        let text = String::deserialize(deserializer)?;
        let number = text.strip_prefix("no ").and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or_else(|| serde::de::Error::custom("no code"))
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[pk("O", id)]
#[sk("S")]
struct Coded {
    id: String,
    code: Code,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(from = "OfVersion", into = "OfVersion")]
#[pk("O", id)]
#[sk("S")]
struct CodedByVersion {
    id: String,
    code: Code,
}

#[derive(Serialize, Deserialize)]
enum OfVersion {
    V1 { id: String, code: Code },
    V2(Coded),
}

impl std::convert::From<OfVersion> for CodedByVersion {
    fn from(version: OfVersion) -> Self {
        let (OfVersion::V1 { id, code } | OfVersion::V2(Coded { id, code })) = version;
        Self { id, code }
    }
}

impl std::convert::From<CodedByVersion> for OfVersion {
    fn from(CodedByVersion { id, code }: CodedByVersion) -> Self {
        if code.0 == 1 { Self::V1 { id, code } } else { Self::V2(Coded { id, code }) }
    }
}

/// Fields are written as the format has them, and read back from it.
#[test]
fn types_know_whether_people_read_the_format() {
    let id = || "a".to_string();
    let keys = |mut item: Value| {
        item["pk"] = "O#a".into();
        item["sk"] = "S".into();
        item
    };
    let coded = Coded { id: id(), code: Code(7) };
    assert_eq!(round_trip(&coded), keys(json!({"id": "a", "code": "no 7"})));
    assert_eq!(in_cbor(&coded), keys(json!({"id": "a", "code": 7})));
    let of_version = |code| CodedByVersion { id: id(), code: Code(code) };
    assert_eq!(round_trip(&of_version(1)), keys(json!({"V1": {"id": "a", "code": "no 1"}})));
    assert_eq!(in_cbor(&of_version(1)), keys(json!({"V1": {"id": "a", "code": 1}})));
    assert_eq!(round_trip(&of_version(2)), keys(json!({"V2": {"id": "a", "code": "no 2"}})));
    assert_eq!(in_cbor(&of_version(2)), keys(json!({"V2": {"id": "a", "code": 2}})));
}

/// What an entity is in CBOR, which no person reads.
fn in_cbor<T: DdbKeys + Serialize>(entity: &T) -> Value {
    let mut bytes = Vec::new();
    ciborium::into_writer(&Keyed(entity), &mut bytes).unwrap();
    ciborium::from_reader(&*bytes).unwrap()
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk(pk)]
struct Borrowed<'a> {
    pk: &'a str,
    text: Cow<'a, str>,
}

#[test]
fn a_borrowed_text() {
    let text = r#"{"pk":"p","text":"t"}"#;
    let borrowed = Borrowed { pk: "p", text: "t".into() };
    assert_eq!(serde_json::to_string(&Keyed(&borrowed)).unwrap(), text);
    assert_eq!(serde_json::from_str::<Keyed<Borrowed<'_>>>(text).unwrap(), Keyed(borrowed));
}

/// Ids that have a text of their own, and enums.
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
    let id = Ulid(7).to_string();
    let error = |item: Value| serde_json::from_value::<Keyed<Ids>>(item).unwrap_err().to_string();
    let wanted = "key attribute `sk` of `Ids` cannot be read as its field";
    assert_eq!(error(json!({"id": id, "sk": "secret"})), wanted);
}

/// Fields whose names are not those of the struct, or that may be missing.
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

/// Readable without its keys, as `serde_dynamo` itself reads it.
#[test]
fn an_item_is_read_by_serde_alone() {
    fn read<T: DeserializeOwned>(item: &Value) -> T {
        serde_json::from_value(item.clone()).unwrap()
    }
    let wrapped = Wrapped { id: UserId("a".into()) };
    assert_eq!(read::<Wrapped>(&round_trip(&wrapped)), wrapped);
}
