//! Queries: all rows, one page, only keys.

use ddbkey::DdbKeys as _;
use ddbkey::token::{HmacSha256, TokenError};
use ddbkey_aws::TableErrorKind::{Item, Refused, Service, Token};
use ddbkey_aws::{ItemExt as _, SkipKind, SkipReason, field};

use super::script::{Script, Step};
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
    let no_rows = shop.query(Order::query(PK)).limit(0);
    let consistent = shop.query(by_status()).consistent();
    for (mut query, why) in [
        (empty, "a page has at least one item"),
        (no_rows, "a limit is at least one row"),
        (consistent, "a global index has no consistent reads"),
    ] {
        for _ in 0..2 {
            let error = query.next().await.unwrap_err();
            let why = format!("query of `Order`: {why}");
            assert_eq!((error.kind(), error.to_string()), (Refused, why));
        }
        assert_eq!(query.keys().await.unwrap_err().kind(), Refused);
    }
    let query = || shop.query(by_status());
    for error in [
        query().consistent().page(None, &seal()).await.unwrap_err(),
        query().consistent().with_skipped().await.unwrap_err(),
        query().limit(0).first().await.unwrap_err(),
        query().limit(7).count().await.unwrap_err(),
        query().live(1_750_000_000).count().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), Refused, "{error}");
    }
    assert_eq!(script.sent(), [""; 0]);
    assert_eq!(shop.query(by_status()).await.unwrap().len(), 7);
}

/// The line of an order is in the range of orders.
#[tokio::test]
async fn a_limit_is_of_rows_and_its_requests_grow_over_what_is_skipped() {
    let Fixture { shop, script, .. } = filled().await;
    let query = || shop.query(Order::query(PK));
    assert_eq!(query().limit(3).await.unwrap(), orders(1..=3));
    assert_eq!(limits(&script), ["3"]);
    assert_eq!(query().limit(4).await.unwrap(), orders(1..=4));
    assert_eq!(limits(&script), ["4", "8"]);
    assert_eq!(query().limit(4).page_size(3).await.unwrap(), orders(1..=4));
    assert_eq!(limits(&script), ["3", "3"]);
    assert_eq!(query().limit(50).await.unwrap(), orders(1..=7));
    assert_eq!(limits(&script), ["50"]);
    let mut two = query().limit(2);
    assert_eq!(two.next().await.unwrap(), Some(order(1)));
    assert_eq!(two.await.unwrap(), [order(2)]);
    assert_eq!(limits(&script), ["2"]);
    let cheap = query().filter(field!(Order.total).le(50)).limit(2);
    assert_eq!(cheap.await.unwrap(), orders(1..=2));
    assert_eq!(limits(&script), [""]);
    assert_eq!(query().keys().await.unwrap().len(), 8);
    assert_eq!(query().limit(2).keys().await.unwrap().len(), 2);
}

/// Returns what the requests since the last call asked for.
fn limits(script: &Script) -> Vec<String> {
    let limit = |body: String| {
        let limit = body.split_once(r#""Limit":"#).map_or("", |(_, limit)| limit);
        limit.split([',', '}']).next().unwrap_or_default().to_owned()
    };
    let limits = script.bodies().into_iter().map(limit).collect();
    script.clear();
    limits
}

#[tokio::test]
async fn the_first_row_is_one_read() {
    let Fixture { shop, script, .. } = filled().await;
    let newest = shop.query(Order::query(PK).descending()).first().await.unwrap();
    assert_eq!((newest, limits(&script)), (Some(order(7)), vec!["1".to_owned()]));
    let all = shop.query(PK.condition().unwrap());
    assert_eq!(all.first().await.unwrap(), Some(Shop::Order(Box::new(order(1)))));
    let none = Order::query(OrderPk { user_id: "nobody" });
    assert_eq!(shop.query(none).first().await.unwrap(), None);
    script.clear();
    let line = Order::query(PK).number_in(4..);
    assert_eq!(shop.query(line.descending()).limit(4).await.unwrap(), orders((4..=7).rev()));
}

#[tokio::test]
async fn a_count_is_of_stored_items() {
    let Fixture { shop, script, store, .. } = filled().await;
    let mut item = order(2).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let query = || shop.query(Order::query(PK));
    assert_eq!(query().count().await.unwrap(), 8, "with a line, and a row that cannot be read");
    assert!(script.bodies()[0].contains(r#""Select":"COUNT""#), "{}", script.bodies()[0]);
    script.clear();
    assert_eq!(query().page_size(3).count().await.unwrap(), 8);
    assert_eq!(limits(&script), ["3"; 3]);
    assert_eq!(query().filter(field!(Order.total).ge(40)).count().await.unwrap(), 4);
    assert_eq!(shop.query(Order::query(OrderPk { user_id: "a#b" })).count().await.unwrap(), 0);
    let by_total = Order::query_by_total(OrderByTotalPk { user_id: "u1" });
    assert_eq!(shop.query(by_total).count().await.unwrap(), 7, "of an index of keys");
}

#[tokio::test]
async fn rows_can_come_with_what_was_set_apart() {
    let Fixture { others: shop, store, .. } = filled().await;
    let mut item = order(2).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let query = || shop.query(Order::query(PK)).page_size(3);
    let page = query().with_skipped().await.unwrap();
    assert_eq!(page.to_string(), "6 rows, 1 other, 1 failed");
    assert_eq!(page.last_evaluated_key, None);
    let places: Vec<_> = page.skipped.iter().map(|skipped| skipped.place).collect();
    assert_eq!(places, [1, 3]);
    assert_eq!(query().limit(1).await.unwrap(), [order(1)]);
    assert_eq!(query().limit(2).await.unwrap_err().kind(), Item, "of the first such row");
    assert_eq!(query().first().await.unwrap(), Some(order(1)));
    let from_2 = shop.query(Order::query(PK).number_in(2..));
    assert_eq!(from_2.first().await.unwrap_err().kind(), Item);

    let limited = query().limit(3).with_skipped().await.unwrap();
    assert_eq!(limited.rows, [order(1), order(3), order(4)]);
    let key = limited.last_evaluated_key.unwrap();
    assert_eq!((key.len(), key["sk"].as_s().unwrap().as_str()), (2, "ORDER#00004"));
}

/// The key at which the rest of an index starts has the attributes of the index, as stored.
#[tokio::test]
async fn a_limited_page_of_an_index_continues_by_a_token() {
    let Fixture { others: shop, .. } = filled().await;
    let query = || {
        let open = OrderByStatusPk { status: Status::Open };
        shop.query(Order::query_by_status(open)).page_size(4).limit(3)
    };
    let first = query().page(None, &seal()).await.unwrap();
    assert_eq!(first.rows, orders(1..=3));
    let second = query().page(first.next.as_deref(), &seal()).await.unwrap();
    assert_eq!(second.rows, orders(4..=6));
    let last = query().page(second.next.as_deref(), &seal()).await.unwrap();
    assert_eq!((last.rows, last.next), (orders(7..=7), None));
}

#[tokio::test]
async fn a_start_key_that_is_customized_is_that_of_the_first_page() {
    let Fixture { others: shop, .. } = filled().await;
    let page = shop.query(Order::query(PK)).limit(2).with_skipped().await.unwrap();
    let rest = shop
        .query(Order::query(PK))
        .page_size(2)
        .customize(move |request| request.set_exclusive_start_key(page.last_evaluated_key.clone()));
    assert_eq!(rest.await.unwrap(), orders(3..=7));
}
