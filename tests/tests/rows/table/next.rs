//! Sequences: the rows that they create can always be read, and numbers are unique.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::TableErrorKind::{Busy, InDoubt, Item, Refused};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, TableErrorKind};
use serde::{Deserialize, Serialize};

use super::script::{Script, Step};
use crate::store::Store;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Clinic, version = version)]
#[pk("CLINIC", clinic)]
#[sk("COUNTER", name)]
#[gsi("gsi1" as by_name, pk = ("COUNTERS", name), sk = ("CLINIC", clinic))]
#[gsi("gsi2" as by_team, pk = ("TEAM", team), sk = ("COUNTER", name))]
struct Counter {
    clinic: String,
    name: String,
    value: u64,
    version: u32,
    small: u8,
    signed: i64,
    ratio: f64,
    text: String,
    #[serde(rename = "renamedTo")]
    renamed: u32,
    #[serde(alias = "old")]
    aliased: u32,
    team: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Clinic)]
#[pk("CLINIC", clinic)]
#[sk("MOVED2", "{number:05}")]
#[was("v1", sk = ("MOVED", "{number:03}"))]
struct Moved {
    clinic: String,
    number: u32,
    value: u64,
}

/// A row with a tier is under another key.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Clinic)]
#[pk("CLINIC", clinic)]
#[sk("PRICE")]
#[or("tiered", sk = ("PRICE", "T", tier))]
struct Price {
    clinic: String,
    tier: Option<String>,
    value: u64,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Clinic, ttl = expires_at)]
#[pk("CLINIC", clinic)]
#[sk("SESSION")]
struct Session {
    clinic: String,
    expires_at: Option<u64>,
    value: u64,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[gsi("gsi2", pk = "gsi2pk", sk = "gsi2sk")]
enum Clinic {
    Counter(Counter),
    Moved(Moved),
    Price(Price),
    Session(Session),
}

fn counter() -> Counter {
    Counter {
        clinic: "c1".into(),
        name: "invoices".into(),
        value: 0,
        version: 0,
        small: 0,
        signed: 0,
        ratio: 0.0,
        text: "-".into(),
        renamed: 5,
        aliased: 0,
        team: None,
    }
}

const KEY: CounterKey<'static> = CounterKey { clinic: "c1", name: "invoices" };

async fn clinic() -> (Store, Table<Clinic>, Table<Clinic>, Script) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Clinic::SCHEMA).await;
    let script = Script::default();
    let clinic = Table::new(&script.client(&store.client), &store.table);
    let others = Table::new(&store.client, &store.table);
    (store, others, clinic, script)
}

#[tokio::test]
async fn the_row_is_made_whole_and_counted() {
    let (store, _, clinic, script) = clinic().await;
    for expected in 1..=3_u64 {
        assert_eq!(clinic.next(&counter(), "value").await.unwrap(), expected);
    }
    assert_eq!(script.sent(), ["UpdateItem"; 4], "the first creates the row");
    let item = store.scan().await.remove(0);
    assert!(Clinic::audit(&item).is_empty(), "{:?}", Clinic::audit(&item));
    assert_eq!(item["type"].as_s().unwrap(), "Counter");
    let row: Counter = clinic.get(KEY).await.unwrap().unwrap();
    assert_eq!(row, Counter { value: 3, version: 3, ..counter() });
    assert_eq!(clinic.next_n(&counter(), "value", 100).await.unwrap(), 4..=103);
    assert_eq!(clinic.next(&counter(), "renamed").await.unwrap(), 6);
    assert_eq!(clinic.next(&Clinic::Counter(counter()), "value").await.unwrap(), 104);
}

/// Whatever the given row has, and whatever the stored row lacks.
#[tokio::test]
async fn on_a_stored_row_only_the_number_and_the_version_change() {
    let (store, _, clinic, script) = clinic().await;
    let given = Counter {
        value: 100,
        version: 50,
        text: "given".into(),
        team: Some("red".into()),
        ..counter()
    };
    for team in [None, Some("blue".to_owned())] {
        for lacking in [&[][..], &["team"], &["gsi1pk", "gsi1sk"], &["small", "type"]] {
            let stored = Counter {
                value: 7,
                version: 3,
                text: "mine".into(),
                team: team.clone(),
                ..counter()
            };
            let mut item = stored.to_item().unwrap();
            for name in lacking {
                item.remove(*name);
            }
            store.put_item(item.clone()).await;
            script.clear();
            assert_eq!(clinic.next(&given, "value").await.unwrap(), 8);
            assert_eq!(script.sent(), ["UpdateItem"]);
            item.insert("value".into(), AttributeValue::N("8".into()));
            item.insert("version".into(), AttributeValue::N("4".into()));
            assert_eq!(store.scan().await, [item]);
        }
    }
    // A number that is missing counts from the given row's, and a version starts at 1.
    let mut item = counter().to_item().unwrap();
    item.remove("value");
    item.remove("version");
    store.put_item(item.clone()).await;
    assert_eq!(clinic.next(&given, "value").await.unwrap(), 101);
    item.insert("value".into(), AttributeValue::N("101".into()));
    item.insert("version".into(), AttributeValue::N("1".into()));
    assert_eq!(store.scan().await, [item]);
}

/// Another writer is faster each time.
#[tokio::test]
async fn a_row_that_others_create_and_delete_meanwhile() {
    let (store, others, clinic, script) = clinic().await;
    let creating = others.clone();
    script.then([
        Step::Answer,
        Step::after(
            async move { creating.create(&Counter { value: 7, ..counter() }).await.unwrap() },
        ),
    ]);
    assert_eq!(clinic.next(&counter(), "value").await.unwrap(), 8);
    assert_eq!(script.sent(), ["UpdateItem"; 3]);

    script.clear();
    script.then_forever(move |at| {
        let others = others.clone();
        Step::after(async move {
            if at % 2 == 0 {
                others.delete::<Counter>(KEY).await.unwrap();
            } else {
                others.create(&counter()).await.unwrap();
            }
        })
    });
    assert_eq!(clinic.next(&counter(), "value").await.unwrap_err().kind(), Busy);
    assert_eq!(script.sent(), ["UpdateItem"; 8]);
    assert_eq!(store.scan().await, [counter().to_item().unwrap()]);
}

/// Nothing is written.
#[tokio::test]
async fn a_stored_value_that_cannot_count_is_an_error_with_the_item() {
    let (store, _, clinic, _) = clinic().await;
    let out_of_range = "the sum of field `value` of `Counter` is out of the range of its type";
    let unread = "attribute `value` of `Counter` cannot be read as its field";
    let number = |digits: &str| AttributeValue::N(digits.into());
    for (name, value, line) in [
        ("value", AttributeValue::S("7".into()), unread),
        ("value", AttributeValue::Null(true), unread),
        ("value", number("-7"), out_of_range),
        ("value", number("1e30"), out_of_range),
        ("value", number(&u64::MAX.to_string()), out_of_range),
        (
            "version",
            number(&u32::MAX.to_string()),
            "version `version` of `Counter` is at its maximum: write a lower one",
        ),
        (
            "version",
            AttributeValue::S("1".into()),
            "version `version` of `Counter` is not a whole number",
        ),
    ] {
        let mut item = counter().to_item().unwrap();
        item.insert(name.into(), value);
        store.put_item(item).await;
        let stored = store.scan().await.remove(0);
        let error = clinic.next(&counter(), "value").await.unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (Item, format!("next of `Counter`: {line}")));
        assert_eq!(error.item(), Some(&stored));
        assert_eq!(store.scan().await, [stored]);
    }
}

#[tokio::test]
async fn a_field_that_cannot_count_is_refused_before_anything_is_sent() {
    let (_, _, clinic, script) = clinic().await;
    for (field, why) in [
        ("valeu", "is not a stored field"),
        ("renamedTo", "is not a stored field"),
        ("signed", "is not an unsigned integer"),
        ("ratio", "is not an unsigned integer"),
        ("text", "is not an unsigned integer"),
        ("name", "is part of a key"),
        ("aliased", "is not stored under one name"),
        ("version", "is the version"),
    ] {
        let error = clinic.next(&counter(), field).await.unwrap_err();
        assert_eq!(error.kind(), Refused, "{field}");
        let why = format!("next of `Counter`: `{field}` of `Counter` {why}");
        assert_eq!(error.to_string(), why);
    }
    let moved = Moved { clinic: "c1".into(), number: 1, value: 0 };
    assert_eq!(clinic.next(&moved, "value").await.unwrap_err().kind(), Refused);
    let price = Price { clinic: "c1".into(), tier: None, value: 0 };
    assert_eq!(clinic.next(&price, "value").await.unwrap_err().kind(), Refused);
    let session = Session { clinic: "c1".into(), expires_at: None, value: 0 };
    let error = clinic.next(&session, "value").await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert_eq!(
        error.to_string(),
        "next of `Session`: `Session` has a time to live, and the numbers of a row that expires would start again"
    );
    assert_eq!(clinic.next_n(&counter(), "value", 0).await.unwrap_err().kind(), Refused);
    let no_key = Counter { clinic: "a#b".into(), ..counter() };
    let error = clinic.next(&no_key, "value").await.unwrap_err();
    assert_eq!(error.kind(), TableErrorKind::Key);
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn a_number_never_outgrows_its_type() {
    let (_, others, clinic, _) = clinic().await;
    assert_eq!(clinic.next_n(&counter(), "small", 255).await.unwrap(), 1..=255);
    let error = clinic.next(&counter(), "small").await.unwrap_err();
    assert_eq!(error.kind(), Item);
    assert_eq!(
        error.to_string(),
        "next of `Counter`: the sum of field `small` of `Counter` is out of the range of its type"
    );
    assert_eq!(others.get(KEY).await.unwrap().unwrap().small, 255);
    assert_eq!(clinic.next_n(&counter(), "small", 256).await.unwrap_err().kind(), Refused);
}

/// If an answer is lost, its number is lost too, and no number is drawn twice.
#[tokio::test]
async fn numbers_are_unique_and_there_are_gaps() {
    let (_, others, clinic, script) = clinic().await;
    let mut drawn = BTreeSet::new();
    for at in 0..20 {
        let step = [Step::Answer, Step::LoseAnswer, Step::LoseRequest].into_iter().nth(at % 3);
        script.then(step);
        assert!(drawn.insert(clinic.next(&counter(), "value").await.unwrap()));
        assert!(drawn.insert(others.next(&counter(), "value").await.unwrap()));
        script.reset();
    }
    assert!(*drawn.last().unwrap() > 40);
    script.then((0..3).map(|_| Step::LoseAnswer));
    assert_eq!(clinic.next(&counter(), "value").await.unwrap_err().kind(), InDoubt);
}

#[tokio::test]
async fn a_creation_that_was_lost_is_not_forgotten() {
    let (_, _, clinic, script) = clinic().await;
    // There is no row; it is created, which is found out; then nobody listens.
    let steps = [Step::Answer, Step::LoseAnswer, Step::Answer];
    script.then(steps.into_iter().chain((0..3).map(|_| Step::RefuseConnection)));
    assert_eq!(clinic.next(&counter(), "value").await.unwrap_err().kind(), InDoubt);
    script.reset();
    assert_eq!(clinic.next(&counter(), "value").await.unwrap(), 2);
}
