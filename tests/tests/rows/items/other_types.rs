//! Items that are not what they seem: of another type under the same key, of another entity, or such that nobody could read them
//! after a write.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemError, ItemErrorKind, Table, TableErrorKind, TryError};
use serde::{Deserialize, Deserializer, Serialize};

use super::applied::applied;
use super::basics::about;
use crate::store::{Item, Store};

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "entity_type")]
#[gsi("plans", pk = "plan_pk", sk = "sk")]
enum Hub {
    User(User),
    Point(Point),
}

/// Another program writes accounts of organizations beside its own.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = Hub, type_name = "user", type_name_was("account", "person"))]
#[pk("ACCOUNT", name)]
#[sk("ACCOUNT2", name)]
#[was("v1", sk = ("ACCOUNT", name))]
#[gsi("plans", pk = ("PLAN", plan), sk = sk)]
struct User {
    name: String,
    plan: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[ddb(table = Hub)]
#[pk("POINT", id)]
#[sk("META")]
struct Point {
    id: String,
    #[serde(deserialize_with = "even")]
    x: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Reads an even number only.
fn even<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(deserializer)?;
    if number % 2 == 0 { Ok(number) } else { Err(serde::de::Error::custom("an odd number")) }
}

fn user() -> User {
    User { name: "acme".into(), plan: "pro".into() }
}

fn typed(mut item: Item, value: AttributeValue) -> Item {
    item.insert("entity_type".into(), value);
    item
}

fn named(name: &str) -> Item {
    typed(user().to_item().unwrap(), AttributeValue::S(name.into()))
}

/// The same item under the legacy key.
fn legacy(mut item: Item) -> Item {
    item.insert("sk".into(), AttributeValue::S("ACCOUNT#acme".into()));
    item
}

#[track_caller]
fn assert_other_type<T: std::fmt::Debug>(result: Result<T, ItemError>) {
    let error = result.unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Unknown, Some("entity_type")));
    assert_eq!(error.entity(), "User");
    assert_eq!(
        error.to_string(),
        "type attribute `entity_type` does not name `User`, so the item may belong to something else"
    );
}

#[test]
fn a_row_of_another_type_is_read_and_not_written() {
    let item = named("organization");
    assert_eq!(User::from_item(item.clone()).unwrap(), user());
    assert_eq!(Hub::from_item(item.clone()).unwrap(), Hub::User(user()));
    let change = |user: &mut User| user.plan = "free".into();
    for item in [item.clone(), legacy(item)] {
        assert_other_type(User::update_item(&item, change));
        assert_other_type(User::update_item(&item, |_| {}));
        assert_other_type(User::update_item_narrow(&item, change));
        assert_other_type(Hub::update_item(&item, |_| {}));
        assert_other_type(Hub::update_item_narrow(&item, |_| {}));
        assert_other_type(Hub::repair(&item));
        assert_other_type(Hub::rekey(&item));
        let refused = User::try_update_item(&item, |_| Err::<(), _>("never asked"));
        let Err(TryError::Failed(error)) = refused else { panic!("{refused:?}") };
        assert_other_type(Err::<(), _>(error));
        let faults = Hub::audit(&item);
        assert!(faults.iter().any(|fault| fault.attribute() == Some("entity_type")), "{faults:?}");
    }
}

#[test]
fn a_legacy_type_name_is_renamed_by_a_repair() {
    for name in ["account", "person"] {
        let item = named(name);
        let update = User::update_item(&item, |user| user.plan = "free".into()).unwrap().unwrap();
        let updated = applied(item.clone(), &update);
        assert_eq!(updated["entity_type"].as_s().unwrap(), name);
        assert_eq!(updated["plan_pk"].as_s().unwrap(), "PLAN#free");

        let [fault] = &Hub::audit(&item)[..] else { panic!("one fault") };
        assert_eq!((fault.kind(), fault.attribute()), (FaultKind::Stale, Some("entity_type")));
        let repaired = applied(item.clone(), &Hub::repair(&item).unwrap().unwrap());
        assert_eq!(repaired["entity_type"].as_s().unwrap(), "user");
        assert_eq!(Hub::audit(&repaired), []);

        let rekey = Hub::rekey(&legacy(item)).unwrap().unwrap();
        assert_eq!(rekey.item()["entity_type"].as_s().unwrap(), "user");
    }
}

#[test]
fn a_type_attribute_that_names_nothing_is_repaired() {
    let nothing = [
        AttributeValue::S(String::new()),
        AttributeValue::N("7".into()),
        AttributeValue::Null(true),
    ];
    let items = nothing.map(|value| typed(user().to_item().unwrap(), value));
    let mut untyped = user().to_item().unwrap();
    untyped.remove("entity_type");
    for item in items.into_iter().chain([untyped]) {
        assert!(User::update_item(&item, |user| user.plan = "free".into()).unwrap().is_some());
        let repaired = applied(item.clone(), &Hub::repair(&item).unwrap().unwrap());
        assert_eq!(repaired, user().to_item().unwrap());
    }
}

#[tokio::test]
async fn a_handle_does_not_update_a_row_of_another_type() {
    let store = Store::new(Hub::SCHEMA).await;
    let hub = Table::<Hub>::new(&store.client, &*store.table);
    store.put_item(named("organization")).await;
    assert_eq!(hub.get(user().key()).await.unwrap(), Some(user()));
    let updated = hub.update(user().key(), |user| user.plan = "free".into()).await;
    assert_eq!(updated.unwrap_err().kind(), TableErrorKind::Item);
    assert_eq!(store.scan().await, [named("organization")]);
}

/// The other entity lacks a field, which serde would report.
#[test]
fn an_item_of_another_entity_is_unknown() {
    let error = Point::from_item(user().to_item().unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Unknown, "Point"));
    for error in [
        Point::update_item(&user().to_item().unwrap(), |_| {}).unwrap_err(),
        Point::check_item(&user().to_item().unwrap()).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ItemErrorKind::Unknown);
    }
    let mut other = Point { id: "1".into(), x: 2, note: None }.to_item().unwrap();
    other.insert("id".into(), AttributeValue::S("2".into()));
    let error = Point::from_item(other).unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("pk")));
}

#[test]
fn an_update_that_nobody_could_read_is_refused() {
    let mut item = Point { id: "1".into(), x: 2, note: None }.to_item().unwrap();
    item.insert("more".into(), AttributeValue::Bool(true));
    for error in [
        Point::update_item(&item, |point| point.x = 3).unwrap_err(),
        Point::update_item_narrow(&item, |point| point.x = 3).unwrap_err(),
        Hub::update_item(&item, |row| match row {
            Hub::Point(point) => point.x = 3,
            Hub::User(_) => unreachable!(),
        })
        .unwrap_err(),
    ] {
        assert_eq!(about(&error), (ItemErrorKind::Format, Some("x")));
        assert_eq!(error.to_string(), "attribute `x` of `Point` cannot be read as its field");
    }
    assert!(Point::update_item(&item, |point| point.x = 4).unwrap().is_some());
}

#[tokio::test]
async fn a_row_that_nobody_could_read_is_not_written() {
    let store = Store::new(Hub::SCHEMA).await;
    let hub = Table::<Hub>::new(&store.client, &*store.table);
    let [odd, even] = [3, 2].map(|x| Point { id: "1".into(), x, note: None });
    let row = Hub::Point(Point { id: "1".into(), x: 3, note: None });
    let error = |error: ddbkey_aws::TableError| error.kind();
    assert_eq!(hub.create(&odd).await.map_err(error), Err(TableErrorKind::Item));
    assert_eq!(hub.put(&odd).await.map_err(error), Err(TableErrorKind::Item));
    assert_eq!(hub.put(&row).await.map_err(error), Err(TableErrorKind::Item));
    assert_eq!(hub.put_all([&odd]).await.map_err(error), Err(TableErrorKind::Item));
    assert_eq!(store.scan().await, []);
    hub.create(&even).await.unwrap();
    let updated = hub.update(even.key(), |point| point.x = 3).await;
    assert_eq!(updated.map_err(error), Err(TableErrorKind::Item));
    assert_eq!(hub.get(even.key()).await.unwrap(), Some(even));
}
