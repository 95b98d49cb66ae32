//! The time to live: whole seconds or nothing, in every form of its field.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind, ItemError, ItemErrorKind};
use ddbkey_tools::Schema;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::store::Item;

const SECONDS: u64 = 1_764_000_000;

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("ending", pk = ["kind"], sk = ["until"])]
enum Locks {
    Lock(Lock),
    Lease(Lease),
    Session(Session),
    Job(Job),
    Open(Open),
    Plain(Plain),
}

/// A number, with a legacy key.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = expires_at)]
#[pk("LOCK", id)]
#[sk("LOCK2")]
#[was("v1", sk = ("LOCK"))]
struct Lock {
    id: String,
    note: String,
    #[serde(rename = "until", alias = "ends", default)]
    expires_at: u64,
}

/// An `Option`, which serde writes as `NULL`.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = until)]
#[pk("LEASE", id)]
#[sk("LEASE")]
struct Lease {
    id: String,
    note: String,
    until: Option<u64>,
}

/// An `Option` of a timestamp, which serde requires and writes as seconds.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = until)]
#[pk("SESSION", id)]
#[sk("SESSION")]
struct Session {
    id: String,
    note: String,
    #[serde(with = "jiff::fmt::serde::timestamp::second::optional")]
    until: Option<Timestamp>,
}

/// Also an attribute of a sparse index.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = until)]
#[pk("JOB", id)]
#[sk("JOB")]
#[gsi("ending", pk = ["JOB" as "kind"], sk = [until])]
struct Job {
    id: String,
    note: String,
    until: Option<u64>,
}

/// Next to a flattened field.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = until)]
#[pk("OPEN", id)]
#[sk("OPEN")]
struct Open {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<i64>,
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, String>,
}

/// It never expires.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks)]
#[pk("PLAIN", id)]
#[sk("PLAIN")]
struct Plain {
    id: String,
}

fn lock(expires_at: u64) -> Lock {
    Lock { id: "1".into(), note: "a".into(), expires_at }
}

fn lease(until: Option<u64>) -> Lease {
    Lease { id: "1".into(), note: "a".into(), until }
}

fn session(until: Option<i64>) -> Session {
    let until = until.map(|seconds| Timestamp::from_second(seconds).unwrap());
    Session { id: "1".into(), note: "a".into(), until }
}

fn job(until: Option<u64>) -> Job {
    Job { id: "1".into(), note: "a".into(), until }
}

fn open(until: Option<i64>) -> Open {
    Open { id: "1".into(), until, more: [("note".to_owned(), "a".to_owned())].into() }
}

fn n(number: impl Into<i128>) -> AttributeValue {
    AttributeValue::N(number.into().to_string())
}

/// Returns what is written for each form with this number of seconds.
fn written(seconds: i64) -> [Result<Item, ItemError>; 5] {
    let unsigned = seconds.cast_unsigned();
    [
        lock(unsigned).to_item(),
        lease(Some(unsigned)).to_item(),
        session(Some(seconds)).to_item(),
        job(Some(unsigned)).to_item(),
        open(Some(seconds)).to_item(),
    ]
}

#[test]
fn whole_seconds_and_zero_are_written() {
    for seconds in [0, 100_000_000, SECONDS.cast_signed(), 99_999_999_999] {
        for item in written(seconds) {
            let item = item.unwrap();
            assert_eq!(item["until"], n(seconds));
            let read = Locks::from_item(item.clone()).unwrap();
            assert_eq!(read.to_item().unwrap(), item);
        }
    }
}

#[test]
fn durations_and_milliseconds_are_refused() {
    for (seconds, reason) in [
        (3600, "lies before 1973 and looks like a duration"),
        (99_999_999, "lies before 1973 and looks like a duration"),
        (100_000_000_000, "lies after 5137 and looks like milliseconds"),
    ] {
        for written in written(seconds) {
            let error = written.unwrap_err();
            assert_eq!(error.kind(), ItemErrorKind::TimeToLive);
            assert_eq!(error.attribute(), Some("until"));
            let line = format!("time to live `until` of `{}` {reason}", error.entity());
            assert_eq!(
                (error.to_string(), format!("{error:?}")),
                (line.clone(), format!("ItemError({line})"))
            );
        }
    }
    assert_eq!(open(Some(-5)).to_item().unwrap_err().kind(), ItemErrorKind::TimeToLive);
}

/// `None` is left out, even if serde would write and require `NULL`.
#[test]
fn none_is_left_out_and_read() {
    let rows = [
        Locks::from(lease(None)),
        Locks::from(session(None)),
        Locks::from(job(None)),
        Locks::from(open(None)),
    ];
    for row in rows {
        let item = row.to_item().unwrap();
        assert_eq!(item.get("until"), None, "{row:?}");
        assert_eq!(Locks::from_item(item.clone()).unwrap(), row);
        assert_eq!(Locks::audit(&item), []);
        assert_eq!(Locks::repair(&item).unwrap(), None);
    }
}

/// Items that other programs wrote.
#[test]
fn null_is_read_as_none_and_stays() {
    let mut item = lease(None).to_item().unwrap();
    item.insert("until".into(), AttributeValue::Null(true));
    assert_eq!(Lease::from_item(item.clone()).unwrap(), lease(None));
    assert_eq!(Locks::audit(&item), []);
    let update = Lease::update_item(&item, |lease| lease.note = "b".into()).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0 = :dk0");
    let update = Lease::update_item(&item, |lease| lease.until = Some(SECONDS)).unwrap().unwrap();
    assert!(update.values().any(|(_, value)| value == n(SECONDS)));
}

#[test]
fn an_update_sets_whole_seconds_or_removes() {
    let item = lease(Some(SECONDS)).to_item().unwrap();
    let set = |until| Lease::update_item(&item, |lease| lease.until = until);
    assert!(set(Some(SECONDS + 1)).unwrap().unwrap().expression("").starts_with("SET #dk0 = "));
    assert_eq!(set(Some(0)).unwrap().unwrap().expression(""), "SET #dk0 = :dk0");
    assert_eq!(set(None).unwrap().unwrap().expression(""), "REMOVE #dk0");
    for wrong in [3600, 1000 * SECONDS] {
        assert_eq!(set(Some(wrong)).unwrap_err().kind(), ItemErrorKind::TimeToLive);
    }
    // In a table, under an alias, and in an index.
    let mut item = lock(SECONDS).to_item().unwrap();
    let until = item.remove("until").unwrap();
    item.insert("ends".into(), until);
    let wrong = Locks::update_item(&item, |row| {
        let Locks::Lock(lock) = row else { unreachable!() };
        lock.expires_at = 5;
    });
    assert_eq!(wrong.unwrap_err().kind(), ItemErrorKind::TimeToLive);
    let item = job(None).to_item().unwrap();
    let wrong = Job::update_item(&item, |job| job.until = Some(5));
    assert_eq!(wrong.unwrap_err().kind(), ItemErrorKind::TimeToLive);
    let update = Job::update_item(&item, |job| job.until = Some(SECONDS)).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0 = :dk0, #dk1 = :dk1");
}

/// Milliseconds that are already stored do not prevent another change, a repair or a move.
#[test]
fn a_stored_one_of_another_form_is_a_fault() {
    let stored = [
        (n(1000 * SECONDS), "lies after 5137 and looks like milliseconds"),
        (n(3600), "lies before 1973 and looks like a duration"),
    ];
    for (value, reason) in stored {
        let mut item = lock(SECONDS).to_item().unwrap();
        item.insert("until".into(), value);
        let [fault] = <[_; 1]>::try_from(Locks::audit(&item)).unwrap();
        assert_eq!((fault.kind(), fault.entity()), (FaultKind::TimeToLive, "Lock"));
        assert_eq!((fault.attribute(), fault.index()), (Some("until"), None));
        assert_eq!(fault.to_string(), format!("time to live `until` of `Lock` {reason}"));
        let update = Lock::update_item(&item, |lock| lock.note = "b".into()).unwrap().unwrap();
        assert_eq!(update.expression(""), "SET #dk0 = :dk0");
        // No repair fixes this: nothing tells which time was meant.
        assert_eq!(Locks::repair(&item).unwrap(), None);
        item.insert("sk".into(), AttributeValue::S("LOCK".into()));
        let rekey = Locks::rekey(&item).unwrap().unwrap();
        assert_eq!(rekey.item()["until"], item["until"]);
    }
}

#[test]
fn a_stored_one_that_cannot_be_read_is_a_fault_besides() {
    let mut item = lock(SECONDS).to_item().unwrap();
    item.insert("until".into(), AttributeValue::S("tomorrow".into()));
    let faults = Locks::audit(&item);
    let kinds: Vec<_> = faults.iter().map(Fault::kind).collect();
    assert_eq!(kinds, [FaultKind::Unreadable, FaultKind::TimeToLive]);
    assert!(faults[1].to_string().ends_with("is not a whole number of seconds"), "{}", faults[1]);
    let mut item = job(Some(SECONDS)).to_item().unwrap();
    item.insert("until".into(), AttributeValue::N("1764000000.5".into()));
    let faults = Locks::audit(&item);
    let ttl = faults.iter().find(|fault| fault.kind() == FaultKind::TimeToLive).unwrap();
    assert_eq!((ttl.attribute(), ttl.index()), (Some("until"), Some("ending")));
}

#[test]
fn the_schema_has_it() {
    assert_eq!(Locks::SCHEMA.ttl_attribute(), Some("until"));
    assert_eq!(Lock::SCHEMA.ttl_attribute(), Some("until"));
    assert_eq!(Plain::SCHEMA.ttl_attribute(), None);
    let schema = Schema::of(Locks::SCHEMA);
    assert_eq!(schema.to_string().matches("\nttl = \"until\"\n").count(), 6);
    assert!(schema.notes().iter().all(|note| !note.contains("DynamoDB deletes")));
}

/// An entity that may have the attribute in a flattened field, and one that serde converts.
#[test]
fn what_a_flattened_field_may_write_is_noted() {
    #[derive(DdbKeys)]
    #[ddb(ttl = until)]
    #[pk("SESSION", id)]
    #[sk("META")]
    #[allow(dead_code, reason = "DynamoDB reads the time to live")]
    struct Session {
        id: String,
        until: u64,
    }

    #[derive(DdbKeys, Serialize)]
    #[pk("DOC", id)]
    #[sk("META")]
    struct Doc {
        id: String,
        #[serde(flatten)]
        more: std::collections::BTreeMap<String, u64>,
    }

    #[derive(DdbKeys, Clone, Serialize)]
    #[serde(into = "String")]
    #[pk("RAW", id)]
    #[sk("META")]
    struct Raw {
        id: String,
    }

    impl From<Raw> for String {
        fn from(raw: Raw) -> Self {
            raw.id
        }
    }

    #[derive(DdbTable)]
    enum Shop {
        Doc(Doc),
        Session(Session),
        Raw(Raw),
    }

    let note = "until of Doc, Raw: DynamoDB deletes an item by it, if serde writes one";
    assert_eq!(Schema::of(Shop::SCHEMA).notes(), [note]);
}
