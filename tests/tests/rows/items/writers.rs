//! Concurrent writers: two or three of them change one row in random schedules, each in the loop of get,
//! change, update. No write is lost, and no index lags behind its fields.

use std::cell::Cell;
use std::collections::VecDeque;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemUpdate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use crate::store::{Item, Store};

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("state", pk = "state_pk", sk = "state_sk")]
#[gsi("route", pk = "state_sk", sk = "route_sk")]
#[gsi("open", pk = "open_pk", sk = "state_pk")]
#[gsi("email", pk = "email_pk", sk = "sk")]
#[gsi("driver", pk = "driver_pk", sk = "driver_sk")]
#[gsi("region", pk = "region", sk = "zone_key")]
enum Depot {
    Parcel(Parcel),
}

/// Two indexes that every parcel is in and that share an attribute; four that it enters and leaves, by a
/// method of two fields, by one field, by one of two, and by one that is an attribute itself.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Depot)]
#[pk("PARCEL", id)]
#[sk("META")]
#[gsi("state", pk = ("STATUS", status), sk = ("CARRIER", carrier, city))]
#[gsi("route", pk = ("CARRIER", carrier, city), sk = ("NAME", name))]
#[gsi("open", pk = ("OPEN", open_city() -> Option<&str>), sk = ("STATUS", status))]
#[gsi("email", pk = ("EMAIL", email), sk = sk)]
#[gsi("driver", pk = ("DRIVER", driver), sk = ("SLOT", slot))]
#[gsi("region", pk = [region], sk = [zone as "zone_key"])]
struct Parcel {
    id: String,
    status: String,
    carrier: String,
    city: String,
    name: String,
    slot: String,
    zone: String,
    note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    driver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
}

impl Parcel {
    fn open_city(&self) -> Option<&str> {
        (self.status != NONE).then_some(&*self.city)
    }
}

/// The string for `None`, and for a parcel that is not open.
const NONE: &str = "-";
const TEXTS: [&str; 3] = ["a", "b", NONE];
const FIELDS: [&str; 10] =
    ["status", "carrier", "city", "name", "slot", "zone", "note", "email", "driver", "region"];
/// The attributes of the indexes that every parcel is in.
const FILLED: [&str; 3] = ["state_pk", "state_sk", "route_sk"];

fn parcel(id: &str) -> Parcel {
    let text = || "a".to_owned();
    Parcel {
        id: id.into(),
        status: text(),
        carrier: text(),
        city: text(),
        name: text(),
        slot: text(),
        zone: text(),
        note: text(),
        email: None,
        driver: None,
        region: None,
    }
}

/// A field, and its new string.
type Change = (&'static str, &'static str);

fn changes(fields: Vec<&'static str>) -> impl Strategy<Value = Vec<Change>> {
    vec((select(fields), select(&TEXTS[..])), 2..5)
}

/// Generates changes of a few fields by two or three writers, so that they conflict.
fn writers() -> impl Strategy<Value = Vec<Vec<Change>>> {
    subsequence(FIELDS.to_vec(), 2..=4).prop_flat_map(|fields| vec(changes(fields), 2..4))
}

fn change(parcel: &mut Parcel, (field, text): Change) {
    let optional = (text != NONE).then(|| text.to_owned());
    match field {
        "email" => parcel.email = optional,
        "driver" => parcel.driver = optional,
        "region" => parcel.region = optional,
        "status" => parcel.status = text.into(),
        "carrier" => parcel.carrier = text.into(),
        "city" => parcel.city = text.into(),
        "name" => parcel.name = text.into(),
        "slot" => parcel.slot = text.into(),
        "zone" => parcel.zone = text.into(),
        "note" => parcel.note = text.into(),
        _ => unreachable!("{field}"),
    }
}

fn changed(parcel: &Parcel, by: Change) -> Parcel {
    let mut parcel = parcel.clone();
    change(&mut parcel, by);
    parcel
}

fn key(id: &str) -> Item {
    ParcelKey { id }.keys().unwrap().into_item()
}

async fn get(store: &Store, id: &str) -> Option<Item> {
    let get = store.client.get_item().table_name(&store.table).set_key(Some(key(id)));
    get.consistent_read(true).send().await.unwrap().item
}

/// Returns the update of one field of the item that was read.
fn update(store: &Store, item: &Item, by: Change) -> UpdateItemFluentBuilder {
    let update = Parcel::update_item(item, |parcel| change(parcel, by)).unwrap().unwrap();
    request(store, &update)
}

fn request(store: &Store, update: &ItemUpdate) -> UpdateItemFluentBuilder {
    let request = store.client.update_item().table_name(&store.table).item_update(update);
    request.return_values(ReturnValue::AllNew)
}

/// Sends an update. Returns the new item, or `None` if its condition has failed.
async fn send(update: UpdateItemFluentBuilder) -> Option<Item> {
    match update.send().await {
        Ok(output) => Some(output.attributes.unwrap()),
        Err(error) => {
            let error = error.into_service_error();
            assert!(error.is_conditional_check_failed_exception(), "{error:?}");
            None
        }
    }
}

/// A writer in its loop: its remaining changes, what it has read, and how many updates had been applied then.
struct Writer {
    todo: VecDeque<Change>,
    read: Option<(Item, usize)>,
}

/// The writers of one row, and the expected row.
struct Row<'s> {
    store: &'s Store,
    expected: Parcel,
    updates: usize,
    refused: usize,
}

impl Row<'_> {
    /// Lets a writer take its next step: a get, or an update of what it has read. If the get shows that
    /// there is nothing to change, it writes nothing.
    async fn step(&mut self, writer: &mut Writer) -> Result<(), TestCaseError> {
        let Some(&by) = writer.todo.front() else {
            return Ok(());
        };
        let Some((item, seen)) = writer.read.take() else {
            let item = get(self.store, &self.expected.id).await.unwrap();
            let old = Parcel::from_item(item.clone()).unwrap();
            if changed(&old, by) == old {
                writer.todo.pop_front();
            } else {
                writer.read = Some((item, self.updates));
            }
            return Ok(());
        };
        let Some(stored) = send(update(self.store, &item, by)).await else {
            prop_assert_ne!(seen, self.updates, "{:?} is refused, and nobody was faster", by);
            self.refused += 1;
            return Ok(());
        };
        writer.todo.pop_front();
        self.updates += 1;
        change(&mut self.expected, by);
        self.check(&stored)
    }

    /// Checks that the row has every write, and no index lags. An index that no backfill has reached may still be
    /// missing.
    fn check(&self, stored: &Item) -> Result<(), TestCaseError> {
        let mut item = self.expected.to_item().unwrap();
        item.retain(|name, _| stored.contains_key(name) || !FILLED.contains(&&**name));
        prop_assert_eq!(stored, &item);
        let faults = Depot::audit(stored);
        let is_missing = |kind| matches!(kind, FaultKind::Missing | FaultKind::Half);
        prop_assert!(faults.iter().all(|fault| is_missing(fault.kind())), "{:?}", faults);
        Ok(())
    }
}

/// Runs the schedule, and then each writer to its end. Returns how many updates were refused.
async fn run(
    store: &Store,
    start: Parcel,
    missing: &[&str],
    writers: Vec<Vec<Change>>,
    schedule: &[usize],
) -> Result<usize, TestCaseError> {
    let mut item = start.to_item().unwrap();
    item.retain(|name, _| !missing.contains(&&**name));
    store.put_item(item).await;
    let mut row = Row { store, expected: start, updates: 0, refused: 0 };
    let mut writers: Vec<_> =
        writers.into_iter().map(|todo| Writer { todo: todo.into(), read: None }).collect();
    let number = writers.len();
    for turn in schedule {
        row.step(&mut writers[turn % number]).await?;
    }
    for writer in &mut writers {
        while !writer.todo.is_empty() {
            row.step(writer).await?;
        }
    }
    let mut stored = get(store, &row.expected.id).await.unwrap();
    if let Some(repair) = Depot::repair(&stored).unwrap() {
        prop_assert!(!missing.is_empty());
        stored = send(request(store, &repair)).await.unwrap();
    }
    prop_assert_eq!(Depot::audit(&stored), []);
    prop_assert_eq!(stored, row.expected.to_item().unwrap());
    Ok(row.refused)
}

#[test]
fn writers_that_meet_lose_no_write_and_leave_no_stale_index() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = runtime.block_on(Store::new(Depot::SCHEMA));
    let (mut runner, refused) =
        (TestRunner::new(Config { cases: 64, ..Config::with_source_file(file!()) }), Cell::new(0));
    let cases = (
        changes(FIELDS.to_vec()),
        subsequence(FILLED.to_vec(), 0..=FILLED.len()),
        writers(),
        vec(0_usize..6, 8..24),
    );
    let check = |(start, missing, writers, schedule): (Vec<Change>, Vec<&str>, _, Vec<usize>)| {
        let start = start.into_iter().fold(parcel("p"), |parcel, by| changed(&parcel, by));
        let run = runtime.block_on(run(&store, start, &missing, writers, &schedule))?;
        refused.set(refused.get() + run);
        Ok(())
    };
    runner.run(&cases, check).unwrap();
    assert!(refused.get() > 10, "{} updates were refused", refused.get());
}

/// If two updates change different fields of one index key, the second is refused, whichever it is.
#[tokio::test]
async fn the_second_writer_reads_again() {
    let store = Store::new(Depot::SCHEMA).await;
    let start = Parcel { email: Some("a".into()), ..parcel("p") };
    for (first, second) in [
        (("status", "b"), ("carrier", "b")),
        (("carrier", "b"), ("city", "b")),
        (("name", "b"), ("city", "b")),
        (("status", NONE), ("city", "b")),
        (("email", "b"), ("email", NONE)),
        (("email", NONE), ("email", "b")),
    ] {
        store.put(&start).await;
        let item = get(&store, "p").await.unwrap();
        let after = send(update(&store, &item, first)).await.unwrap();
        assert_eq!(send(update(&store, &item, second)).await, None, "{first:?} {second:?}");
        assert_eq!(get(&store, "p").await, Some(after.clone()));
        let after = send(update(&store, &after, second)).await.unwrap();
        let expected = changed(&changed(&start, first), second);
        assert_eq!(after, expected.to_item().unwrap(), "{first:?} {second:?}");
    }
}

/// An update of a field that an index is built from adds the missing index attributes, and other updates do not.
#[tokio::test]
async fn an_index_that_lacks_a_row_gets_it_with_the_next_update_of_its_parts() {
    let store = Store::new(Depot::SCHEMA).await;
    let mut item = Parcel { email: Some("a".into()), ..parcel("p") }.to_item().unwrap();
    item.remove("email_pk");
    store.put_item(item.clone()).await;
    item = send(update(&store, &item, ("status", "b"))).await.unwrap();
    assert!(!item.contains_key("email_pk"));
    item = send(update(&store, &item, ("email", "b"))).await.unwrap();
    assert_eq!(item["email_pk"], AttributeValue::S("EMAIL#b".into()));
    assert_eq!(Depot::audit(&item), []);
}

#[tokio::test]
async fn a_row_that_is_deleted_meanwhile_leaves_no_ghost() {
    let store = Store::new(Depot::SCHEMA).await;
    let start = Parcel { email: Some("a".into()), region: Some("a".into()), ..parcel("p") };
    for field in FIELDS {
        for text in ["b", NONE].into_iter().filter(|text| changed(&start, (field, text)) != start) {
            store.put(&start).await;
            let item = get(&store, "p").await.unwrap();
            let delete = store.client.delete_item().table_name(&store.table);
            delete.set_key(Some(key("p"))).send().await.unwrap();
            assert_eq!(send(update(&store, &item, (field, text))).await, None, "{field} {text}");
            assert_eq!(get(&store, "p").await, None, "{field} {text}");
        }
    }
}

/// Entering or leaving an index compares every field that the index is built from, and its attributes.
#[tokio::test]
async fn entering_and_leaving_an_index_compares_its_fields() {
    let store = Store::new(Depot::SCHEMA).await;
    let inside = Parcel { driver: Some("c".into()), region: Some("c".into()), ..parcel("p") };
    for (start, first, second) in [
        (parcel("p"), ("driver", "a"), ("slot", "b")),
        (parcel("p"), ("slot", "b"), ("driver", "a")),
        (parcel("p"), ("region", "a"), ("zone", "b")),
        (parcel("p"), ("zone", "b"), ("region", "a")),
        (inside.clone(), ("driver", NONE), ("slot", "b")),
        (inside.clone(), ("region", NONE), ("region", "b")),
        (inside.clone(), ("zone", "b"), ("region", NONE)),
    ] {
        store.put(&start).await;
        let item = get(&store, "p").await.unwrap();
        let after = send(update(&store, &item, first)).await.unwrap();
        assert_eq!(send(update(&store, &item, second)).await, None, "{first:?} {second:?}");
        let after = send(update(&store, &after, second)).await.unwrap();
        let expected = changed(&changed(&start, first), second);
        assert_eq!(after, expected.to_item().unwrap(), "{first:?} {second:?}");
    }
}

/// Writing a field back as it was read is not a change: the update touches nothing that was read.
#[tokio::test]
async fn what_is_written_back_as_it_was_read_is_no_update() {
    let item = parcel("p").to_item().unwrap();
    assert_eq!(Parcel::update_item(&item, |parcel| change(parcel, ("status", "a"))).unwrap(), None);
}
