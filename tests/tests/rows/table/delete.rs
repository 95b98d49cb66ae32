//! Deleting rows.

use ddbkey_aws::TableErrorKind::{InDoubt, Item, Refused};

use super::script::Step;
use super::shop::{BillKey, Fixture, Order, Shop, order, order_key};

#[tokio::test]
async fn a_delete_returns_the_row_once() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.put(&order(7)).await.unwrap();
    let gone: Option<Order> = shop.delete(order_key(7)).await.unwrap();
    assert_eq!(gone, Some(order(7)));
    assert_eq!(shop.delete(order_key(7)).await.unwrap(), None);

    shop.put(&order(8)).await.unwrap();
    let key = Shop::parse_key("USER#u1", "ORDER#00008").unwrap();
    assert_eq!(shop.delete(key).await.unwrap(), Some(Shop::Order(Box::new(order(8)))));
}

/// A second request could delete a row that was created in between.
#[tokio::test]
async fn a_lost_answer_is_in_doubt_and_nothing_is_sent_again() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.put(&order(7)).await.unwrap();
    script.then([Step::LoseAnswer]);
    assert_eq!(shop.delete(order_key(7)).await.unwrap_err().kind(), InDoubt);
    assert_eq!(script.sent(), ["DeleteItem"]);

    // A throttled request was not applied, and is sent again.
    others.put(&order(7)).await.unwrap();
    script.then([Step::Code(400, "ThrottlingException")]);
    assert_eq!(shop.delete(order_key(7)).await.unwrap(), Some(order(7)));
}

#[tokio::test]
async fn a_deleted_item_that_cannot_be_read_is_in_the_error() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let mut item = shop.put(&order(7)).request().unwrap().get_item().clone().unwrap();
    item.remove("total");
    store.put_item(item.clone()).await;
    let error = shop.delete(order_key(7)).await.unwrap_err();
    assert_eq!((error.kind(), error.item()), (Item, Some(&item)));
    assert!(store.scan().await.is_empty());
}

#[tokio::test]
async fn a_row_that_may_be_under_several_keys_is_no_one_request() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    assert!(shop.delete(order_key(7)).request().is_ok());
    let error = shop.delete(BillKey { user_id: "u1", number: 7 }).request().unwrap_err();
    assert_eq!(error.kind(), Refused);
}
