//! Scans: every row, the rows of an entity, parts of the table.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::token::HmacSha256;
use ddbkey_aws::{ItemExt as _, SkipKind, TableErrorKind, field};

use super::shop::{Bill, Fixture, Line, Order, OrderByStatusPk, Shop, Status, bill, order, user};

async fn filled() -> Fixture {
    let fixture = Fixture::new().await;
    fixture.others.put(&user(1)).await.unwrap();
    for number in 1..=7 {
        fixture.others.put(&order(number)).await.unwrap();
    }
    let line = Line { user_id: "u1".into(), number: 3, line: 1 };
    fixture.others.put(&line).await.unwrap();
    fixture
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

#[tokio::test]
async fn a_scan_has_every_row_of_the_table() {
    let Fixture { shop, script, store, .. } = filled().await;
    let stray = [("pk".into(), s("STRAY")), ("sk".into(), s("STRAY"))];
    store.put_item(stray.into()).await;
    let rows: Vec<Shop> = shop.scan().await.unwrap();
    assert_eq!(rows.len(), 9);
    assert!(rows.contains(&Shop::User(user(1))));
    script.clear();
    let page = shop.scan().page_size(4).consistent().with_skipped().await.unwrap();
    assert_eq!(page.to_string(), "9 rows, 1 other");
    assert!(script.bodies().iter().all(|body| body.contains(r#""ConsistentRead":true"#)));
    assert!(script.sent().len() > 2 && script.sent().iter().all(|sent| sent == "Scan"));
    assert_eq!(shop.scan().limit(2).await.unwrap().len(), 2);
    assert_eq!(shop.scan().count().await.unwrap(), 10);
}

/// Rows that are older than the type attribute lack it.
#[tokio::test]
async fn a_scan_of_an_entity_goes_by_keys_and_never_by_the_type() {
    let Fixture { others: shop, store, .. } = filled().await;
    let mut old = order(8).to_item().unwrap();
    assert!(old.remove("type").is_some());
    store.put_item(old).await;
    let mut all = shop.scan_as::<Order>().page_size(2);
    let mut numbers = Vec::new();
    while let Some(order) = all.next().await.unwrap() {
        numbers.push(order.number);
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    let kinds: Vec<_> = all.skipped().iter().map(|skipped| skipped.reason.kind()).collect();
    assert_eq!(kinds, [SkipKind::Other], "the line has the same literals");
    let dear = shop.scan_as::<Order>().filter(field!(Order.total).ge(60));
    assert_eq!(dear.await.unwrap(), [order(6), order(7), order(8)]);
    // What no query can filter by.
    let one = shop.scan_as::<Order>().filter(field!(Order.number).eq(3));
    assert_eq!(one.await.unwrap(), [order(3)]);
    let none = shop.scan_as::<Order>().filter(field!(Order.number).is_in([0; 0]));
    assert_eq!(none.await.unwrap(), []);
}

#[tokio::test]
async fn rows_under_legacy_keys_are_among_the_rows_of_an_entity() {
    let Fixture { others: shop, store, .. } = filled().await;
    shop.put(&bill(7)).await.unwrap();
    let mut old = bill(6).to_item().unwrap();
    old.insert("sk".into(), s("BILL#006"));
    store.put_item(old).await;
    let mut bills = shop.scan_as::<Bill>().await.unwrap();
    bills.sort_by_key(|bill| bill.number);
    assert_eq!(bills, [bill(6), bill(7)]);
}

#[tokio::test]
async fn an_unreadable_row_is_an_error_and_the_scan_goes_on_behind_it() {
    let Fixture { others: shop, store, .. } = filled().await;
    let mut item = order(2).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let mut rows = shop.scan_as::<Order>();
    assert_eq!(rows.next().await.unwrap(), Some(order(1)));
    assert_eq!(rows.next().await.unwrap_err().kind(), TableErrorKind::Item);
    assert_eq!(rows.next().await.unwrap(), Some(order(3)));
    assert_eq!(shop.scan().await.unwrap_err().kind(), TableErrorKind::Item);
}

/// Each request goes on where the one before it has stopped, whatever is read: the table, an entity, an index, keys.
#[tokio::test]
async fn a_request_starts_after_the_last_evaluated_key() {
    let Fixture { others: shop, .. } = filled().await;
    let (mut scanned, mut start) = (Vec::new(), None);
    loop {
        let page = shop.scan().start_after(start).limit(2).with_skipped().await.unwrap();
        scanned.extend(page.rows);
        start = page.last_evaluated_key;
        if start.is_none() {
            break;
        }
    }
    assert_eq!(scanned, shop.scan().await.unwrap());

    let first = shop.scan_as::<Order>().limit(3).with_skipped().await.unwrap();
    let rest = shop.scan_as::<Order>().start_after(first.last_evaluated_key.clone());
    assert_eq!([first.rows, rest.await.unwrap()].concat(), (1..=7).map(order).collect::<Vec<_>>());
    let mut rest = shop.scan_as::<Order>().start_after(first.last_evaluated_key.clone());
    assert_eq!(rest.next().await.unwrap(), Some(order(4)));
    let rest = shop.scan_as::<Order>().start_after(first.last_evaluated_key);
    assert_eq!(rest.count().await.unwrap(), 5, "a line of an order has the same literals");

    let open = || shop.query(Order::query_by_status(OrderByStatusPk { status: Status::Open }));
    let first = open().limit(5).with_skipped().await.unwrap();
    let start = first.last_evaluated_key;
    assert_eq!(open().start_after(start.clone()).await.unwrap(), [order(6), order(7)]);
    assert_eq!(open().start_after(start.clone()).keys().await.unwrap().len(), 2);
    assert_eq!(open().start_after(None).await.unwrap().len(), 7);
    let seal = HmacSha256::new("a secret of some length");
    let error = open().start_after(start).page(None, &seal).await.unwrap_err();
    assert_eq!(error.to_string(), "query of `Order`: a page starts where its token says");
}

#[tokio::test]
async fn a_segment_that_does_not_exist_is_refused() {
    let Fixture { shop, script, .. } = filled().await;
    for (segment, total) in [(8, 8), (0, 0)] {
        let error = shop.scan().segment(segment, total).await.unwrap_err();
        assert_eq!(error.kind(), TableErrorKind::Refused);
        let why = format!("scan: a scan of {total} segments has no segment {segment}");
        assert_eq!(error.to_string(), why);
    }
    assert_eq!(script.sent(), [""; 0]);
}
