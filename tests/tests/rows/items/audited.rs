//! Random items, most of them wrong: an item can be read exactly if an audit finds nothing wrong
//! with its fields and the key of the table.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind};
use proptest::collection::{hash_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Deserializer, Serialize};

use crate::store::Item;

#[derive(DdbTable)]
#[ddb(type_attribute = "_type")]
#[gsi("scores", pk = ["name"], sk = ["oneScore", "tie"])]
#[gsi("names", pk = "namespk", sk = "sk")]
enum Things {
    Types(Types),
    Flat(Flat),
    Choice(Choice),
    Adopted(Adopted),
}

/// A field of every type that serde has.
#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Things)]
#[pk("TYPES", id)]
#[sk("META")]
#[serde(deny_unknown_fields)]
struct Types {
    id: String,
    text: String,
    letter: char,
    flag: bool,
    tiny: i8,
    small: u8,
    wide: u64,
    float: f32,
    unit: (),
    option: Option<i32>,
    list: Vec<u16>,
    pair: (u8, String),
    set: BTreeSet<String>,
    map: BTreeMap<u32, Option<String>>,
    flags: BTreeMap<bool, u8>,
    newtype: Newtype,
    nested: Nested,
    outside: Outside,
    inside: Inside,
    untagged: Untagged,
    #[serde(deserialize_with = "borrowed")]
    borrowed: String,
    #[expect(dead_code, reason = "to be read by serde alone")]
    #[serde(default, skip_serializing)]
    ignored: serde::de::IgnoredAny,
}

/// Requires a borrowed string, which no item can provide.
fn borrowed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Text<'t> {
        Borrowed(#[serde(borrow)] &'t str),
        Number(u8),
    }
    Ok(match Text::deserialize(deserializer)? {
        Text::Borrowed(text) => text.into(),
        Text::Number(number) => number.to_string(),
    })
}

#[derive(Serialize, Deserialize)]
struct Newtype(u8);

#[derive(Serialize, Deserialize)]
struct Nested {
    a: u8,
    b: Option<String>,
}

#[derive(Serialize, Deserialize)]
enum Outside {
    Unit,
    Newtype(u8),
    Pair(u8, u8),
    Struct { a: u8 },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "tag")]
enum Inside {
    Unit,
    Struct { a: u8 },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
    List(Vec<u8>),
    Map(HashMap<String, String>),
}

/// Indexes of every form, and fields that keep whatever there is.
#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Things)]
#[pk("FLAT", id)]
#[sk("META")]
#[gsi("scores", pk = [name], sk = [one_score, "T#{id}" as "tie"])]
#[gsi("names", pk = ("NAME", name), sk = sk)]
#[serde(rename_all = "camelCase")]
struct Flat {
    id: String,
    one_score: Option<u32>,
    name: String,
    #[serde(flatten)]
    nested: Nested,
    #[serde(flatten)]
    more: BTreeMap<String, Untagged>,
}

/// Its variant depends on the attributes.
#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Things)]
#[pk("CHOICE", id)]
#[sk("META")]
#[serde(from = "Raw", into = "Raw")]
struct Choice {
    id: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Raw {
    Number { small: u8, id: String },
    Text { id: String },
}

impl From<Raw> for Choice {
    fn from(raw: Raw) -> Self {
        match raw {
            Raw::Number { id, .. } | Raw::Text { id } => Self { id },
        }
    }
}

impl From<Choice> for Raw {
    fn from(Choice { id }: Choice) -> Self {
        Self::Text { id }
    }
}

impl Clone for Choice {
    fn clone(&self) -> Self {
        Self { id: self.id.clone() }
    }
}

/// Ids that are only in the keys.
#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Things, fields_from_keys)]
#[pk("ADOPTED", id)]
#[sk("VERSION", "{small:03}")]
struct Adopted {
    #[serde(skip)]
    id: String,
    #[serde(default)]
    small: u8,
    text: String,
}

fn types() -> Item {
    let types = Types {
        id: "1".into(),
        text: "a".into(),
        letter: 'a',
        flag: true,
        tiny: -1,
        small: 7,
        wide: u64::MAX,
        float: 1.5,
        unit: (),
        option: None,
        list: vec![1, 2],
        pair: (1, "a".into()),
        set: ["a".into()].into(),
        map: [(7, None)].into(),
        flags: [(true, 1)].into(),
        newtype: Newtype(1),
        nested: Nested { a: 1, b: None },
        outside: Outside::Struct { a: 1 },
        inside: Inside::Struct { a: 1 },
        untagged: Untagged::Text("a".into()),
        borrowed: "1".into(),
        ignored: serde::de::IgnoredAny,
    };
    let mut item = types.to_item().unwrap();
    item.insert("borrowed".into(), AttributeValue::N("1".into()));
    item
}

fn flat() -> Item {
    let (nested, more) = (Nested { a: 1, b: None }, [("m".into(), Untagged::Number(1))].into());
    let flat = Flat { id: "1".into(), one_score: Some(7), name: "a".into(), nested, more };
    flat.to_item().unwrap()
}

fn choice() -> Item {
    Choice { id: "1".into() }.to_item().unwrap()
}

fn adopted() -> Item {
    Adopted { id: "1".into(), small: 7, text: "a".into() }.to_item().unwrap()
}

fn text() -> impl Strategy<Value = String> {
    const TEXTS: [&str; 12] =
        ["", "a", "é", "ab", "1", "7", "-1", "true", "Unit", "Newtype", "Struct", "META"];
    select(&TEXTS[..]).prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = String> {
    const NUMBERS: [&str; 11] =
        ["1", "7", "-1", "300", "70000", "18446744073709551615", "1e40", "1.5", "007", "x", ""];
    select(&NUMBERS[..]).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let bytes = || vec(any::<u8>(), 0..3).prop_map(Blob::new);
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        number().prop_map(AttributeValue::N),
        any::<bool>().prop_map(AttributeValue::Bool),
        any::<bool>().prop_map(AttributeValue::Null),
        bytes().prop_map(AttributeValue::B),
        vec(text(), 0..3).prop_map(AttributeValue::Ss),
        vec(number(), 0..3).prop_map(AttributeValue::Ns),
        vec(bytes(), 0..3).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let name = select(&["a", "b", "tag", "1", "true", "Newtype", "Pair", "Struct", "Unit"][..]);
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(AttributeValue::L),
            hash_map(name.prop_map(str::to_owned), inner, 0..3).prop_map(AttributeValue::M),
        ]
    })
}

/// Generates another value, or none, for some attribute.
fn change() -> impl Strategy<Value = (usize, Option<AttributeValue>)> {
    (any::<prop::sample::Index>(), prop::option::weighted(0.9, value()))
        .prop_map(|(index, value)| (index.index(1000), value))
}

/// Names of other attributes that items may have.
const MORE: [&str; 5] = ["more", "name", "oneScore", "small", "ignored"];

fn changed(mut item: Item, changes: Vec<(usize, Option<AttributeValue>)>) -> Item {
    let mut names: Vec<_> = item.keys().cloned().chain(MORE.map(str::to_owned)).collect();
    names.sort_unstable();
    for (at, value) in changes {
        let name = names[at % names.len()].clone();
        match value {
            Some(value) => item.insert(name, value),
            None => item.remove(&name),
        };
    }
    item
}

fn check(item: Item) -> Result<(), TestCaseError> {
    let of_stream = serde_dynamo::Item::from(item.clone());
    let faults = Things::audit(&item);
    prop_assert_eq!(&faults, &Things::audit(&of_stream));
    let is_of_index = |fault: &Fault| match fault.kind() {
        FaultKind::Unbuildable => fault.to_string().contains("of index"),
        FaultKind::NoKey | FaultKind::Unknown | FaultKind::Unreadable | FaultKind::Key => false,
        _ => true,
    };
    let read = Things::from_item(item);
    prop_assert_eq!(faults.iter().all(is_of_index), read.is_ok(), "{:?} {:?}", faults, read.err());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn as_it_is_read(
        item in select(vec![types(), flat(), choice(), adopted()]),
        changes in vec(change(), 0..3),
    ) {
        check(changed(item, changes))?;
    }

    /// Each field in turn gets a new value, which mostly has the correct type.
    #[test]
    fn one_field_alone(at in 0..1000_usize, value in value()) {
        check(changed(types(), vec![(at, Some(value))]))?;
    }
}

/// A report of a whole table counts its faults and prints them in order.
#[test]
fn faults_are_counted_and_sorted() {
    let mut counts = HashMap::new();
    let mut faults = Vec::new();
    for (name, value) in [("pk", None), ("_type", None), ("_type", Some("x")), ("_type", Some("y"))]
    {
        let mut item = types();
        match value {
            Some(value) => item.insert(name.into(), AttributeValue::S(value.into())),
            None => item.remove(name),
        };
        for fault in Things::audit(&item) {
            *counts.entry(fault).or_insert(0) += 1;
            faults.push(fault);
        }
    }
    let sorted: BTreeSet<_> = faults.iter().copied().collect();
    let lines = sorted.iter().map(|fault| (fault.to_string(), counts[fault])).collect::<Vec<_>>();
    let expected = [
        ("no key attribute `pk` of table `Things`", 1),
        ("`_type` is not what the fields of `Types` produce", 2),
        ("`_type` of `Types` is missing", 1),
    ];
    assert_eq!(lines, expected.map(|(line, count)| (line.to_owned(), count)));
    // For one entity and kind, the part of the key that cannot be read decides.
    let unknown = |pk: &str| {
        let mut item = types();
        item.insert("pk".into(), AttributeValue::S(pk.into()));
        let [fault] = Things::audit(&item)[..] else { panic!("one fault") };
        fault
    };
    let faults = [unknown("x"), unknown("ADOPTED#"), unknown("TYPES#")];
    for (one, other) in faults.iter().zip(&faults[1..]) {
        assert_eq!(one == other, one.to_string() == other.to_string());
        assert_eq!(one.cmp(other), other.cmp(one).reverse());
    }
}

/// A stored attribute takes precedence over the key, so an item in which the two differ has a fault.
#[test]
fn a_field_that_is_stored_is_compared_with_the_key() {
    let text = |text: &str| AttributeValue::S(text.into());
    let with = |small: Option<&str>| {
        let mut item = Item::from([
            ("pk".to_string(), text("ADOPTED#a")),
            ("sk".into(), text("VERSION#007")),
            ("text".into(), text("x")),
            ("_type".into(), text("Adopted")),
        ]);
        item.extend(small.map(|small| ("small".to_string(), AttributeValue::N(small.into()))));
        Things::audit(&item).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let none: [String; 0] = [];
    assert_eq!(with(None), none);
    assert_eq!(with(Some("7")), none);
    assert_eq!(with(Some("8")), ["`sk` is not the key that the fields of `Adopted` produce"]);
}
