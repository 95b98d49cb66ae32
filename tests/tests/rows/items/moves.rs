//! Moves from legacy keys: what they write, on which condition, and that no concurrent write is lost.

use std::collections::{BTreeSet, HashMap, VecDeque};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyErrorKind, Keys};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind, ItemErrorKind, Rekey};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use crate::store::{Item, Store};

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("status", pk = "status_pk", sk = "status_sk")]
#[gsi("email", pk = "email_pk", sk = "sk")]
#[gsi("weight", pk = "region", sk = "weight")]
#[gsi("other", pk = "other_pk", sk = "other_sk")]
enum Yard {
    Parcel(Parcel),
    Visit(Visit),
}

/// With two legacy keys; in an index with the strings of the table's key, in one over its own sort attribute,
/// and in one of fields.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Yard, type_name_was("Box"))]
#[pk("USER", user)]
#[sk("PARCEL2", "{number:08}")]
#[was("v1", sk = ("PARCEL", "{number:05}"))]
#[was("v0", pk = ("CLIENT", user), sk = ("P", "{number:unordered}"), separator = "|")]
#[gsi("status", pk = ("STATUS", status), sk = sk)]
#[gsi("email", pk = ("EMAIL", email), sk = sk)]
#[gsi("weight", pk = [region], sk = [weight])]
struct Parcel {
    user: String,
    number: u32,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    weight: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Yard)]
#[pk("VISIT", id)]
#[sk("META")]
#[gsi("other", pk = ("VISIT", id), sk = ("META"))]
struct Visit {
    id: String,
}

fn parcel(number: u32) -> Parcel {
    Parcel {
        user: "u1".into(),
        number,
        status: "NEW".into(),
        email: Some("a@b".into()),
        region: None,
        weight: 7,
        note: None,
    }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn under(parcel: &Parcel, key: Keys) -> Item {
    let mut item = parcel.to_item().unwrap();
    item.extend(key.into_item());
    item
}

fn legacy_items(parcel: &Parcel) -> [Item; 2] {
    [under(parcel, parcel.v1().keys().unwrap()), under(parcel, parcel.v0().keys().unwrap())]
}

fn kinds(item: &Item) -> Vec<FaultKind> {
    Yard::audit(item).iter().map(Fault::kind).collect()
}

#[test]
fn a_move_changes_what_keys_says_and_nothing_else() {
    let current = parcel(42).to_item().unwrap();
    assert_eq!(Yard::rekey(&current).unwrap(), None);
    for mut item in legacy_items(&parcel(42)) {
        assert_eq!(kinds(&item), [FaultKind::OtherKey]);
        assert_eq!(Yard::repair(&item).unwrap(), None);

        item.insert("status_pk".into(), s("STATUS#OLD"));
        item.remove("email_pk");
        item.insert("type".into(), s("Box"));
        item.insert("other_pk".into(), s("VISIT#1"));
        item.insert("unknown".into(), AttributeValue::Bool(true));
        let rekey = Yard::rekey(&item).unwrap().unwrap();
        let mut expected = current.clone();
        expected.insert("unknown".into(), AttributeValue::Bool(true));
        assert_eq!(*rekey.item(), expected);
        let debug = format!("{rekey:?}");
        assert!(["USER#", "PARCEL", "a@b"].iter().all(|value| !debug.contains(value)), "{debug}");
        assert_eq!(rekey.former_key().pk(), item["pk"].as_s().unwrap());
        assert_eq!(rekey.former_key().sk(), item["sk"].as_s().ok().map(String::as_str));
        assert_eq!(rekey.former_key().len(), 2);

        let of_stream = serde_dynamo::Item::from(item.clone());
        assert_eq!(Yard::rekey(&of_stream).unwrap(), Some(rekey));
    }
}

#[test]
fn the_line_of_a_fault_names_the_legacy_key() {
    let lines = legacy_items(&parcel(42)).map(|item| Yard::audit(&item)[0].to_string());
    assert_eq!(
        lines,
        [
            "the item is under legacy key `v1` of `Parcel`",
            "the item is under legacy key `v0` of `Parcel`"
        ],
    );
}

/// The index over the table's own sort attribute has the stored string. The index with the same string in a separate
/// attribute has the current string.
#[test]
fn any_key_has_the_current_index_attributes() {
    let [mut item, _] = legacy_items(&parcel(42));
    assert_eq!(item["status_sk"], s("PARCEL2#00000042"));
    item.insert("status_sk".into(), s("PARCEL#00042"));
    assert_eq!(kinds(&item), [FaultKind::OtherKey, FaultKind::Stale]);
    let repair = Yard::repair(&item).unwrap().unwrap();
    assert_eq!(repair.key().sk(), Some("PARCEL#00042"));
    assert_eq!(repair.expression(""), "SET #dk0 = :dk0");
    let set: Vec<_> = repair.names().skip(1).take(1).map(|(_, name)| name).collect();
    assert_eq!(set, ["status_sk"]);
    let update = Parcel::update_item_narrow(&item, |parcel| parcel.status = "SENT".into());
    let update = update.unwrap().unwrap();
    assert_eq!(update.key().sk(), Some("PARCEL#00042"));
    let names: BTreeSet<_> = update.names().map(|(_, name)| name).collect();
    assert_eq!(names, BTreeSet::from(["pk", "status", "status_pk", "status_sk", "number"]));
}

/// Every attribute, each field that is missing, and each key attribute that is missing.
#[test]
fn the_condition_names_every_attribute() {
    let [mut item, _] = legacy_items(&Parcel { email: None, ..parcel(42) });
    item.insert("unknown".into(), AttributeValue::Bool(true));
    item.remove("status_sk");
    let rekey = Yard::rekey(&item).unwrap().unwrap();
    let names: BTreeSet<_> = rekey.names().map(|(_, name)| name).collect();
    let all = [
        "email",
        "email_pk",
        "note",
        "number",
        "pk",
        "region",
        "status",
        "status_pk",
        "status_sk",
        "type",
        "unknown",
        "user",
        "weight",
    ];
    assert_eq!(names, BTreeSet::from(all));
    let absent = rekey.condition().matches("attribute_not_exists").count();
    assert_eq!(absent, 5, "{}", rekey.condition());
    assert_eq!(rekey.values().count(), names.len() - absent - 1);
}

#[test]
fn what_dynamodb_would_refuse_is_an_error_and_a_version_serves() {
    let [mut item, _] = legacy_items(&parcel(42));
    for number in 0..200 {
        item.insert(format!("more{number}"), s("x"));
    }
    let error = Yard::rekey(&item).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::TooLarge, "Parcel"));
    let rekey = Rekey::with_condition::<Yard>(&item, &["weight", "note"]).unwrap().unwrap();
    let condition = "attribute_exists(#dk) AND #dk0 = :dk0_old AND attribute_not_exists(#dk1)";
    assert_eq!(rekey.condition(), condition);
    assert_eq!(rekey.item().len(), item.len());
    let current = parcel(42).to_item().unwrap();
    assert_eq!(Rekey::with_condition::<Yard>(&current, &["weight"]).unwrap(), None);
}

#[test]
fn a_row_whose_current_key_cannot_be_built_is_read_and_stays() {
    let large = parcel(42);
    let mut item = under(&large, parcel(42).v0().keys().unwrap());
    item.insert("sk".into(), s("P|100000000"));
    item.insert("number".into(), AttributeValue::N("100000000".into()));
    assert_eq!(Parcel::from_item(item.clone()).unwrap().number, 100_000_000);
    let error = Yard::rekey(&item).unwrap_err();
    assert_eq!(error.kind(), ItemErrorKind::Key);
    assert_eq!(error.key_error().map(KeyError::kind), Some(KeyErrorKind::OutOfRange));
}

/// Generates a wrong value for an attribute.
fn value() -> impl Strategy<Value = Option<AttributeValue>> {
    prop_oneof![
        Just(None),
        select(
            ["NEW", "a@b", "STATUS#OLD", "PARCEL#00042", "x"].map(|text| Some(s(text))).to_vec()
        ),
        Just(Some(AttributeValue::N("8".into()))),
        Just(Some(AttributeValue::Null(true))),
    ]
}

const NAMES: [&str; 12] = [
    "status",
    "status_pk",
    "status_sk",
    "email",
    "email_pk",
    "region",
    "weight",
    "note",
    "type",
    "other_pk",
    "number",
    "unknown",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// After a repair an audit finds only the key, and after a move it finds nothing that a move can fix.
    #[test]
    fn a_move_leaves_what_a_repair_leaves(
        at in 0_usize..3,
        changes in vec((select(&NAMES[..]), value()), 0..5),
    ) {
        let [v1, v0] = legacy_items(&parcel(42));
        let mut item = [v1, v0, parcel(42).to_item().unwrap()][at].clone();
        for (name, value) in changes {
            match value {
                Some(value) => item.insert(name.to_owned(), value),
                None => item.remove(name),
            };
        }
        let rekey = Yard::rekey(&item);
        let type_name = item.get("type").and_then(|name| name.as_s().ok());
        if type_name.is_some_and(|name| name != "Parcel") {
            prop_assert_eq!(rekey.unwrap_err().kind(), ItemErrorKind::Unknown);
            prop_assert_eq!(Yard::repair(&item).unwrap_err().kind(), ItemErrorKind::Unknown);
            return Ok(());
        }
        let read = Parcel::from_item(item.clone());
        if read.is_err() {
            prop_assert!(Yard::repair(&item).is_err());
            prop_assert_eq!(rekey.ok(), (at == 2).then_some(None));
            return Ok(());
        }
        let Ok(rekey) = rekey else { return Ok(()) };
        let is_legacy = kinds(&item).contains(&FaultKind::OtherKey);
        prop_assert_eq!(is_legacy, rekey.is_some());
        let Some(rekey) = rekey else { return Ok(()) };
        let moved = rekey.item();
        prop_assert_eq!(Yard::rekey(moved).unwrap(), None);
        prop_assert_eq!(Parcel::from_item(moved.clone()).unwrap(), read.unwrap());
        let fields = ["user", "number", "status", "email", "region", "weight", "note", "unknown"];
        for name in fields {
            prop_assert_eq!(moved.get(name), item.get(name));
        }
        let left: Vec<_> = Yard::audit(moved);
        let is_field = |fault: &Fault| fault.attribute().is_some_and(|name| fields.contains(&name));
        // An index whose key cannot be built keeps the stored key.
        let is_unbuildable = left.iter().any(|fault| fault.kind() == FaultKind::Unbuildable);
        prop_assert!(is_unbuildable || left.iter().all(is_field), "{:?}", left);
    }
}

async fn get(store: &Store, key: Keys) -> Option<Item> {
    let get = store.client.get_item().table_name(&store.table).set_key(Some(key.into_item()));
    get.consistent_read(true).send().await.unwrap().item
}

#[tokio::test]
async fn a_move_deletes_one_item_and_puts_the_other() {
    let store = Store::new(Yard::SCHEMA).await;
    for (number, at) in [(1, 0), (2, 1)] {
        let item = legacy_items(&parcel(number))[at].clone();
        store.put_item(item.clone()).await;
        let rekey = Yard::rekey(&item).unwrap().unwrap();
        store.rekey(&rekey).await.unwrap();
        assert_eq!(get(&store, rekey.former_key().clone()).await, None);
        let current = parcel(number);
        assert_eq!(
            get(&store, current.key().keys().unwrap()).await,
            Some(current.to_item().unwrap())
        );
        // Nobody can do it twice.
        assert_eq!(store.rekey(&rekey).await.unwrap_err(), ["ConditionalCheckFailed"; 2]);
    }
    assert_eq!(store.scan().await.len(), 2);
}

#[tokio::test]
async fn where_both_exist_both_stay() {
    let store = Store::new(Yard::SCHEMA).await;
    let [item, _] = legacy_items(&parcel(1));
    store.put_item(item.clone()).await;
    store.put(&Parcel { status: "SENT".into(), ..parcel(1) }).await;
    let before = store.scan().await;
    let rekey = Yard::rekey(&item).unwrap().unwrap();
    assert_eq!(store.rekey(&rekey).await.unwrap_err(), ["ConditionalCheckFailed", "None"]);
    assert_eq!(store.scan().await, before);
}

/// Any change that another writer makes to an attribute of the item, or to a field or key attribute that it lacks.
#[tokio::test]
async fn any_write_in_between_refuses_the_move() {
    let store = Store::new(Yard::SCHEMA).await;
    let [mut item, _] = legacy_items(&Parcel { email: None, ..parcel(1) });
    item.insert("unknown".into(), AttributeValue::Bool(true));
    let rekey = Yard::rekey(&item).unwrap().unwrap();
    let fields = ["note", "email", "email_pk"];
    let names: BTreeSet<_> = item.keys().map(String::as_str).chain(fields).collect();
    for name in names.into_iter().filter(|name| !["pk", "sk"].contains(name)) {
        let mut written =
            vec![Some(if name == "weight" { AttributeValue::N("9".into()) } else { s("other") })];
        written.extend(item.contains_key(name).then_some(None));
        for value in written {
            let mut other = item.clone();
            match value {
                Some(value) => other.insert(name.into(), value),
                None => other.remove(name),
            };
            store.put_item(other.clone()).await;
            assert_eq!(
                store.rekey(&rekey).await.unwrap_err(),
                ["None", "ConditionalCheckFailed"],
                "{name}"
            );
            assert_eq!(store.scan().await, [other], "{name}");
        }
    }
    store.put_item(item).await;
    store.rekey(&rekey).await.unwrap();
}

/// What a writer sets a field to: one that no index names, one of an index, one that a sparse index is built from,
/// and a number that increases.
#[derive(Clone, Copy, Debug)]
enum Write {
    Note(&'static str),
    Status(&'static str),
    Email(Option<&'static str>),
    AddWeight,
}

impl Write {
    fn apply(self, parcel: &mut Parcel) {
        match self {
            Self::Note(text) => parcel.note = Some(text.into()),
            Self::Status(text) => parcel.status = text.into(),
            Self::Email(text) => parcel.email = text.map(Into::into),
            Self::AddWeight => parcel.weight += 1,
        }
    }
}

fn write() -> impl Strategy<Value = Write> {
    prop_oneof![
        select(&["a", "b"][..]).prop_map(Write::Note),
        select(&["NEW", "SENT"][..]).prop_map(Write::Status),
        select(&[None, Some("x@y"), Some("a@b")][..]).prop_map(Write::Email),
        Just(Write::AddWeight),
    ]
}

/// The next step of a program, given what it has read.
#[derive(Default)]
struct Program {
    todo: VecDeque<Write>,
    read: Option<Item>,
}

struct Row<'s> {
    store: &'s Store,
    expected: Parcel,
    refused: usize,
}

impl Row<'_> {
    /// Returns the row under any of its keys; `None` if it was moved between two of the gets.
    async fn read(&self) -> Option<Item> {
        let keys =
            [self.expected.v0().keys(), self.expected.v1().keys(), self.expected.key().keys()];
        for key in keys {
            if let Some(item) = get(self.store, key.unwrap()).await {
                return Some(item);
            }
        }
        None
    }

    /// Gets the row, or updates what was read.
    async fn update(&mut self, program: &mut Program) {
        let Some(write) = program.todo.front().copied() else { return };
        let Some(item) = program.read.take() else {
            program.read = self.read().await;
            return;
        };
        let update = Parcel::update_item(&item, |parcel| write.apply(parcel)).unwrap();
        let Some(update) = update else {
            program.todo.pop_front();
            return;
        };
        let request = self.store.client.update_item().table_name(&self.store.table);
        match request.item_update(&update).send().await {
            Ok(_) => {
                write.apply(&mut self.expected);
                program.todo.pop_front();
            }
            Err(error) => {
                assert!(error.into_service_error().is_conditional_check_failed_exception());
                self.refused += 1;
            }
        }
    }

    /// Gets the row, or moves what was read.
    async fn mend(&mut self, program: &mut Program) {
        let Some(item) = program.read.take() else {
            program.read = self.read().await;
            return;
        };
        if let Some(rekey) = Yard::rekey(&item).unwrap() {
            self.refused += usize::from(self.store.rekey(&rekey).await.is_err());
        }
    }

    /// Checks that there is exactly one row, with every write and no stale index.
    async fn check(&self) -> Result<bool, TestCaseError> {
        let [stored] = &self.store.scan().await[..] else {
            return Err(TestCaseError::fail("one row became none or two"));
        };
        let key = ["pk", "sk"].map(|name| stored[name].clone());
        let mut expected = self.expected.to_item().unwrap();
        let is_moved = key == ["pk", "sk"].map(|name| expected[name].clone());
        expected.extend(["pk".to_owned(), "sk".to_owned()].into_iter().zip(key));
        prop_assert_eq!(stored, &expected);
        let other: &[FaultKind] = if is_moved { &[] } else { &[FaultKind::OtherKey] };
        prop_assert_eq!(kinds(stored), other);
        Ok(is_moved)
    }
}

async fn run(
    store: &Store,
    at: usize,
    writes: [Vec<Write>; 2],
    schedule: &[usize],
) -> Result<usize, TestCaseError> {
    let start = parcel(42);
    for item in store.scan().await {
        let key = ["pk", "sk"].map(|name| (name.to_owned(), item[name].clone()));
        let delete = store.client.delete_item().table_name(&store.table);
        delete.set_key(Some(HashMap::from(key))).send().await.unwrap();
    }
    store.put_item(legacy_items(&start)[at].clone()).await;
    let mut row = Row { store, expected: start, refused: 0 };
    let mut writers = writes.map(|todo| Program { todo: todo.into(), read: None });
    let mut mover = Program::default();
    for turn in schedule {
        match turn {
            0 | 1 => row.update(&mut writers[*turn]).await,
            _ => row.mend(&mut mover).await,
        }
        row.check().await?;
    }
    for writer in &mut writers {
        while !writer.todo.is_empty() {
            row.update(writer).await;
        }
    }
    while !row.check().await? {
        row.mend(&mut mover).await;
    }
    Ok(row.refused)
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn writers_and_a_mover_lose_no_write() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = runtime.block_on(Store::new(Yard::SCHEMA));
    let (mut runner, refused) = (
        TestRunner::new(Config { cases: 64, ..Config::with_source_file(file!()) }),
        std::cell::Cell::new(0),
    );
    let cases = (0_usize..2, [vec(write(), 2..5), vec(write(), 2..5)], vec(0_usize..3, 8..24));
    let check = |(at, writes, schedule): (usize, [Vec<Write>; 2], Vec<usize>)| {
        let run = runtime.block_on(run(&store, at, writes, &schedule))?;
        refused.set(refused.get() + run);
        Ok(())
    };
    runner.run(&cases, check).unwrap();
    assert!(refused.get() > 10, "{} requests were refused", refused.get());
}
