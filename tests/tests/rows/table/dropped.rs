//! Futures that are dropped while a request is under way, at each await of each method, whether or not the request was applied.

use std::collections::BTreeMap;
use std::pin::Pin;

use ddbkey::DdbKeys;
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, WriteItem, field};

use super::script::Step;
use super::shop::{
    BillKey, BillV1, Fixture, Order, Shop, Status, User, UserKey, bill, order, order_key, user,
};
use crate::store::Item;

const USER: UserKey<'static> = UserKey { user_id: "u1" };
const BILL: BillKey<'static> = BillKey { user_id: "u1", number: 7 };

/// A method's requests. The test fails if the method ends with an error.
type Method = fn(Table<Shop>) -> Pin<Box<dyn Future<Output = ()>>>;

/// The rows by their keys.
type Rows = BTreeMap<(String, String), Item>;

/// Whether the rows of a table change together, or each separately.
#[derive(Clone, Copy, PartialEq)]
enum Changes {
    Together,
    OneByOne,
}

fn rows_of(items: Vec<Item>) -> Rows {
    let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
    items.into_iter().map(|item| ((text(&item, "pk"), text(&item, "sk")), item)).collect()
}

/// A bill under its legacy key.
fn legacy_bill() -> Item {
    let bill = bill(7);
    let mut item = bill.to_item().unwrap();
    let key = BillV1 { user_id: &bill.user_id, number: bill.number };
    item.extend(key.keys().unwrap().into_item());
    item
}

/// Drops the method at each of its requests. Returns the number of its requests.
async fn drop_everywhere(before: &[Item], method: Method, changes: Changes) -> usize {
    let after = {
        let fixture = fixture_with(before).await;
        method(fixture.shop).await;
        rows_of(fixture.store.scan().await)
    };
    let before_rows = rows_of(before.to_vec());
    for requests in 0.. {
        for is_applied in [false, true] {
            let fixture = fixture_with(before).await;
            fixture.script.then((0..requests).map(|_| Step::Answer));
            fixture.script.then([Step::Hang(is_applied)]);
            let has_ended = tokio::select! {
                () = method(fixture.shop) => true,
                () = fixture.script.hangs() => false,
            };
            let rows = rows_of(fixture.store.scan().await);
            if has_ended {
                assert_eq!(rows, after);
                return requests;
            }
            let is_whole = rows == before_rows || rows == after;
            let mut keys = before_rows.keys().chain(after.keys()).chain(rows.keys());
            let is_each_whole = keys.all(|key| {
                rows.get(key) == before_rows.get(key) || rows.get(key) == after.get(key)
            });
            assert!(
                if changes == Changes::Together { is_whole } else { is_each_whole },
                "request {requests}, applied: {is_applied}: {rows:?}"
            );
        }
    }
    unreachable!("the method ends")
}

async fn fixture_with(items: &[Item]) -> Fixture {
    let fixture = Fixture::new().await;
    for item in items {
        fixture.store.put_item(item.clone()).await;
    }
    fixture
}

/// Drops a method that changes one row, or several rows together, at each of its requests.
async fn together(before: &[Item], requests: usize, method: Method) {
    assert_eq!(drop_everywhere(before, method, Changes::Together).await, requests);
}

/// Drops a method that changes each row separately at each of its requests.
async fn one_by_one(before: &[Item], requests: usize, method: Method) {
    assert_eq!(drop_everywhere(before, method, Changes::OneByOne).await, requests);
}

fn item(row: &(impl DdbKeys + WriteItem)) -> Item {
    row.to_item().unwrap()
}

#[tokio::test]
async fn puts_creations_and_deletes() {
    let stored = [item(&user(1))];
    together(&stored, 1, |shop| Box::pin(async move { shop.put(&user(2)).await.unwrap() })).await;
    together(&[], 1, |shop| Box::pin(async move { shop.create(&user(1)).await.unwrap() })).await;
    let delete: Method = |shop| Box::pin(async move { drop(shop.delete(USER).await.unwrap()) });
    together(&stored, 1, delete).await;
    let delete_when: Method = |shop| {
        Box::pin(async move {
            let deleted = shop.delete(USER).when(field!(User.visits).eq(1)).await.unwrap();
            assert!(deleted.is_some());
        })
    };
    together(&stored, 1, delete_when).await;
    let edit: Method = |shop| {
        Box::pin(async move {
            let edited = shop.edit(USER).add(field!(User.visits), 1).await.unwrap();
            assert!(edited.is_some());
        })
    };
    together(&stored, 1, edit).await;
}

#[tokio::test]
async fn updates() {
    let update: Method = |shop| {
        Box::pin(async move {
            shop.update(USER, |user| user.visits += 1).await.unwrap().unwrap();
        })
    };
    together(&[item(&user(1))], 2, update).await;
    let exactly_once: Method = |shop| {
        Box::pin(async move {
            let update = shop.update(USER, |user| user.visits += 1);
            update.exactly_once().await.unwrap().unwrap();
        })
    };
    // A transaction returns no item, so the test reads it again.
    together(&[item(&user(1))], 3, exactly_once).await;
    let indexed: Method = |shop| {
        Box::pin(async move {
            let update = shop.update(order_key(7), |order| order.status = Status::Paid);
            update.await.unwrap().unwrap();
        })
    };
    together(&[item(&order(7))], 2, indexed).await;
    let next: Method = |shop| {
        Box::pin(async move {
            assert_eq!(shop.next(&user(0), "visits").await.unwrap(), 2);
        })
    };
    together(&[item(&user(1))], 1, next).await;
}

#[tokio::test]
async fn rows_under_a_legacy_key() {
    let stored = [legacy_bill()];
    let put: Method = |shop| Box::pin(async move { shop.put(&bill(7)).await.unwrap() });
    together(&stored, 1, put).await;
    let create: Method = |shop| Box::pin(async move { shop.create(&bill(7)).await.unwrap() });
    together(&[], 1, create).await;
    let update: Method = |shop| {
        Box::pin(async move { drop(shop.update(BILL, |bill| bill.cents += 1).await.unwrap()) })
    };
    together(&stored, 3, update).await;
    let delete: Method = |shop| Box::pin(async move { drop(shop.delete(BILL).await.unwrap()) });
    together(&stored, 1, delete).await;
}

#[tokio::test]
async fn transactions() {
    let stored = [item(&user(1)), item(&order(1)), item(&order(2))];
    let transaction: Method = |shop| {
        Box::pin(async move {
            let transaction = shop.transaction().create(&order(3));
            let paid = |order: &mut Order| order.status = Status::Paid;
            let transaction = transaction.update(order_key(2), paid).delete(order_key(1));
            transaction.require(USER).send().await.unwrap();
        })
    };
    together(&stored, 2, transaction).await;
}

#[tokio::test]
async fn batches() {
    let put: Method = |shop| {
        Box::pin(async move {
            shop.put_all(&(1..=60).map(order).collect::<Vec<_>>()).await.unwrap();
        })
    };
    one_by_one(&[item(&order(7)), item(&user(1))], 3, put).await;
    let stored: Vec<_> = (1..=30).map(|number| item(&order(number))).collect();
    let delete: Method =
        |shop| Box::pin(async move { shop.delete_all((1..=30).map(order_key)).await.unwrap() });
    one_by_one(&stored, 2, delete).await;
}

#[tokio::test]
async fn reads() {
    let stored = [item(&user(1)), item(&order(7))];
    let get: Method = |shop| {
        Box::pin(async move {
            assert_eq!(shop.get(USER).await.unwrap(), Some(user(1)));
            assert_eq!(shop.get_all([order_key(7)]).await.unwrap(), [Some(order(7))]);
        })
    };
    together(&stored, 2, get).await;
}
