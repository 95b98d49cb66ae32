//! Sequences: the row that they make can always be read, and numbers are unique.

use std::collections::BTreeSet;

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::TableErrorKind::{InDoubt, Refused};
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

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
enum Clinic {
    Counter(Counter),
    Moved(Moved),
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
    assert_eq!(script.sent(), ["UpdateItem"; 3]);
    let item = store.scan().await.remove(0);
    assert!(Clinic::audit(&item).is_empty(), "{:?}", Clinic::audit(&item));
    assert_eq!(item["type"].as_s().unwrap(), "Counter");
    let row: Counter = clinic.get(KEY).await.unwrap().unwrap();
    assert_eq!(row, Counter { value: 3, version: 3, ..counter() });
    assert_eq!(clinic.next_n(&counter(), "value", 100).await.unwrap(), 4..=103);
    assert_eq!(clinic.next(&counter(), "renamed").await.unwrap(), 6);
    assert_eq!(clinic.next(&Clinic::Counter(counter()), "value").await.unwrap(), 104);
}

#[tokio::test]
async fn what_a_stored_row_lacks_is_set_and_the_rest_stays() {
    let (store, others, clinic, _) = clinic().await;
    let mut item = Counter { value: 7, text: "mine".into(), ..counter() }.to_item().unwrap();
    item.remove("value");
    item.remove("gsi1pk");
    item.remove("gsi1sk");
    item.remove("small");
    store.put_item(item).await;
    assert_eq!(clinic.next(&counter(), "value").await.unwrap(), 1);
    let item = store.scan().await.remove(0);
    assert!(Clinic::audit(&item).is_empty(), "{:?}", Clinic::audit(&item));
    assert_eq!(others.get(KEY).await.unwrap().unwrap().text, "mine");
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
        assert_eq!(error.to_string(), format!("`{field}` of `Counter` {why}"));
    }
    let moved = Moved { clinic: "c1".into(), number: 1, value: 0 };
    assert_eq!(clinic.next(&moved, "value").await.unwrap_err().kind(), Refused);
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
    assert_eq!(error.kind(), Refused);
    assert_eq!(error.to_string(), "`small` of `Counter` is at the maximum of its type");
    assert_eq!(others.get(KEY).await.unwrap().unwrap().small, 255);
    assert_eq!(clinic.next_n(&counter(), "small", 256).await.unwrap_err().kind(), Refused);
}

/// An answer is lost: a number is, too, and none is drawn twice.
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
