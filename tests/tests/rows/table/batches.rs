//! Batches: the order of read rows, unprocessed rows, and refused ones.

use ddbkey::{DdbKeys as _, OwnedKey};
use ddbkey_aws::TableErrorKind::{Item, Key, Refused, Service, Throttled};

use super::script::Step;
use super::shop::{
    BillKey, Fixture, Order, OrderKey, OrderPk, Shop, User, bill, note, order, order_key, user,
};

fn orders(numbers: impl Iterator<Item = u32>) -> Vec<Order> {
    numbers.map(order).collect()
}

#[tokio::test]
async fn rows_are_in_the_order_of_their_keys_over_several_requests() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let rows = orders((1..=230).filter(|number| number % 3 != 0));
    others.put_all(&rows).await.unwrap();
    let found = shop.get_all((1..=230).rev().map(order_key)).await.unwrap();
    assert_eq!(script.sent(), ["BatchGetItem"; 3]);
    for (found, number) in found.iter().zip((1..=230).rev()) {
        let expected = (number % 3 != 0).then(|| order(number));
        assert_eq!(*found, expected);
    }
    assert_eq!(found.len(), 230);
    // A key that no row can have has no row.
    let keys = [order_key(1), OrderKey { user_id: "a#b", number: 1 }];
    assert_eq!(shop.get_all(keys).await.unwrap(), [Some(order(1)), None]);
    assert_eq!(shop.get_all(Vec::<OrderKey<'_>>::new()).await.unwrap(), []);
}

#[tokio::test]
async fn rows_of_any_entity_are_put_got_and_deleted() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let rows = [Shop::User(user(1)), Shop::Order(Box::new(order(1)))];
    shop.put_all(&rows).await.unwrap();
    let keys: Vec<OwnedKey<Shop>> =
        rows.iter().map(|row| ddbkey::DdbTable::key(row).into_owned().unwrap()).collect();
    let found = shop.get_all(&keys).await.unwrap();
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), rows);
    shop.delete_all(keys).await.unwrap();
    assert!(store.scan().await.is_empty());
    // Keys of the rows of a slice.
    let users = [user(1)];
    shop.put_all(&users).await.unwrap();
    assert_eq!(shop.get_all(users.iter().map(User::key)).await.unwrap(), [Some(user(1))]);
    shop.delete_all(users.iter().map(User::key)).await.unwrap();
    assert!(store.scan().await.is_empty());
}

#[tokio::test]
async fn a_partition_is_deleted_with_all_that_is_in_it() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.put_all(&orders(1..=60)).await.unwrap();
    others.put(&user(1)).await.unwrap();
    let keys = shop.query(OrderPk { user_id: "u1" }.condition().unwrap()).keys().await.unwrap();
    script.clear();
    shop.delete_all(keys).await.unwrap();
    assert_eq!(script.sent(), ["BatchWriteItem"; 3]);
    assert!(store.scan().await.is_empty());
}

#[tokio::test]
async fn two_rows_or_keys_of_one_item_are_refused_before_anything_is_sent() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let twice = [order(1), Order { total: 0, ..order(1) }];
    assert_eq!(shop.put_all(&twice).await.unwrap_err().kind(), Refused);
    assert_eq!(shop.get_all([order_key(1); 2]).await.unwrap_err().kind(), Refused);
    assert_eq!(shop.delete_all([order_key(1); 2]).await.unwrap_err().kind(), Refused);
    let bad = [order(1), Order { user_id: "a#b".into(), ..order(2) }];
    assert_eq!(shop.put_all(&bad).await.unwrap_err().kind(), Key);
    let large = [user(1), User { user_id: "u2".into(), name: "x".repeat(410_000), visits: 1 }];
    let error = shop.put_all(&large).await.unwrap_err();
    assert_eq!((error.kind(), error.left()), (Refused, &[1][..]));
    assert_eq!(shop.put_all(&[bill(1)]).await.unwrap_err().kind(), Refused);
    assert_eq!(script.sent(), [""; 0]);
}

/// Returns an answer that leaves the first of the writes unprocessed.
fn unprocessed(table: &str, numbers: &[u32]) -> Step {
    let key = |number: &u32| {
        let keys = order_key(*number).keys().unwrap();
        let attributes = keys.iter().map(|(name, value)| {
            let string = value.into_string();
            format!(r#""{name}":{{"S":"{string}"}}"#)
        });
        let attributes: Vec<_> = attributes.collect();
        format!(r#"{{"DeleteRequest":{{"Key":{{{}}}}}}}"#, attributes.join(","))
    };
    let writes: Vec<_> = numbers.iter().map(key).collect();
    Step::Body(format!(r#"{{"UnprocessedItems":{{"{table}":[{}]}}}}"#, writes.join(",")))
}

#[tokio::test]
async fn what_is_left_is_sent_again_and_at_the_end_is_in_the_error() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.put_all(&orders(1..=30)).await.unwrap();
    script.then([unprocessed(&store.table, &[3, 5])]);
    shop.delete_all((1..=30).map(order_key)).await.unwrap();
    // The scripted answer deleted nothing; the rest was sent, and what the answer left.
    assert_eq!(script.sent(), ["BatchWriteItem"; 2]);

    script.clear();
    script.then((0..8).map(|_| unprocessed(&store.table, &[1, 2])));
    let error = shop.delete_all([1, 2].map(order_key)).await.unwrap_err();
    assert_eq!(error.kind(), Throttled);
    assert_eq!(error.left(), [0, 1]);
    assert_eq!(error.requests().len(), 2);
    assert_eq!(script.sent().len(), 8);
    assert_eq!(script.pauses().len(), 7);
}

#[tokio::test]
async fn an_error_in_a_later_request_has_what_is_not_known_to_be_done() {
    let Fixture { shop, script, store, .. } = Fixture::new().await;
    script.then([Step::Answer, Step::Code(400, "ValidationException")]);
    let error = shop.put_all(&orders(1..=60)).await.unwrap_err();
    assert_eq!(error.kind(), Service);
    assert_eq!(error.left(), (25..60).collect::<Vec<_>>());
    let put = error.requests()[0].put_request().unwrap();
    assert_eq!(put.item["sk"].as_s().unwrap(), "ORDER#00026");
    assert_eq!(store.scan().await.len(), 25);

    script.then([Step::Answer, Step::Code(400, "ValidationException")]);
    let error = shop.get_all((1..=120).map(order_key)).await.unwrap_err();
    assert_eq!(error.kind(), Service);
    assert_eq!(error.left(), (100..120).collect::<Vec<_>>());
}

#[tokio::test]
async fn rows_with_legacy_keys_are_got_and_deleted_under_each() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let mut item = ddbkey_aws::ItemExt::to_item(&bill(1)).unwrap();
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("BILL#001".into()));
    store.put_item(item).await;
    shop.create(&bill(2)).await.unwrap();
    let keys = || (1..=3).map(|number| BillKey { user_id: "u1", number });
    assert_eq!(shop.get_all(keys()).await.unwrap(), [Some(bill(1)), Some(bill(2)), None]);
    shop.delete_all(keys()).await.unwrap();
    assert!(store.scan().await.is_empty());
    // A key from which its legacy key does not follow.
    shop.create(&note("n1")).await.unwrap();
    let key = super::shop::NoteKey { user_id: "u1", id: "n1" };
    assert_eq!(shop.get_all([key]).await.unwrap_err().kind(), Refused);
    assert_eq!(shop.delete_all([key]).await.unwrap_err().kind(), Refused);
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_an_error() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let mut item = ddbkey_aws::ItemExt::to_item(&order(1)).unwrap();
    item.remove("total");
    store.put_item(item).await;
    assert_eq!(shop.get_all([order_key(1)]).await.unwrap_err().kind(), Item);
}
