//! Items that are absent from an index.

use ddbkey::key::PrimaryKey as _;
use ddbkey::{DdbKeys, DdbTable, KeyErrorKind};
use ddbkey_aws::prelude::*;

use super::check::get;
use super::rows::{Joined, Plain, Reused, Row};
use crate::store::Store;

/// What an index lacks, and how a row gets to lack it.
type Absence<R> = (&'static str, fn(&mut R));

const JOINED: [Absence<Joined>; 3] = [
    ("joined", |row| row.group = None),
    ("joined", |row| row.rank = None),
    ("local", |row| row.label = None),
];

const PLAIN: [Absence<Plain>; 7] = [
    ("single", |row| row.email = None),
    ("single", |row| row.phone = None),
    ("several", |row| row.tenant = None),
    ("several", |row| row.region = None),
    ("several", |row| row.name = None),
    ("several", |row| row.state = None),
    ("local", |row| row.label = None),
];

const REUSED: [Absence<Reused>; 1] = [("words", |row| row.kind = None)];

/// Checks that the row is stored and read back, and is in every other index.
async fn check<R: Row>(absences: &[Absence<R>]) {
    let store = Store::new(R::Table::SCHEMA).await;
    for (absent, remove) in absences {
        let mut row = R::numbered(0);
        remove(&mut row);
        store.put(&row).await;
        let item = get(&store, &row.key().keys().unwrap().into_item()).await;
        assert_eq!(R::from_item(item.unwrap()).unwrap(), row);
        for index in R::Table::SCHEMA.index_names() {
            let scan = store.client.scan().table_name(&store.table).index_name(index);
            let found: Vec<_> = scan.send().await.unwrap().items.unwrap_or_default();
            let found: Vec<_> = found.into_iter().map(|item| R::from_item(item).unwrap()).collect();
            let expected = if index == *absent { vec![] } else { vec![row.clone()] };
            assert_eq!(found, expected, "{index} without a part of {absent}");
        }
    }
}

#[tokio::test]
async fn an_item_without_a_part_is_in_every_other_index() {
    check(&JOINED).await;
    check(&PLAIN).await;
    check(&REUSED).await;
}

/// The engine accepts half of an index key for an item that is not in the index. The item can be read, with a fault.
#[tokio::test]
async fn half_an_index_key_is_stored_and_found_by_an_audit() {
    let store = Store::new(<Joined as Row>::Table::SCHEMA).await;
    for half in ["joinedpk", "joinedsk"] {
        let mut item = Joined::numbered(0).by_hand();
        item.remove(half);
        store.put_item(item.clone()).await;
        let key = Joined::numbered(0).key().keys().unwrap().into_item();
        let stored = get(&store, &key).await.unwrap();
        assert_eq!(stored, item);
        let [fault] = <Joined as Row>::Table::audit(&stored)[..] else { panic!("one fault") };
        assert_eq!(fault.attribute(), Some(half));
        assert_eq!(Joined::from_item(stored).unwrap(), Joined::numbered(0));
    }
}

/// An attribute keeps the limit of an index that its item is absent from.
#[tokio::test]
async fn an_attribute_that_is_too_long_for_an_index_without_the_item() {
    let long = |length| Reused::numbered(0).with("word", "w".repeat(length));
    let mut row = long(1024);
    row.kind = None;
    let store = Store::new(<Reused as Row>::Table::SCHEMA).await;
    store.put(&row).await;

    let mut row = long(1025);
    row.kind = None;
    let Err(error) = row.keys() else { panic!("not refused") };
    assert!(
        error.kind() == KeyErrorKind::TooLong
            && error.reason().to_string().contains("is 1025 bytes"),
        "{error}"
    );
    assert!(error.to_string().starts_with("sort key of index `words`"), "{error}");
    let mut item = long(1025).by_hand();
    item.remove("kind");
    let put = store.client.put_item().table_name(&store.table).set_item(Some(item));
    assert!(put.send().await.is_err());
}
