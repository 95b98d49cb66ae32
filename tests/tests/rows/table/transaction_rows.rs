//! Actions of a transaction that depend on their row: closures, edits and conditions.

use ddbkey_aws::TableErrorKind::{Conflict, Exists, InDoubt, Item, NotFound, Refused};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, TableError, field};

use super::script::Step;
use super::shop::{
    Bill, BillKey, BillV1, Fixture, Local, LocalKey, NoteKey, Order, OrderKey, Shop, Status, User,
    UserKey, bill, order, order_key, user,
};
use crate::store::{Store, text};

const USER: UserKey<'static> = UserKey { user_id: "u1" };
const BILL: BillKey<'static> = BillKey { user_id: "u1", number: 1 };
/// What a transaction with a closure sends at each try.
const TRY: [&str; 2] = ["BatchGetItem", "TransactWriteItems"];

async fn put_under_legacy_key(store: &Store) {
    let mut item = bill(1).to_item().unwrap();
    item.extend(BillV1 { user_id: "u1", number: 1 }.keys().unwrap().into_item());
    store.put_item(item).await;
}

/// Another writer visits before the request arrives.
fn visited(others: &Table<Shop>) -> Step {
    let others = others.clone();
    Step::after(async move {
        others.update(USER, |user| user.visits += 100).await.unwrap();
    })
}

async fn told(error: impl Future<Output = Result<(), TableError>>) -> (String, TableError) {
    let error = error.await.unwrap_err();
    (error.to_string(), error)
}

#[tokio::test]
async fn rows_are_read_together_changed_and_compared() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    others.create(&order(2)).await.unwrap();
    let mut seen = 0;
    shop.transaction()
        .create(&order(1))
        .update(USER, |user| {
            seen = user.visits;
            user.visits += 1;
        })
        .update(order_key(2), |order| order.status = Status::Paid)
        .send()
        .await
        .unwrap();
    assert_eq!(seen, 1);
    assert_eq!(script.sent(), TRY);
    assert!(script.bodies()[0].contains(r#""ConsistentRead":true"#));
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)));
    let items = store.scan().await;
    let paid = items.iter().find(|item| text(item, "sk") == "ORDER#00002").unwrap();
    assert_eq!(text(paid, "gsi1pk"), "STATUS#Paid");
    assert_eq!(items.len(), 3);

    // By a key of the table, and a row that cannot leave its thread.
    let local = Local { user_id: "u1".into(), count: 1, of: std::marker::PhantomData };
    others.create(&local).await.unwrap();
    let key = Shop::parse_key("USER#u1", "ORDER#00002").unwrap();
    let change = |row: &mut Shop| {
        if let Shop::Order(order) = row {
            order.total += 1;
        }
    };
    let both = shop.transaction().update(key, change);
    let both = both.update(LocalKey { user_id: "u1" }, |local| local.count += 1).send();
    let both: std::pin::Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(both);
    both.await.unwrap();
    assert_eq!(others.get(order_key(2)).await.unwrap().unwrap().total, 21);
    assert_eq!(others.get(LocalKey { user_id: "u1" }).await.unwrap().unwrap().count, 2);
}

#[derive(Debug, PartialEq)]
struct TooMany(u32);

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} visits are too many", self.0)
    }
}

impl std::error::Error for TooMany {}

fn visit(user: &mut User) -> Result<(), TooMany> {
    user.visits += 1;
    if user.visits > 100 { Err(TooMany(user.visits)) } else { Ok(()) }
}

#[tokio::test]
async fn a_closure_that_refuses_stops_the_transaction() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let both = || shop.transaction().create(&order(1)).try_update(USER, visit);
    both().send().await.unwrap();
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)));
    others.delete(order_key(1)).await.unwrap();

    // The first try meets another writer, and the second refuses what it reads.
    script.clear();
    script.then([Step::Answer, visited(&others)]);
    let (message, error) = told(both().send()).await;
    assert_eq!(message, "action 1, `try_update` of `User`: 103 visits are too many");
    assert_eq!((error.kind(), error.position()), (Refused, Some(1)));
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.downcast_ref(), Some(&TooMany(103)));
    assert_eq!(script.sent(), [&TRY[..], &TRY[..1]].concat());

    // By a key of the table, with a string as the error, and beside another closure that has another error.
    script.clear();
    let key = Shop::parse_key("USER#u1", "PROFILE").unwrap();
    let closed = |_: &mut Shop| Err("closed");
    let all = shop.transaction().try_update(key, closed).try_update(BILL, |bill: &mut Bill| {
        bill.cents = u64::try_from(-1)?;
        Ok::<_, std::num::TryFromIntError>(())
    });
    let (message, error) = told(all.send()).await;
    assert_eq!(message, "action 0, `try_update`: closed");
    assert_eq!((error.kind(), error.entity()), (Refused, None));
    let all = shop.transaction().try_update(USER, visit).token("once");
    assert_eq!(all.send().await.unwrap_err().kind(), Refused, "each try has another content");
    assert_eq!(script.sent(), TRY[..1]);
    assert_eq!(others.get(order_key(1)).await.unwrap(), None);
    assert_eq!(others.get(USER).await.unwrap(), Some(user(102)));
}

#[tokio::test]
async fn a_row_that_changes_meanwhile_is_read_again() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let count = || shop.transaction().create(&order(1)).update(USER, |user| user.visits += 1);
    script.then([Step::Answer, visited(&others), Step::Answer, visited(&others)]);
    count().send().await.unwrap();
    assert_eq!(script.sent(), [TRY; 3].concat());
    assert_eq!(script.pauses().len(), 2);
    assert_eq!(others.get(USER).await.unwrap(), Some(user(202)));
    let tokens = script.bodies();
    assert_ne!(tokens[1], tokens[3]);

    others.delete(order_key(1)).await.unwrap();
    script.clear();
    script.then((0..16).map(|at| if at % 2 == 0 { Step::Answer } else { visited(&others) }));
    let (message, error) = told(count().send()).await;
    assert_eq!(
        message,
        "action 1, `update` of `User`: the item has changed, or does not meet the condition"
    );
    assert_eq!((error.kind(), error.position()), (Conflict, Some(1)));
    assert_eq!(error.item().unwrap()["visits"].as_n().unwrap(), "1002");
    assert_eq!(script.sent(), [TRY; 8].concat());
    assert_eq!(others.get(order_key(1)).await.unwrap(), None);
}

/// The closure decided by what it read.
#[tokio::test]
async fn a_closure_that_changes_nothing_leaves_its_guard() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let welcome = |user: &mut User| {
        if user.visits > 1 {
            user.name = "Welcome back".into();
        }
    };
    script.then([Step::Answer, visited(&others)]);
    shop.transaction().update(USER, welcome).create(&order(1)).send().await.unwrap();
    assert_eq!(script.sent(), [TRY; 2].concat());
    assert!(script.bodies()[1].contains("ConditionCheck"));
    assert_eq!(others.get(USER).await.unwrap().unwrap().name, "Welcome back");
    // A transaction that only checks is sent.
    script.clear();
    shop.transaction().update(USER, |_| ()).send().await.unwrap();
    assert_eq!(script.sent(), TRY);
}

#[tokio::test]
async fn another_action_that_fails_is_the_error_at_once() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    others.create(&order(1)).await.unwrap();
    script.then([Step::Answer, visited(&others)]);
    let both = shop.transaction().update(USER, |user| user.visits += 1).create(&order(1));
    let (message, error) = told(both.send()).await;
    assert_eq!(message, "action 1, `create` of `Order`: there is an item under the key");
    assert_eq!((error.kind(), error.entity()), (Exists, Some("Order")));
    assert_eq!(script.sent(), TRY);

    // A row that is missing when it is read, or gone when it is written.
    script.clear();
    let gone = shop.transaction().create(&order(2)).update(order_key(9), |order| order.total = 0);
    let (message, error) = told(gone.send()).await;
    assert_eq!(message, "action 1, `update` of `Order`: there is no item under the key");
    assert_eq!((error.kind(), error.position()), (NotFound, Some(1)));
    assert_eq!(script.sent(), ["BatchGetItem"]);
    let deleter = others.clone();
    let deleted = Step::after(async move {
        deleter.delete(USER).await.unwrap();
    });
    script.then([Step::Answer, deleted]);
    let (_, error) = told(shop.transaction().update(USER, |user| user.visits = 0).send()).await;
    assert_eq!((error.kind(), error.position()), (NotFound, Some(0)));
}

#[tokio::test]
async fn keys_that_are_left_are_read_again() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let left = || {
        let key = r#"{"pk":{"S":"USER#u1"},"sk":{"S":"PROFILE"}}"#;
        let table = &store.table;
        Step::Body(format!(r#"{{"UnprocessedKeys":{{"{table}":{{"Keys":[{key}]}}}}}}"#))
    };
    script.then([left(), left()]);
    shop.transaction().update(USER, |user| user.visits += 1).send().await.unwrap();
    assert_eq!(script.sent(), ["BatchGetItem", "BatchGetItem", "BatchGetItem", TRY[1]]);
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)));
}

/// A lost transaction is sent again with its own token, and with a new one after it was read again.
#[tokio::test]
async fn a_lost_answer_applies_no_closure_twice() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let count = || shop.transaction().update(USER, |user| user.visits += 1).send();
    script.then([Step::Answer, Step::LoseAnswer]);
    count().await.unwrap();
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)));
    let bodies = script.bodies();
    assert_eq!(bodies[1], bodies[2], "one token");
    script.then([Step::Answer, Step::LoseRequest, visited(&others)]);
    count().await.unwrap();
    assert_eq!(others.get(USER).await.unwrap(), Some(user(103)));
    script.then([Step::Answer, Step::LoseAnswer, Step::LoseAnswer, Step::LoseAnswer]);
    assert_eq!(count().await.unwrap_err().kind(), InDoubt);
}

#[tokio::test]
async fn an_edit_is_applied_without_a_read() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let add = |number: i64| {
        let add = shop.transaction().create(&order(1));
        add.edit(USER, move |user| {
            let user = user.add(field!(User.visits), number).set(field!(User.name), "Bob");
            user.when(field!(User.name).eq("Ann"))
        })
    };
    add(5).send().await.unwrap();
    assert_eq!(script.sent(), ["TransactWriteItems"]);
    assert_eq!(others.get(USER).await.unwrap(), Some(User { name: "Bob".into(), ..user(6) }));

    // The condition is not met; then a sum leaves its range; then there is no row.
    others.delete(order_key(1)).await.unwrap();
    let (message, error) = told(add(5).send()).await;
    assert_eq!((error.kind(), error.position(), error.entity()), (Conflict, Some(1), Some("User")));
    assert_eq!(error.item().unwrap()["visits"].as_n().unwrap(), "6");
    assert!(!message.contains("Bob"), "{message}");
    others.put(&user(1)).await.unwrap();
    assert_eq!(add(-2).send().await.unwrap_err().kind(), Conflict);
    others.delete(USER).await.unwrap();
    let (message, error) = told(add(5).send()).await;
    assert_eq!(message, "action 1, `edit` of `User`: there is no item under the key");
    assert_eq!(error.kind(), NotFound);
    assert_eq!(store.scan().await.len(), 0);
}

#[tokio::test]
async fn a_row_is_deleted_or_required_on_a_condition() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    others.create(&order(2)).await.unwrap();
    let is_ann = || field!(User.name).eq("Ann");
    let is_open = || field!(Order.status).eq(Status::Open);
    let both = |number| {
        let create = shop.transaction().create(&order(number));
        create.delete_when(order_key(2), is_open()).require_when(USER, is_ann())
    };
    both(1).send().await.unwrap();
    assert_eq!(others.get(order_key(2)).await.unwrap(), None);

    let (message, error) = told(both(3).send()).await;
    assert_eq!(message, "action 1, `delete_when` of `Order`: there is no item under the key");
    assert_eq!((error.kind(), error.item()), (NotFound, None));
    others.create(&Order { status: Status::Paid, ..order(2) }).await.unwrap();
    let (_, error) = told(both(3).send()).await;
    assert_eq!((error.kind(), error.position()), (Conflict, Some(1)));
    assert!(error.item().is_some());
    others.put(&order(2)).await.unwrap();
    others.put(&User { name: "Bob".into(), ..user(1) }).await.unwrap();
    let (_, error) = told(both(3).send()).await;
    assert_eq!((error.kind(), error.position(), error.entity()), (Conflict, Some(2), Some("User")));
    assert!(error.item().is_some());
    others.delete(USER).await.unwrap();
    let (_, error) = told(both(3).send()).await;
    assert_eq!((error.kind(), error.position()), (NotFound, Some(2)));
    assert_eq!(others.get(order_key(3)).await.unwrap(), None);
    assert_eq!(script.sent(), ["TransactWriteItems"; 5]);

    // No row meets an empty list.
    script.clear();
    let never = || field!(Order.total).is_in([0; 0]);
    let never = shop.transaction().delete_when(order_key(2), never());
    assert_eq!(never.send().await.unwrap_err().kind(), Conflict);
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_sent_is_an_error_when_it_is_sent() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let start = || shop.transaction().create(&order(1));
    let no_key = OrderKey { user_id: "a#b", number: 1 };
    let large: Vec<_> = (0..101).collect();
    for (transaction, kind, message) in [
        (
            start().update(USER, |_| ()).edit(USER, |user| user.add(field!(User.visits), 1)),
            Refused,
            "action 2, `edit` of `User`: action 1 concerns the same item",
        ),
        (
            start().update(order_key(1), |_| ()),
            Refused,
            "action 1, `update` of `Order`: action 0 concerns the same item",
        ),
        (
            start().edit(USER, |user| user),
            Refused,
            "action 1, `edit` of `User`: an edit of `User` changes no field",
        ),
        (
            start().delete_when(order_key(2), field!(Order.total).is_in(large)),
            Refused,
            "action 1, `delete_when` of `Order`: `is_in` of `total` has more than 100 values",
        ),
        (
            start().edit(BILL, |bill| bill.add(field!(Bill.cents), 1)),
            Refused,
            "action 1, `edit` of `Bill`: `Bill` has legacy keys, and an action is on one key: use `update`",
        ),
        (
            start().delete_when(BILL, field!(Bill.cents).eq(0)),
            Refused,
            "action 1, `delete_when` of `Bill`: `Bill` has legacy keys, and an action is on one key: use `update`",
        ),
        (
            start().update(NoteKey { user_id: "u1", id: "n" }, |_| ()),
            Refused,
            "action 1, `update` of `Note`: legacy key `v1` of `Note` has `day`, which this key lacks: pass the key that the row is under, such as `NoteAnyKey::V1(…)`",
        ),
        (
            start().update(USER, |_| ()).token("job-1"),
            Refused,
            "action 1, `update` of `User`: each try writes what its row needs, and the service takes one content under a token",
        ),
        (
            start().update(no_key, |_| ()),
            NotFound,
            "action 1, `update` of `Order`: there is no item under the key",
        ),
        (
            start().delete_when(no_key, field!(Order.total).eq(0)),
            NotFound,
            "action 1, `delete_when` of `Order`: there is no item under the key",
        ),
    ] {
        let (told, error) = told(transaction.send()).await;
        assert_eq!((error.kind(), &*told), (kind, message));
    }
    assert_eq!(script.sent(), [""; 0]);
    let twice = start().update(BILL, |_| ()).delete(BILL).send().await.unwrap_err();
    assert_eq!(twice.left(), [1, 2]);

    // A closure that changes the key is the program's fault.
    others.create(&user(1)).await.unwrap();
    let other = start().update(USER, |user| user.user_id = "u2".into());
    let (message, error) = told(other.send()).await;
    assert_eq!((error.kind(), error.position()), (Item, Some(1)));
    assert!(message.starts_with("action 1, `update` of `User`: "), "{message}");
}

#[tokio::test]
async fn a_row_under_a_legacy_key_is_found_and_may_move_meanwhile() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    let on_bill = |name| {
        let transaction = shop.transaction().create(&order(1));
        match name {
            "update" => transaction.update(BILL, |bill| bill.cents += 1),
            "require" => transaction.require(BILL),
            _ => transaction.require_when(BILL, field!(Bill.cents).ge(5)),
        }
    };
    for name in ["update", "require", "require_when"] {
        for moves_at in [None, Some(1), Some(2)] {
            put_under_legacy_key(&store).await;
            let moves = || {
                let others = others.clone();
                Step::after(async move { others.put(&bill(1)).await.unwrap() })
            };
            script.reset();
            // The current key, the legacy key, and the transaction.
            script.then((0..3).map(|at| if moves_at == Some(at) { moves() } else { Step::Answer }));
            on_bill(name).send().await.unwrap();
            let (sent, gets) = (script.sent(), ["GetItem", "GetItem"]);
            match moves_at {
                None => assert_eq!(sent, [&gets[..], &TRY[1..]].concat(), "{name}"),
                Some(1) => assert_eq!(sent, [&gets[..], &["GetItem"], &TRY[1..]].concat()),
                _ => assert_eq!(sent, [&gets[..], &TRY[1..], &["GetItem"], &TRY[1..]].concat()),
            }
            let cents = if name == "update" { 6 } else { 5 };
            assert_eq!(others.get(BILL).await.unwrap(), Some(Bill { cents, ..bill(1) }));
            others.delete(BILL).await.unwrap();
            others.delete(order_key(1)).await.unwrap();
        }
        let (_, error) = told(on_bill(name).send()).await;
        assert_eq!((error.kind(), error.position()), (NotFound, Some(1)), "{name}");
    }
    // The row does not meet the condition, wherever it is.
    put_under_legacy_key(&store).await;
    script.reset();
    let small = shop.transaction().require_when(BILL, field!(Bill.cents).lt(5));
    let (_, error) = told(small.send()).await;
    assert_eq!((error.kind(), error.position()), (Conflict, Some(0)));
    assert!(error.item().is_some());
    assert_eq!(script.sent(), ["GetItem", "GetItem", "TransactWriteItems"]);
}
