//! Rows that are read as they are at one moment.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::{ItemExt as _, TableErrorKind};

use super::script::Step;
use super::shop::{BillKey, Fixture, Order, UserKey, bill, order, order_key, user};

#[tokio::test]
async fn rows_come_in_the_order_of_their_keys_in_one_request() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    for number in [1, 2, 4] {
        others.put(&order(number)).await.unwrap();
    }
    let keys = [4, 3, 1, 4].map(order_key);
    let found = shop.get_all(keys).together().await.unwrap();
    assert_eq!(found, [Some(order(4)), None, Some(order(1)), Some(order(4))]);
    assert_eq!(script.sent(), ["TransactGetItems"]);
    script.clear();
    assert_eq!(shop.get_all([0; 0].map(order_key)).together().await.unwrap(), []);
    let never = shop.get_all([UserKey { user_id: "a#b" }]).together().await.unwrap();
    assert_eq!(never, [None]);
    assert_eq!(script.sent(), [""; 0]);
}

/// It reads all keys at one moment, so that a row that moves is under one of them.
#[tokio::test]
async fn a_row_under_a_legacy_key_is_found_in_the_same_request() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.put(&bill(7)).await.unwrap();
    let mut old = bill(6).to_item().unwrap();
    old.insert("sk".into(), AttributeValue::S("BILL#006".into()));
    store.put_item(old).await;
    let keys = [5, 6, 7].map(|number| BillKey { user_id: "u1", number });
    let found = shop.get_all(keys).together().await.unwrap();
    assert_eq!(found, [None, Some(bill(6)), Some(bill(7))]);
    assert_eq!(script.sent(), ["TransactGetItems"]);
}

#[tokio::test]
async fn more_than_a_transaction_reads_and_a_batch_that_is_not_sent_are_refused() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let many = shop.get_all((0..101).map(order_key)).together().await.unwrap_err();
    assert_eq!(many.kind(), TableErrorKind::Refused);
    assert_eq!(
        many.to_string(),
        "get_all of `Order`: a transaction reads 100 items, and this one 101"
    );
    let customized = shop.get_all([1, 2].map(order_key)).customize(|request| request);
    assert_eq!(customized.together().await.unwrap_err().kind(), TableErrorKind::Refused);
    assert_eq!(script.sent(), [""; 0]);
    let twice = (0..100).chain(0..100).map(order_key);
    assert_eq!(shop.get_all(twice).together().await.unwrap().len(), 200);
}

#[tokio::test]
async fn a_transaction_that_meets_another_is_sent_again() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.put(&user(1)).await.unwrap();
    let canceled = |code: &str| {
        Step::Refusal(format!(
            r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[{{"Code":"{code}"}}]}}"#
        ))
    };
    let get = || shop.get_all([UserKey { user_id: "u1" }]).together();
    script.then([canceled("TransactionConflict"), Step::LoseAnswer]);
    assert_eq!(get().await.unwrap(), [Some(user(1))]);
    assert_eq!(script.sent().len(), 3);
    script.then((0..8).map(|_| canceled("TransactionConflict")));
    assert_eq!(get().await.unwrap_err().kind(), TableErrorKind::Busy);
    script.then((0..8).map(|_| canceled("ThrottlingError")));
    assert_eq!(get().await.unwrap_err().kind(), TableErrorKind::Throttled);
    script.then([canceled("ValidationError")]);
    let error = shop.get_all([1].map(order_key)).together().await.unwrap_err();
    assert_eq!(error.kind(), TableErrorKind::Service);
    let _: Vec<Option<Order>> = shop.get_all([1].map(order_key)).together().await.unwrap();
}
