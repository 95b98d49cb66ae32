//! Transactions: which action failed, and what is sent again.

use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use ddbkey_aws::TableErrorKind::{Busy, Conflict, Exists, InDoubt, NotFound, Refused, Throttled};
use ddbkey_aws::{ItemExt as _, Table};

use super::script::Step;
use super::shop::{
    BillKey, Fixture, Order, OrderKey, Shop, Status, User, UserKey, bill, order, order_key, user,
};
use crate::store::Store;

const USER: UserKey<'static> = UserKey { user_id: "u1" };

#[tokio::test]
async fn all_actions_are_applied_or_none() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    shop.create(&user(1)).await.unwrap();
    shop.create(&order(1)).await.unwrap();
    shop.create(&order(2)).await.unwrap();
    let item = order(2).to_item().unwrap();
    let update = Order::update_item(&item, |order| order.status = Status::Paid).unwrap().unwrap();
    let transaction = shop.transaction().create(&order(3)).update_item(&update);
    let transaction = transaction.delete(order_key(1)).require(USER);
    transaction.put(&order(4)).send().await.unwrap();
    assert_eq!(shop.get(order_key(1)).await.unwrap(), None);
    let paid = Order { status: Status::Paid, ..order(2) };
    assert_eq!(shop.get(order_key(2)).await.unwrap(), Some(paid));
    assert_eq!(shop.get(order_key(3)).await.unwrap(), Some(order(3)));
    assert_eq!(store.scan().await.len(), 4);

    // The update was computed from the old item.
    let stale = shop.transaction().create(&order(5)).update_item(&update);
    let error = stale.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Conflict, Some(1)));
    assert!(error.item().is_some());
    assert_eq!(
        error.to_string(),
        "action 1, `update_item`: the item has changed, or does not meet the condition"
    );
    assert_eq!(shop.get(order_key(5)).await.unwrap(), None);
}

#[tokio::test]
async fn the_action_that_failed_is_told_by_its_place_and_kind() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    let missing = shop.transaction().create(&order(1)).require(USER);
    let error = missing.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (NotFound, Some(1)));
    assert_eq!(error.entity(), Some("User"));
    assert_eq!(error.to_string(), "action 1, `require` of `User`: there is no item under the key");

    shop.create(&user(1)).await.unwrap();
    let taken = shop.transaction().create(&order(1)).create(&user(2));
    let error = taken.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Exists, Some(1)));
    assert_eq!(error.item().unwrap()["visits"].as_n().unwrap(), "1");
    assert_eq!(error.to_string(), "action 1, `create` of `User`: there is an item under the key");
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let error = shop.transaction().create(&order(1)).delete(order_key(1));
    let error = error.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Refused, Some(1)));
    assert_eq!(error.left(), [0, 1]);
    let expected = "action 1, `delete` of `Order`: action 0 concerns the same item";
    assert_eq!(error.to_string(), expected);
    let mut many = shop.transaction();
    for number in 0..101 {
        many = many.create(&order(number));
    }
    assert_eq!(many.send().await.unwrap_err().kind(), Refused);
    let mut large = shop.transaction();
    for number in 0..11 {
        let name = "x".repeat(399_000);
        large = large.create(&User { user_id: format!("u{number}"), name, visits: 1 });
    }
    assert_eq!(large.send().await.unwrap_err().kind(), Refused);
    // A key of no row, and a transaction without an action.
    let key = OrderKey { user_id: "a#b", number: 1 };
    assert_eq!(shop.transaction().require(key).send().await.unwrap_err().kind(), NotFound);
    shop.transaction().send().await.unwrap();
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn a_lost_answer_applies_nothing_twice() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    script.then([Step::LoseAnswer]);
    shop.transaction().create(&order(1)).send().await.unwrap();
    assert_eq!(others.get(order_key(1)).await.unwrap(), Some(order(1)));
    script.then([Step::LoseAnswer, Step::LoseAnswer, Step::LoseAnswer]);
    let error = shop.transaction().create(&order(2)).send().await.unwrap_err();
    assert_eq!(error.kind(), InDoubt);
}

fn canceled(codes: &[&str]) -> Step {
    let reasons: Vec<_> = codes.iter().map(|code| format!(r#"{{"Code":"{code}"}}"#)).collect();
    Step::Refusal(format!(
        r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"","CancellationReasons":[{}]}}"#,
        reasons.join(",")
    ))
}

#[tokio::test]
async fn a_transaction_that_meets_another_is_sent_again_with_one_token() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let busy = || canceled(&["None", "TransactionConflict"]);
    script.then([busy(), busy()]);
    let two = || shop.transaction().create(&order(1)).put(&user(1));
    two().send().await.unwrap();
    let bodies = script.bodies();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| *body == bodies[0]), "one token");

    script.clear();
    script.then((0..8).map(|_| busy()));
    let error = two().send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Busy, Some(1)));
    assert_eq!(script.sent().len(), 8);

    // A failed condition counts before a conflict, and a conflict counts after throttling.
    script.then([canceled(&["TransactionConflict", "ConditionalCheckFailed"])]);
    assert_eq!(two().send().await.unwrap_err().kind(), Conflict);
    let both = || canceled(&["TransactionConflict", "ThrottlingError"]);
    script.then((0..3).map(|_| both()));
    assert_eq!(two().send().await.unwrap_err().kind(), Throttled);
}

/// As a single put is, as often as the client's configuration says, with one token.
#[tokio::test]
async fn a_throttled_transaction_is_sent_again() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let throttled = || canceled(&["ProvisionedThroughputExceeded"]);
    script.then([throttled(), throttled()]);
    shop.create(&order(1)).exactly_once().await.unwrap();
    let bodies = script.bodies();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| *body == bodies[0]), "one token");
    assert_eq!(others.get(order_key(1)).await.unwrap(), Some(order(1)));

    script.clear();
    script.then((0..3).map(|_| throttled()));
    let error = shop.transaction().create(&order(2)).send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Throttled, Some(0)));
    assert_eq!(script.sent().len(), 3);
}

#[tokio::test]
async fn a_token_of_the_caller_is_applied_once() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    let one = |number| shop.transaction().create(&order(number)).token("job-1");
    one(1).send().await.unwrap();
    one(1).send().await.unwrap();
    assert_eq!(one(2).send().await.unwrap_err().kind(), Refused);
}

#[tokio::test]
async fn actions_on_another_table_are_sent_whatever_this_table_has_of_actions() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    shop.create(&user(1)).await.unwrap();
    let other = Store::on(store.client, Shop::SCHEMA).await;
    let others = Table::<Shop>::new(&other.client, &other.table);
    let put = Put::builder().table_name(&other.table);
    let put = put.set_item(Some(order(2).to_item().unwrap())).build().unwrap();
    let put = TransactWriteItem::builder().put(put).build();
    let transaction = shop.transaction().require(USER);
    transaction.customize(|write| write.transact_items(put.clone())).send().await.unwrap();
    assert_eq!(others.get(order_key(2)).await.unwrap(), Some(order(2)));
    others.delete(order_key(2)).await.unwrap();
    shop.transaction().customize(|write| write.transact_items(put.clone())).send().await.unwrap();
    assert_eq!(others.get(order_key(2)).await.unwrap(), Some(order(2)));
}

/// What it requires has to be asked.
#[tokio::test]
async fn a_transaction_that_only_checks_is_sent() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let required = || shop.transaction().require(USER);
    let error = required().send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (NotFound, Some(0)));
    others.create(&user(1)).await.unwrap();
    required().send().await.unwrap();
    let check = User::check_item(&user(2).to_item().unwrap()).unwrap();
    let error = shop.transaction().unchanged(&check).send().await.unwrap_err();
    assert_eq!(error.kind(), Conflict);
    assert_eq!(script.sent(), ["TransactWriteItems"; 3]);
}

#[tokio::test]
async fn legacy_keys_are_checked_deleted_and_asked_for() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let mut item = bill(1).to_item().unwrap();
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("BILL#001".into()));
    store.put_item(item).await;
    let key = BillKey { user_id: "u1", number: 1 };
    let create = shop.transaction().create(&user(1)).create(&bill(1));
    let error = create.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Exists, Some(1)));

    let transaction = shop.transaction().create(&user(1)).require(key);
    transaction.send().await.unwrap();
    let delete = shop.transaction().delete(key);
    delete.send().await.unwrap();
    let error = shop.transaction().put(&user(1)).require(key);
    let error = error.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (NotFound, Some(1)));
    assert_eq!(store.scan().await.len(), 1);
}
