//! Records of a stream as typed changes, for each view type, and the filters that choose them: a small
//! matcher decides what Lambda would pass.

use std::collections::HashMap;
use std::error::Error;

use aws_lambda_events::dynamodb::{Event, EventRecord};
use ddbkey::{DdbKeys, DdbTable, KeyValue};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Change, ChangeKind, ItemError, ItemErrorKind};
use ddbkey_tools::{Schema, event_filter};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
struct Order {
    user_id: String,
    id: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", id, "ITEM", "{n:03}")]
struct OrderItem {
    user_id: String,
    id: String,
    n: u16,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
enum Shop {
    User(User),
    Order(Order),
    Item(OrderItem),
}

fn user(name: &str) -> Shop {
    Shop::User(User { user_id: "u1".into(), name: name.into() })
}

fn key<'k>() -> ShopKey<'k> {
    ShopKey::User(UserKey { user_id: "u1" })
}

fn image(entity: &Shop) -> Value {
    let item = entity.to_item().unwrap().into_iter();
    item.map(|(name, value)| (name, json!({ "S": value.as_s().unwrap() }))).collect()
}

/// Returns a record as Lambda sends it, with the images of a view type.
#[allow(clippy::needless_pass_by_value, reason = "calls write the JSON in place")]
fn record(name: &str, keys: Value, old: Option<Value>, new: Option<Value>) -> EventRecord {
    let mut change = json!({ "Keys": keys, "SizeBytes": 1 });
    change["OldImage"] = old.unwrap_or_default();
    change["NewImage"] = new.unwrap_or_default();
    let event = json!({ "Records": [{
        "eventID": "1", "eventName": name, "awsRegion": "eu-central-1", "dynamodb": change,
    }] });
    serde_json::from_value::<Event>(event).unwrap().records.remove(0)
}

fn keys() -> Value {
    json!({ "pk": { "S": "USER#u1" }, "sk": { "S": "PROFILE" } })
}

/// A change, with its images read.
#[derive(Debug, PartialEq)]
enum Read<'r> {
    Inserted(ShopKey<'r>, Option<Shop>),
    Modified(ShopKey<'r>, Option<Shop>, Option<Shop>),
    Removed(ShopKey<'r>, Option<Shop>),
}

fn read(change: Change<'_, Shop>) -> Read<'_> {
    match change {
        Change::Inserted { key, new, .. } => Read::Inserted(key, new.read().unwrap()),
        Change::Modified { key, old, new, .. } => {
            Read::Modified(key, old.read().unwrap(), new.read().unwrap())
        }
        Change::Removed { key, old, .. } => Read::Removed(key, old.read().unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_only() {
    let inserted = record("INSERT", keys(), None, None);
    assert_eq!(read(Shop::change(&inserted).unwrap()), Read::Inserted(key(), None));
    let modified = record("MODIFY", keys(), None, None);
    assert_eq!(read(Shop::change(&modified).unwrap()), Read::Modified(key(), None, None));
    let removed = record("REMOVE", keys(), None, None);
    assert_eq!(read(Shop::change(&removed).unwrap()), Read::Removed(key(), None));
}

#[test]
fn one_image_or_both() {
    let (ada, bob) = (user("Ada"), user("Bob"));
    for (with_old, with_new) in [(false, true), (true, false), (true, true)] {
        let old = with_old.then(|| image(&ada));
        let new = with_new.then(|| image(&bob));
        let expected_new = with_new.then(|| bob.clone());
        let expected_old = || with_old.then(|| ada.clone());
        let modified = record("MODIFY", keys(), old.clone(), new.clone());
        let expected = Read::Modified(key(), expected_old(), expected_new.clone());
        assert_eq!(read(Shop::change(&modified).unwrap()), expected);
        let inserted = record("INSERT", keys(), None, new);
        let expected = Read::Inserted(key(), expected_new);
        assert_eq!(read(Shop::change(&inserted).unwrap()), expected);
        let removed = record("REMOVE", keys(), old, None);
        let expected = Read::Removed(key(), expected_old());
        assert_eq!(read(Shop::change(&removed).unwrap()), expected);
    }
}

#[test]
fn what_is_no_entity_is_no_error() {
    let other = json!({ "pk": { "S": "SESSION#1" }, "sk": { "S": "x" } });
    let record_of_other = record("INSERT", other.clone(), None, Some(other));
    let Ok(Change::Unknown { pk, sk, .. }) = Shop::change(&record_of_other) else { panic!() };
    let text = |text: &'static str| Some(KeyValue::S(text.into()));
    assert_eq!((pk, sk), (text("SESSION#1"), text("x")));
    for keys in [json!({}), json!({ "pk": { "B": "AA==" }, "sk": { "BOOL": true } })] {
        let record = record("REMOVE", keys, None, None);
        let change = Shop::change(&record).unwrap();
        assert!(matches!(change, Change::Unknown { pk: None, sk: None, .. }));
    }
}

/// The keys of a record alone tell which item it concerns, or why they do not.
#[test]
fn the_key_of_a_record() {
    let key_of = |keys: Value| {
        let keys: serde_dynamo::Item = serde_json::from_value(keys).unwrap();
        Shop::key_of(&keys).map(|_| ())
    };
    let fault = |keys| {
        let error = key_of(keys).unwrap_err();
        assert_eq!(error.kind(), ItemErrorKind::Attribute, "{error}");
        error.to_string()
    };
    assert!(key_of(keys()).is_ok());
    let missing = fault(json!({ "pk": { "S": "USER#u1" } }));
    assert_eq!(missing, "missing key attribute `sk` of `Shop`");
    let wrong_type = fault(json!({ "pk": { "N": "1" }, "sk": { "S": "x" } }));
    assert_eq!(wrong_type, "key attribute `pk` of `Shop` is not a string");
}

fn about(error: &ItemError) -> (ItemErrorKind, &str, Option<&str>) {
    (error.kind(), error.entity(), error.attribute())
}

/// The image has another key than the record, or belongs to no entity.
#[test]
fn an_image_that_is_not_of_the_key_is_an_error_when_it_is_read() {
    let error = |image: Value| {
        let record = record("INSERT", keys(), None, Some(image));
        let Ok(Change::Inserted { key: of, new, .. }) = Shop::change(&record) else { panic!() };
        assert_eq!(of, key(), "the key is there all the same");
        new.read().unwrap_err()
    };
    let order = Order { user_id: "victim".into(), id: "9".into() };
    let other_entity = error(image(&Shop::Order(order)));
    assert_eq!(about(&other_entity), (ItemErrorKind::Mismatch, "Shop", Some("pk")));
    let mut other_user = image(&user("Ada"));
    for (name, text) in [("user_id", "u2"), ("pk", "USER#u2")] {
        other_user[name] = json!({ "S": text });
    }
    assert_eq!(about(&error(other_user)), (ItemErrorKind::Mismatch, "Shop", Some("pk")));
    let mut other_field = image(&user("Ada"));
    other_field["user_id"] = json!({ "S": "u2" });
    assert_eq!(about(&error(other_field)), (ItemErrorKind::Mismatch, "User", Some("pk")));
    let mut missing = image(&user("Ada"));
    missing.as_object_mut().unwrap().remove("name");
    assert_eq!(error(missing).kind(), ItemErrorKind::Format);
}

#[test]
fn an_event_without_a_kind_is_an_error() {
    let unknown = record("TRUNCATE", keys(), None, None);
    let error = Shop::change(&unknown).unwrap_err();
    assert_eq!(error.kind(), ItemErrorKind::Format, "{error}");
    assert_eq!(error.source().unwrap().to_string(), "unknown event name `TRUNCATE`");
}

/// As from Kinesis: the same record, without Lambda's types.
#[test]
fn a_record_from_elsewhere() {
    #[derive(Deserialize)]
    struct Record {
        #[serde(rename = "Keys")]
        keys: serde_dynamo::Item,
        #[serde(rename = "NewImage")]
        new: Option<serde_dynamo::Item>,
        #[serde(rename = "OldImage")]
        old: Option<serde_dynamo::Item>,
    }
    let record = json!({ "Keys": keys(), "NewImage": image(&user("Ada")) });
    let Record { keys, new, old } = serde_json::from_value(record).unwrap();
    let kind = ChangeKind::from_event_name("INSERT").unwrap();
    let change = Change::<Shop>::of(kind, &keys, old, new);
    assert_eq!(read(change), Read::Inserted(key(), Some(user("Ada"))));
}

/// A change holds no entity, so it does not need the entity's traits.
#[test]
fn a_change_is_copied_compared_and_printed_whatever_the_table_is() {
    #[derive(DdbKeys, Serialize, Deserialize)]
    #[pk("USER", user_id)]
    #[sk("PROFILE")]
    struct Bare {
        user_id: String,
    }

    #[derive(DdbTable)]
    enum Users {
        #[allow(dead_code, reason = "its key is what is asked for")]
        Bare(Bare),
    }

    let mut changes = Vec::new();
    for name in ["INSERT", "MODIFY", "REMOVE"] {
        for image in [None, Some(image(&user("Ada")))] {
            changes.push(record(name, keys(), image.clone(), image));
        }
    }
    changes.push(record("INSERT", json!({}), None, None));
    let changes: Vec<_> = changes.iter().map(|own| Users::change(own).unwrap()).collect();
    for (at, one) in changes.iter().enumerate() {
        assert_eq!(one.clone(), *one);
        let equal = changes.iter().filter(|other| *other == one);
        assert_eq!(equal.count(), 1, "{at}: {one:?}");
    }
}

/// Returns whether a pattern passes an event, according to the documentation of Lambda's event filtering: every
/// member of the pattern exists, and one of its rules holds.
fn lets_through(pattern: &Value, event: &Value) -> bool {
    let members = pattern.as_object().expect("a pattern is an object of objects");
    members.iter().all(|(name, rules)| {
        let value = event.get(name);
        match rules {
            Value::Object(_) => value.is_some_and(|value| lets_through(rules, value)),
            Value::Array(rules) => rules.iter().any(|rule| holds(rule, value)),
            _ => panic!("a rule is in a list"),
        }
    })
}

fn holds(rule: &Value, value: Option<&Value>) -> bool {
    match rule {
        Value::String(text) => value.and_then(Value::as_str) == Some(text),
        Value::Object(rule) => {
            let (operator, operand) = rule.iter().next().unwrap();
            match operator.as_str() {
                "prefix" => {
                    let text = value.and_then(Value::as_str);
                    text.is_some_and(|text| text.starts_with(operand.as_str().unwrap()))
                }
                "exists" => value.is_some() == operand.as_bool().unwrap(),
                _ => panic!("no operator of ours: {operator}"),
            }
        }
        _ => panic!("no rule of ours: {rule}"),
    }
}

fn passes(entities: &[&str], pk: &str, sk: &str) -> bool {
    let filter = event_filter(&Schema::of(Shop::SCHEMA), entities).unwrap();
    let criteria: Value = serde_json::from_str(&filter.to_string()).unwrap();
    let filters = criteria["Filters"].as_array().unwrap();
    let written: Vec<_> = filters.iter().map(|own| own["Pattern"].as_str().unwrap()).collect();
    assert!(filter.patterns().eq(written.iter().copied()));
    let event = json!({
        "eventName": "INSERT",
        "dynamodb": { "Keys": { "pk": { "S": pk }, "sk": { "S": sk } } },
    });
    let mut patterns = filter.patterns().map(|text| serde_json::from_str(text).unwrap());
    patterns.any(|pattern| lets_through(&pattern, &event))
}

#[test]
fn a_filter_lets_through_what_it_says() {
    let rows: HashMap<_, _> = [
        ("User", ("USER#u1", "PROFILE")),
        ("Order", ("USER#u1", "ORDER#7")),
        ("OrderItem", ("USER#u1", "ORDER#7#ITEM#001")),
        ("none", ("SESSION#1", "PROFILE")),
        ("neither", ("USER#u1", "PROFILE2")),
    ]
    .into();
    for entity in ["User", "Order", "OrderItem"] {
        let filter = event_filter(&Schema::of(Shop::SCHEMA), &[entity]).unwrap();
        for (name, (pk, sk)) in &rows {
            let mut also = filter.also_lets_through().iter();
            let is_told = entity == *name || also.any(|other| other == name);
            assert_eq!(passes(&[entity], pk, sk), is_told, "{entity} {name}");
        }
    }
    let (pk, sk) = rows["OrderItem"];
    assert!(passes(&["User", "Order"], pk, sk));
    assert!(!passes(&["User"], pk, sk));
}

#[test]
fn what_else_passes_is_named() {
    let schema = Schema::of(Shop::SCHEMA);
    let also = |name| event_filter(&schema, &[name]).unwrap().also_lets_through().to_vec();
    assert_eq!(also("User"), [""; 0]);
    assert_eq!(also("Order"), ["OrderItem"]);
    assert_eq!(also("OrderItem"), ["Order"]);
    let both = event_filter(&schema, &["Order", "OrderItem"]).unwrap();
    assert_eq!(both.also_lets_through(), [""; 0]);
}

/// Names and literals that JSON must escape; numbers, which no filter distinguishes.
#[test]
fn odd_keys() {
    #[derive(DdbKeys)]
    #[ddb(table = Odd)]
    #[pk["say \"{id}\"" as "p\\k"]]
    #[sk[version]]
    struct Quoted {
        id: String,
        version: u32,
    }

    #[derive(DdbTable)]
    #[ddb(pk = "p\\k", sk = "version")]
    enum Odd {
        #[allow(dead_code, reason = "for its schema")]
        Quoted(Quoted),
    }

    let filter = event_filter(&Schema::of(Odd::SCHEMA), &["Quoted"]).unwrap();
    let pattern: Value = serde_json::from_str(filter.patterns().next().unwrap()).unwrap();
    let rules = json!({ "p\\k": { "S": [{ "prefix": "say \"" }] } });
    assert_eq!(pattern, json!({ "dynamodb": { "Keys": rules } }));
}

#[test]
fn values_alone_let_everything_through() {
    #[derive(DdbKeys)]
    #[pk(id)]
    #[sk(name)]
    struct Bare {
        id: String,
        name: String,
    }

    #[derive(DdbTable)]
    enum Names {
        #[allow(dead_code, reason = "for its schema")]
        Bare(Bare),
    }

    let filter = event_filter(&Schema::of(Names::SCHEMA), &["Bare"]).unwrap();
    let pattern = serde_json::from_str(filter.patterns().next().unwrap()).unwrap();
    let event = json!({ "dynamodb": { "Keys": { "pk": { "S": "x" }, "sk": { "S": "y" } } } });
    assert!(lets_through(&pattern, &event));
    // A pattern without a rule is refused.
    assert_eq!(pattern, json!({ "dynamodb": { "Keys": { "pk": { "S": [{ "exists": true }] } } } }));
}

#[test]
fn six_entities_are_too_many() {
    let schema = Schema::of(Shop::SCHEMA);
    let error = event_filter(&schema, &["Stranger"]).unwrap_err();
    assert_eq!(error.to_string(), "`Stranger` is not an entity of table `Shop`");
    let error = event_filter(&schema, &[]).unwrap_err();
    assert_eq!(error.to_string(), "a filter without entities passes every record");
    let twice = event_filter(&schema, &["User", "User"]).unwrap();
    assert_eq!(twice.patterns().count(), 1);
    let many = crate::tables::seeds::too_many_for_a_filter();
    assert_eq!(
        many.unwrap_err().to_string(),
        "6 entities need 6 patterns, but an event source mapping takes at most 5"
    );
}
