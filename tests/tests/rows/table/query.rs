//! Queries: all rows, one page, only keys.

use ddbkey::DdbKeys as _;
use ddbkey::token::{HmacSha256, TokenError};
use ddbkey_aws::TableErrorKind::{Item, Refused, Service, Token};
use ddbkey_aws::{ItemExt as _, SkipKind, SkipReason};

use super::script::Step;
use super::shop::{
    Fixture, Line, Order, OrderByStatusPk, OrderByTotalPk, OrderPk, Shop, Status, User, UserPk,
    order, user,
};

fn seal() -> HmacSha256 {
    HmacSha256::new("a secret of some length")
}

fn orders(numbers: impl Iterator<Item = u32>) -> Vec<Order> {
    numbers.map(order).collect()
}

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

const PK: OrderPk<'static> = OrderPk { user_id: "u1" };

#[tokio::test]
async fn rows_come_one_by_one_over_all_pages() {
    let Fixture { shop, script, .. } = filled().await;
    let mut rows = shop.query(Order::query(PK)).page_size(3);
    assert_eq!(script.sent(), [""; 0]);
    let mut found = Vec::new();
    while let Some(row) = rows.next().await.unwrap() {
        found.push(row);
        assert!(script.sent().len() <= 1 + found.len() / 2, "lazily");
    }
    assert_eq!(found, orders(1..=7));
    // The line of an order is in the range of orders.
    assert_eq!(rows.skipped().len(), 1);
    assert_eq!(rows.skipped()[0].place, 3);
    assert_eq!(rows.skipped()[0].reason.kind(), SkipKind::Other);
    assert_eq!(rows.next().await.unwrap().map(|row| row.number), None, "it has ended");

    let ranged = Order::query(PK).number_in(2..4).descending();
    assert_eq!(shop.query(ranged).await.unwrap(), [order(3), order(2)]);
    assert_eq!(shop.query(Order::query(PK)).await.unwrap(), orders(1..=7));
}

#[tokio::test]
async fn a_query_of_the_table_has_rows_of_the_table() {
    let Fixture { others: shop, .. } = filled().await;
    let all: Vec<Shop> = shop.query(PK.condition().unwrap()).await.unwrap();
    assert_eq!(all.len(), 9);
    let nested: Vec<Shop> = shop.query(Order::query(PK).number(3).nested()).await.unwrap();
    assert!(matches!(&nested[..], [Shop::Line(line)] if line.line == 1));
    let condition = PK.condition().unwrap();
    let mut users = shop.query_as::<User>(&condition);
    assert_eq!(users.next().await.unwrap(), Some(user(1)));
    assert_eq!(users.next().await.unwrap(), None);
    let kinds: Vec<_> = users.skipped().iter().map(|skipped| skipped.reason.kind()).collect();
    assert_eq!(kinds, [SkipKind::Other; 8]);
    let users = shop.query_as::<User>(UserPk { user_id: "u1" }.condition().unwrap());
    assert_eq!(users.await.unwrap(), [user(1)]);
}

#[tokio::test]
async fn an_index_that_lags_has_no_false_rows() {
    let Fixture { others: shop, store, .. } = filled().await;
    let mut item = order(7).to_item().unwrap();
    item.insert("status".into(), aws_sdk_dynamodb::types::AttributeValue::S("Paid".into()));
    store.put_item(item).await;
    let pk = OrderByStatusPk { status: Status::Open };
    let mut open = shop.query(Order::query_by_status(pk));
    let mut found = Vec::new();
    while let Some(row) = open.next().await.unwrap() {
        found.push(row);
    }
    assert_eq!(found, orders(1..=6));
    assert!(matches!(&open.skipped()[0].reason, SkipReason::Stale(())));
}

#[tokio::test]
async fn an_unreadable_row_is_an_error_and_the_next_call_goes_on_behind_it() {
    let Fixture { others: shop, store, .. } = filled().await;
    let mut item = order(2).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let mut rows = shop.query(Order::query(PK)).page_size(2);
    assert_eq!(rows.next().await.unwrap(), Some(order(1)));
    assert_eq!(rows.next().await.unwrap_err().kind(), Item);
    assert_eq!(rows.next().await.unwrap(), Some(order(3)));
    assert_eq!(shop.query(Order::query(PK)).await.unwrap_err().kind(), Item);
    // In a page it is among the skipped ones.
    let page = shop.query(Order::query(PK)).page_size(2).page(None, &seal()).await.unwrap();
    assert_eq!(page.rows, [order(1)]);
    assert!(matches!(&page.skipped[0].reason, SkipReason::Failed(_)));
    assert!(page.next.is_some());
}

#[tokio::test]
async fn a_page_that_fails_is_read_again() {
    let Fixture { shop, script, .. } = filled().await;
    let mut rows = shop.query(Order::query(PK)).page_size(2);
    rows.next().await.unwrap();
    rows.next().await.unwrap();
    script.then([Step::Code(400, "ValidationException")]);
    assert_eq!(rows.next().await.unwrap_err().kind(), Service);
    assert_eq!(rows.next().await.unwrap(), Some(order(3)));
}

#[tokio::test]
async fn pages_follow_one_another_by_their_tokens() {
    let Fixture { others: shop, .. } = filled().await;
    let (mut found, mut token, mut pages) = (Vec::new(), None::<String>, 0);
    loop {
        let query = shop.query(Order::query(PK)).page_size(3);
        let page = query.page(token.as_deref(), &seal()).await.unwrap();
        found.extend(page.rows);
        pages += 1;
        token = page.next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!((found, pages), (orders(1..=7), 3));

    let error = shop.query(Order::query(PK)).page(Some("no token"), &seal()).await.unwrap_err();
    assert_eq!(error.kind(), Token);
    assert!(error.token_error().is_some_and(TokenError::is_client_error));
}

#[tokio::test]
async fn a_query_without_rows_sends_nothing() {
    let Fixture { shop, script, .. } = filled().await;
    #[expect(clippy::reversed_empty_ranges, reason = "that is the case")]
    let empty = Order::query(PK).number_in(4..2);
    assert_eq!(shop.query(empty.clone()).await.unwrap(), []);
    assert_eq!(shop.query(empty.clone()).next().await.unwrap(), None);
    assert!(shop.query(empty.clone()).keys().await.unwrap().is_empty());
    let page = shop.query(empty).page(None, &seal()).await.unwrap();
    assert!(page.rows.is_empty() && page.next.is_none());
    for user_id in ["", "a#b"] {
        assert_eq!(shop.query(Order::query(OrderPk { user_id })).await.unwrap(), []);
    }
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn keys_are_those_that_are_stored_and_read_by_a_projection() {
    let Fixture { shop, script, store, .. } = filled().await;
    // Its fields are gone, but its key is not.
    let key = OrderPk { user_id: "u1" }.condition().unwrap();
    let mut item = store.items(&key).await.remove(0);
    item.retain(|name, _| ["pk", "sk"].contains(&name.as_str()));
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("ORDER#00009".into()));
    store.put_item(item.clone()).await;
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("STRAY".into()));
    store.put_item(item).await;

    let mut keys = shop.query(key).page_size(4).keys();
    let mut found = Vec::new();
    while let Some(key) = keys.next().await.unwrap() {
        found.push(key.keys().sk().unwrap().to_owned());
    }
    assert_eq!(found.len(), 10);
    assert!(found.contains(&"ORDER#00009".to_owned()) && found.contains(&"PROFILE".to_owned()));
    assert_eq!(keys.skipped().len(), 1, "a key of no entity");
    assert!(script.bodies()[0].contains("ProjectionExpression"), "{}", script.bodies()[0]);
}

/// The index `keys` projects only keys.
#[tokio::test]
async fn an_index_without_whole_items_has_keys_and_no_rows() {
    let Fixture { others: shop, .. } = filled().await;
    let query = || Order::query_by_total(OrderByTotalPk { user_id: "u1" });
    let error = shop.query(query()).next().await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert!(error.to_string().contains("index `keys`"), "{error}");
    assert_eq!(shop.query(query()).await.unwrap_err().kind(), Refused);
    assert_eq!(shop.query(query()).page(None, &seal()).await.unwrap_err().kind(), Refused);
    let keys = shop.query(query()).keys().await.unwrap();
    assert_eq!(keys.len(), 7);
    assert_eq!(shop.get(&keys[6]).await.unwrap(), Some(Shop::Order(Box::new(order(7)))));
}

#[tokio::test]
async fn a_customized_query_is_customized_on_each_page() {
    let Fixture { shop, script, .. } = filled().await;
    let query = shop.query(Order::query(PK)).page_size(3).consistent();
    let rows = query.customize(|query| query.scan_index_forward(false)).await.unwrap();
    assert_eq!(rows, orders((1..=7).rev()));
    let bodies = script.bodies();
    assert!(
        bodies.len() > 1 && bodies.iter().all(|body| body.contains(r#""ConsistentRead":true"#))
    );
}

/// Each time, and before anything is sent.
#[tokio::test]
async fn what_no_query_can_have_is_refused() {
    let Fixture { shop, script, .. } = filled().await;
    let by_status = || Order::query_by_status(OrderByStatusPk { status: Status::Open });
    let empty = shop.query(Order::query(PK)).page_size(0);
    let consistent = shop.query(by_status()).consistent();
    for (mut query, why) in [
        (empty, "a page has at least one item"),
        (consistent, "a global index has no consistent reads"),
    ] {
        for _ in 0..2 {
            let error = query.next().await.unwrap_err();
            assert_eq!((error.kind(), error.to_string()), (Refused, why.to_owned()));
        }
        assert_eq!(query.keys().await.unwrap_err().kind(), Refused);
    }
    let error = shop.query(by_status()).consistent().page(None, &seal()).await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert_eq!(script.sent(), [""; 0]);
    assert_eq!(shop.query(by_status()).await.unwrap().len(), 7);
}
