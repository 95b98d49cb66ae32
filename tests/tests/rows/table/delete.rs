//! Deleting rows.

use ddbkey_aws::ItemExt as _;
use ddbkey_aws::TableErrorKind::{Conflict, InDoubt, Item};

use super::script::Step;
use super::shop::{BillKey, Fixture, Order, Shop, Status, bill, order, order_key};

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
    let mut item = order(7).to_item().unwrap();
    item.remove("total");
    store.put_item(item.clone()).await;
    let error = shop.delete(order_key(7)).await.unwrap_err();
    assert_eq!((error.kind(), error.item()), (Item, Some(&item)));
    assert_eq!(
        error.to_string(),
        "delete of `Order`: the request was applied, but its item cannot be read: Order: field `total`: missing"
    );
    assert!(store.scan().await.is_empty());
}

#[tokio::test]
async fn exactly_once_returns_the_row_that_it_deletes() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.put(&order(7)).await.unwrap();
    script.then([Step::Answer, Step::LoseAnswer]);
    assert_eq!(shop.delete(order_key(7)).exactly_once().await.unwrap(), Some(order(7)));
    assert_eq!(script.sent(), ["GetItem", "TransactWriteItems", "TransactWriteItems"]);
    assert_eq!(shop.delete(order_key(7)).exactly_once().await.unwrap(), None);

    // Another writer pays the order between the read and the delete.
    others.put(&order(7)).await.unwrap();
    let paying = others.clone();
    script.then([
        Step::Answer,
        Step::after(async move {
            paying.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
        }),
    ]);
    let gone = shop.delete(order_key(7)).exactly_once().await.unwrap();
    assert_eq!(gone, Some(Order { status: Status::Paid, ..order(7) }));

    // A row under a legacy key.
    let mut item = bill(1).to_item().unwrap();
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("BILL#001".into()));
    store.put_item(item).await;
    let key = BillKey { user_id: "u1", number: 1 };
    assert_eq!(shop.delete(key).exactly_once().await.unwrap(), Some(bill(1)));
    assert!(store.scan().await.is_empty());
}

#[tokio::test]
async fn a_condition_of_the_caller_that_is_not_met_is_a_conflict() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.put(&order(7)).await.unwrap();
    let delete = shop.delete(order_key(7)).customize(|delete| {
        let delete = delete.condition_expression("#total = :total");
        let total = aws_sdk_dynamodb::types::AttributeValue::N("1".into());
        delete
            .expression_attribute_names("#total", "total")
            .expression_attribute_values(":total", total)
    });
    assert_eq!(delete.await.unwrap_err().kind(), Conflict);
    assert_eq!(shop.get(order_key(7)).await.unwrap(), Some(order(7)));
}
