//! Batches: the order of read rows, unprocessed rows, and refused ones.

use ddbkey::{DdbKeys as _, OwnedKey};
use ddbkey_aws::TableErrorKind::{InDoubt, Item, Key, Refused, Service, Throttled};

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
    // Two keys of one item.
    let keys = [order_key(1), order_key(3), order_key(1), order_key(3), order_key(1)];
    let expected = [Some(order(1)), None, Some(order(1)), None, Some(order(1))];
    assert_eq!(shop.get_all(keys).await.unwrap(), expected);
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
    let keys = [order_key(2), order_key(1), order_key(3), order_key(1)];
    let error = shop.delete_all(keys).await.unwrap_err();
    assert_eq!((error.kind(), error.left()), (Refused, &[1, 3][..]));
    let why = "delete_all of `Order`: positions 1 and 3 belong to one item";
    assert_eq!(error.to_string(), why);
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

/// Returns an answer that leaves everything unprocessed.
fn nothing_processed(table: &str, keys: &[&str]) -> Step {
    let key = |sk: &&str| {
        format!(r#"{{"DeleteRequest":{{"Key":{{"pk":{{"S":"USER#u1"}},"sk":{{"S":"{sk}"}}}}}}}}"#)
    };
    let writes: Vec<_> = keys.iter().map(key).collect();
    Step::Body(format!(r#"{{"UnprocessedItems":{{"{table}":[{}]}}}}"#, writes.join(",")))
}

/// Every second request is refused, and the others are processed.
#[tokio::test]
async fn a_batch_goes_on_as_long_as_it_progresses() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.put_all(&orders(1..=400)).await.unwrap();
    let (table, mut first) = (store.table.clone(), 1_u32);
    script.then_forever(move |at| {
        if at % 2 == 1 {
            return Step::Answer;
        }
        // The writes of this request move behind all others.
        let sent: Vec<_> = (0..25).map(|own| (first - 1 + own) % 400 + 1).collect();
        first += 50;
        unprocessed(&table, &sent)
    });
    shop.delete_all((1..=400).map(order_key)).await.unwrap();
    let pauses = script.pauses();
    assert!(pauses.len() > 8, "{pauses:?}");
    let longest = std::time::Duration::from_millis(25);
    assert!(pauses.iter().all(|pause| *pause <= longest), "they are short again: {pauses:?}");
}

#[tokio::test]
async fn a_position_is_left_once_whatever_its_row_has_of_keys() {
    let Fixture { shop, script, store, .. } = Fixture::new().await;
    let keys = ["BILL#001", "BILL2#00001", "BILL#002", "BILL2#00002"];
    script.then((0..8).map(|_| nothing_processed(&store.table, &keys)));
    let bills = [1, 2].map(|number| BillKey { user_id: "u1", number });
    let error = shop.delete_all(bills).await.unwrap_err();
    assert_eq!((error.kind(), error.left()), (Throttled, &[0, 1][..]));
    assert_eq!(error.requests().len(), 4);
}

/// A put may be sent again, and a delete may not.
#[tokio::test]
async fn a_batch_whose_answer_is_lost() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    script.then([Step::LoseAnswer]);
    shop.put_all(&orders(1..=2)).await.unwrap();
    assert_eq!(script.sent(), ["BatchWriteItem"; 2]);
    script.clear();
    script.then([Step::GarbleAnswer]);
    let error = shop.delete_all([1, 2].map(order_key)).await.unwrap_err();
    assert_eq!((error.kind(), error.left()), (InDoubt, &[0, 1][..]));
    assert_eq!(script.sent(), ["BatchWriteItem"]);
    assert_eq!(others.get_all([1, 2].map(order_key)).await.unwrap(), [None, None]);
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
