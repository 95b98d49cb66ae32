//! Rows that have expired and still exist.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable, OwnedKey};
use ddbkey_aws::ItemExt as _;
use ddbkey_aws::{Table, TableError, TableErrorKind};
use serde::{Deserialize, Serialize};

use crate::store::Store;

const NOW: u64 = 1_750_000_000;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks, ttl = expires_at)]
#[pk("LOCK", name)]
#[sk("LOCK")]
struct Lock {
    name: String,
    owner: String,
    expires_at: Option<u64>,
}

/// Its rows never expire.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Locks)]
#[pk("LOCK", name)]
#[sk("NOTE2", "{number:03}")]
#[was("v1", sk = ("NOTE", "{number:02}"))]
struct Note {
    name: String,
    number: u32,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
enum Locks {
    Lock(Lock),
    Note(Note),
}

fn lock(owner: &str, expires_at: Option<u64>) -> Lock {
    Lock { name: "job".into(), owner: owner.into(), expires_at }
}

async fn locks() -> Table<Locks> {
    let store = Store::new(Locks::SCHEMA).await;
    Table::new(&store.client, store.table)
}

const KEY: LockKey<'static> = LockKey { name: "job" };

#[tokio::test]
async fn an_expired_row_is_none_to_who_asks_so() {
    let locks = locks().await;
    for (expires_at, is_live) in [
        (Some(NOW - 1), false),
        (Some(NOW), false),
        (Some(NOW + 1), true),
        (Some(0), true),
        (None, true),
    ] {
        let row = lock("a", expires_at);
        locks.put(&row).await.unwrap();
        let live = is_live.then(|| row.clone());
        assert_eq!(locks.get(KEY).await.unwrap(), Some(row.clone()));
        assert_eq!(locks.get(KEY).live(NOW).await.unwrap(), live, "{expires_at:?}");
        assert_eq!(locks.get_all([KEY]).live(NOW).await.unwrap(), std::slice::from_ref(&live));
        let query = || locks.query(Lock::query(LockPk { name: "job" })).live(NOW);
        let rows: Vec<_> = live.clone().into_iter().collect();
        assert_eq!(query().await.unwrap(), rows, "{expires_at:?}");
        assert_eq!(query().next().await.unwrap(), live);
        let page = query().page(None, &ddbkey::token::Unsealed).await.unwrap();
        assert_eq!(page.rows, rows);

        let updated = locks.update(KEY, |lock| lock.owner = "b".into()).live(NOW).await.unwrap();
        assert_eq!(updated.map(|lock| lock.owner), is_live.then(|| "b".to_owned()));
    }
}

#[tokio::test]
async fn a_lock_that_has_expired_can_be_taken() {
    let locks = locks().await;
    for is_exactly_once in [false, true] {
        let take = async |owner: &str| -> Result<(), TableError> {
            let row = lock(owner, Some(NOW + 60));
            let create = locks.create(&row).or_expired(NOW);
            if is_exactly_once { create.exactly_once().await } else { create.await }
        };
        locks.delete(KEY).await.unwrap();
        take("a").await.unwrap();
        assert_eq!(take("b").await.unwrap_err().kind(), TableErrorKind::Exists);
        for never in [Some(0), None] {
            locks.put(&lock("a", never)).await.unwrap();
            assert_eq!(take("b").await.unwrap_err().kind(), TableErrorKind::Exists);
        }
        locks.put(&lock("a", Some(NOW))).await.unwrap();
        assert_eq!(
            locks.create(&lock("b", None)).await.unwrap_err().kind(),
            TableErrorKind::Exists,
            "it is still there"
        );
        take("b").await.unwrap();
        assert_eq!(locks.get(KEY).await.unwrap().unwrap().owner, "b");
    }
}

#[tokio::test]
async fn what_is_no_time_is_refused() {
    let locks = locks().await;
    let refused = |error: TableError, why: &str| {
        assert_eq!(error.kind(), TableErrorKind::Refused);
        assert!(error.to_string().contains(why), "{error}");
    };
    for (now, why) in [(0, "`now` is 0"), (3600, "duration"), (NOW * 1000, "milliseconds")] {
        refused(locks.get(KEY).live(now).await.unwrap_err(), why);
        refused(locks.get_all([KEY]).live(now).await.unwrap_err(), why);
        refused(locks.update(KEY, |_| ()).live(now).await.unwrap_err(), why);
        refused(locks.create(&lock("a", None)).or_expired(now).await.unwrap_err(), why);
        let query = || locks.query(Lock::query(LockPk { name: "job" })).live(now);
        refused(query().await.unwrap_err(), why);
        // Each time, and not only the first: the second call would return the expired row.
        let mut rows = query();
        refused(rows.next().await.unwrap_err(), why);
        refused(rows.next().await.unwrap_err(), why);
        refused(query().keys().next().await.unwrap_err(), why);
    }
    let keys: Result<Vec<OwnedKey<Locks>>, _> =
        locks.query(Lock::query(LockPk { name: "job" })).live(NOW).keys().await;
    refused(keys.unwrap_err(), "query the rows");
    let note = Note { name: "job".into(), number: 1 };
    for create in
        [locks.create(&note).or_expired(NOW), locks.create(&note).or_expired(NOW).exactly_once()]
    {
        refused(create.await.unwrap_err(), "legacy keys");
    }
}

/// The condition of a creation and a read agree on which rows have expired.
#[tokio::test]
async fn a_row_has_expired_to_a_creation_if_it_has_to_a_read() {
    let store = Store::new(Locks::SCHEMA).await;
    let locks = Table::<Locks>::new(&store.client, &store.table);
    let now = NOW.to_string();
    let numbers =
        ["-5", "0", "0.5", "1", "1.0", "1749999999.5", &now, "1750000000.5", "1750000001", "1e3"];
    for digits in numbers {
        let mut item = lock("a", None).to_item().unwrap();
        item.insert("expires_at".into(), AttributeValue::N(digits.into()));
        store.put_item(item).await;
        // A row that cannot be read is an error if it is live.
        let is_live = !matches!(locks.get(KEY).live(NOW).await, Ok(None));
        let is_taken = locks.create(&lock("b", None)).or_expired(NOW).await.is_ok();
        assert_eq!(is_taken, !is_live, "{digits}");
    }
}

#[tokio::test]
async fn a_skipped_row_has_its_place_among_all_items() {
    let store = Store::new(Locks::SCHEMA).await;
    let locks = Table::<Locks>::new(&store.client, &store.table);
    locks.put(&lock("a", Some(NOW - 1))).await.unwrap();
    locks.put(&Note { name: "job".into(), number: 1 }).await.unwrap();
    let query = || locks.query_as::<Lock>(LockPk { name: "job" }.condition().unwrap()).live(NOW);
    let page = query().page(None, &ddbkey::token::Unsealed).await.unwrap();
    assert_eq!(page.skipped.iter().map(|skipped| skipped.place).collect::<Vec<_>>(), [1]);
    let mut rows = query();
    assert_eq!(rows.next().await.unwrap(), None);
    assert_eq!(rows.skipped().iter().map(|skipped| skipped.place).collect::<Vec<_>>(), [1]);
}

/// A table in which nothing expires.
mod for_ever {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[pk("USER", id)]
    #[sk("PROFILE")]
    pub(super) struct User {
        pub(super) id: String,
    }

    #[derive(DdbTable, Clone, Debug, PartialEq)]
    pub(super) enum Users {
        User(User),
    }

    #[tokio::test]
    async fn a_table_without_a_time_to_live_has_no_live_rows() {
        let store = Store::new(Users::SCHEMA).await;
        let users = Table::<Users>::new(&store.client, store.table);
        let error = users.get(UserKey { id: "u1" }).live(NOW).await.unwrap_err();
        assert_eq!(error.kind(), TableErrorKind::Refused);
        let why = "get of `User`: no entity of the table declares a time to live";
        assert_eq!(error.to_string(), why);
    }
}
