//! Updates by hand: an index over what no condition can name is written, read and audited, but never updated.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemError, ItemErrorKind, ItemUpdate, Rekey, Updated};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::Item;

#[derive(DdbTable, Debug, PartialEq)]
#[gsi("by_user", pk = "by_user_pk", sk = "by_user_sk")]
enum Auth {
    Session(Session),
    Client(Client),
    Code(Code),
    Event(Event<Value>),
}

/// The parts of its keys are in a flattened struct.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Auth, updates = by_hand)]
#[pk("SESSION", sid() -> &str)]
#[sk("SESSION2")]
#[was("v1", sk = ("SESSION"))]
#[gsi("by_user", pk = ("USER", user() -> &str), sk = ("SESSION", sid() -> &str))]
struct Session {
    ttl: u64,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Inner {
    sid: String,
    user: String,
}

impl Session {
    fn sid(&self) -> &str {
        &self.inner.sid
    }

    fn user(&self) -> &str {
        &self.inner.user
    }
}

/// Converted by serde, so its fields have no names.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Auth, updates = by_hand)]
#[serde(from = "RawClient", into = "RawClient")]
#[pk("CLIENT", id)]
#[sk("CLIENT")]
#[gsi("by_user", pk = ("USER", owner), sk = ("CLIENT", id))]
struct Client {
    id: String,
    owner: String,
}

#[derive(Serialize, Deserialize)]
struct RawClient {
    identity: (String, String),
}

impl From<RawClient> for Client {
    fn from(RawClient { identity: (id, owner) }: RawClient) -> Self {
        Self { id, owner }
    }
}

impl From<Client> for RawClient {
    fn from(Client { id, owner }: Client) -> Self {
        Self { identity: (id, owner) }
    }
}

/// In the same table, and updated as usual.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Auth)]
#[pk("CODE", id)]
#[sk("CODE")]
#[gsi("by_user", pk = ("USER", user), sk = ("CODE", id))]
struct Code {
    id: String,
    user: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Auth, updates = by_hand)]
#[pk("EVENT", id)]
#[sk("EVENT")]
struct Event<T> {
    id: String,
    #[serde(flatten)]
    more: BTreeMap<String, T>,
}

fn session() -> Session {
    Session { ttl: 5, inner: Inner { sid: "s1".into(), user: "u1".into() } }
}

fn client() -> Client {
    Client { id: "c1".into(), owner: "u1".into() }
}

fn code() -> Code {
    Code { id: "1".into(), user: "u1".into() }
}

fn event() -> Event<Value> {
    Event { id: "e1".into(), more: [("n".to_owned(), 5.into())].into() }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

#[test]
fn they_are_written_and_read() {
    let item = session().to_item().unwrap();
    for (name, text) in [
        ("pk", "SESSION#s1"),
        ("sk", "SESSION2"),
        ("by_user_pk", "USER#u1"),
        ("by_user_sk", "SESSION#s1"),
        ("user", "u1"),
    ] {
        assert_eq!(item[name], s(text));
    }
    assert_eq!(Session::from_item(item).unwrap(), session());
    let of_user = Session::query_by_user(SessionByUserPk { user: "u1" }).build().unwrap();
    let mut stale = session().to_item().unwrap();
    stale.insert("user".into(), s("u2"));
    let page = Session::read(&of_user, [session().to_item().unwrap(), stale]);
    assert_eq!((page.rows, page.skipped.len()), (vec![session()], 1));
    assert_eq!(Client::from_item(client().to_item().unwrap()).unwrap(), client());
    assert_eq!(Event::from_item(event().to_item().unwrap()).unwrap(), event());
}

/// An audit finds what a program's own expressions have forgotten.
#[test]
fn they_are_audited() {
    let mut item = session().to_item().unwrap();
    assert!(Auth::audit(&item).is_empty());
    item.insert("user".into(), s("u2"));
    let [fault] = Auth::audit(&item)[..] else { panic!("one fault") };
    assert_eq!((fault.kind(), fault.attribute()), (FaultKind::Stale, Some("by_user_pk")));
}

#[track_caller]
fn assert_by_hand<T>(refused: Result<Option<T>, ItemError>, entity: &str) {
    let Err(error) = refused else { panic!("it is made") };
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::ByHand, entity));
    let shown = format!("the updates of `{entity}` are made by hand (`updates = by_hand`)");
    assert_eq!(error.to_string(), shown);
}

/// Returns whatever is to be done, or nothing.
#[track_caller]
fn assert_all_by_hand(item: &Item, entity: &str) {
    assert_by_hand(Auth::repair(item), entity);
    assert_by_hand(Auth::rekey(item), entity);
    assert_by_hand(Rekey::with_condition::<Auth>(item, &["ttl"]), entity);
    assert_by_hand(Auth::update_item(item, |_| unreachable!("it is not called")), entity);
}

#[test]
fn on_a_table_they_are_refused() {
    assert_all_by_hand(&session().to_item().unwrap(), "Session");
    assert_all_by_hand(&client().to_item().unwrap(), "Client");
    assert_all_by_hand(&event().to_item().unwrap(), "Event");
    let mut stale = session().to_item().unwrap();
    stale.insert("user".into(), s("u2"));
    assert_all_by_hand(&stale, "Session");
    let mut legacy = session().to_item().unwrap();
    legacy.insert("sk".into(), s("SESSION"));
    assert_eq!(Session::from_item(legacy.clone()).unwrap(), session());
    assert_all_by_hand(&legacy, "Session");
}

#[test]
fn other_entities_of_the_table_are_updated() {
    let mut item = code().to_item().unwrap();
    assert!(Auth::rekey(&item).unwrap().is_none());
    let change = |row: &mut Auth| {
        let Auth::Code(code) = row else { panic!("{row:?}") };
        code.user = "u2".into();
    };
    let update = Auth::update_item(&item, change).unwrap().unwrap();
    assert_eq!(update.expression(""), "SET #dk0 = :dk0, #dk1 = :dk1");
    item.insert("by_user_pk".into(), s("USER#u3"));
    assert!(Auth::repair(&item).unwrap().is_some());
}

/// If the entity is a type parameter, no bound excludes it.
#[test]
fn generic_code_is_refused() {
    fn update<T: DdbKeys + Serialize + DeserializeOwned>(
        item: &Item,
    ) -> Result<Option<ItemUpdate>, ItemError> {
        Ok(T::update_item(item, |_| {})?.map(Updated::into_update))
    }
    assert_by_hand(update::<Session>(&session().to_item().unwrap()), "Session");
    assert!(update::<Code>(&code().to_item().unwrap()).unwrap().is_none());
}
