//! Errors of `Table`: their source, and that a future of any request can be sent to another thread.

use std::error::Error as _;

use aws_sdk_dynamodb::{Client, Config};
use ddbkey::DdbKeys as _;
use ddbkey::token::HmacSha256;
use ddbkey_aws::{ItemExt as _, Table, TableError, TableErrorKind, TryError};
use futures_util::StreamExt as _;

use super::shop::{
    Fixture, Local, LocalKey, Order, OrderByTotalPk, OrderPk, Shop, order, order_key,
};

#[tokio::test]
async fn the_source_is_the_error_of_the_sdk() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    script.forever(400, "ResourceNotFoundException");
    let error = shop.get(order_key(7)).await.unwrap_err();
    assert_eq!(error.kind(), TableErrorKind::Service);
    let source = error.source().unwrap().downcast_ref::<aws_sdk_dynamodb::Error>().unwrap();
    assert!(matches!(source, aws_sdk_dynamodb::Error::ResourceNotFoundException(_)));
    assert_eq!(
        format!("{error:?}"),
        "TableError(Service: get of `Order`: ResourceNotFoundException)"
    );
}

async fn describe(shop: &Table<Shop>) -> Result<Option<Order>, TableError> {
    shop.client().describe_table().table_name(shop.name()).send().await?;
    shop.get(order_key(7)).await
}

async fn refuse(shop: &Table<Shop>) -> Result<Option<Order>, TryError<&'static str>> {
    shop.client().list_tables().send().await.map_err(TableError::from)?;
    shop.try_update(order_key(7), |_: &mut Order| Err("closed")).await
}

#[tokio::test]
async fn errors_of_ones_own_requests_become_errors_of_the_table() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    shop.put(&order(7)).await.unwrap();
    assert_eq!(describe(&shop).await.unwrap(), Some(order(7)));
    assert!(matches!(refuse(&shop).await, Err(TryError::Refused("closed"))));
    for (code, kind) in [
        ("ResourceNotFoundException", TableErrorKind::Service),
        ("ThrottlingException", TableErrorKind::Throttled),
    ] {
        script.forever(400, code);
        let error = describe(&shop).await.unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (kind, code_or_words(kind, code)));
        assert!(error.source().unwrap().is::<aws_sdk_dynamodb::Error>());
        assert!(matches!(refuse(&shop).await, Err(TryError::Failed(_))));
    }
}

fn code_or_words(kind: TableErrorKind, code: &str) -> String {
    match kind {
        TableErrorKind::Throttled => "the request was throttled at each try".into(),
        _ => code.into(),
    }
}

fn send<F: IntoFuture<Output = O, IntoFuture: Send>, O>(
    request: F,
) -> impl Future<Output = O> + Send {
    request.into_future()
}

/// `Local` is not `Send`.
#[tokio::test]
async fn futures_are_send_whatever_the_entity_is() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    let local = Local { user_id: "u1".into(), count: 1, of: std::marker::PhantomData };
    let key = LocalKey { user_id: "u1" };
    send(shop.create(&local)).await.unwrap();
    send(shop.put(&local)).await.unwrap();
    assert_eq!(send(shop.get(key)).await.unwrap().as_ref(), Some(&local));
    let mut rows = shop.query(Local::query(super::shop::LocalPk { user_id: "u1" }));
    send(async { rows.next().await.map(drop) }).await.unwrap();
    let all: Result<Vec<Local>, TableError> = send(rows).await;
    assert_eq!(all.unwrap().len(), 0, "the query goes on where it was");
    assert_eq!(send(shop.delete(key)).await.unwrap(), Some(local));
    let error: Option<Shop> = shop.get(Shop::parse_key("USER#u1", "LOCAL").unwrap()).await.unwrap();
    assert_eq!(error, None);
}

fn told<T: std::fmt::Debug>(tried: Result<T, TableError>) -> String {
    tried.unwrap_err().to_string()
}

/// Whatever is wrong: an item, a key, a token, what is asked for.
#[tokio::test]
async fn every_error_tells_its_call() {
    let Fixture { shop, store, .. } = Fixture::new().await;
    let mut unreadable = order(1).to_item().unwrap();
    unreadable.remove("total");
    store.put_item(unreadable).await;
    let of_item = |call: &str| format!("{call} of `Order`: Order: field `total`: missing");
    let pk = || Order::query(OrderPk { user_id: "u1" });
    assert_eq!(told(shop.get(order_key(1)).await), of_item("get"));
    assert_eq!(told(shop.get_all([order_key(1)]).await), of_item("get_all"));
    assert_eq!(told(shop.update(order_key(1), |order| order.total = 2).await), of_item("update"));
    assert_eq!(told(shop.query(pk()).await), of_item("query"));
    assert_eq!(told(shop.query(pk()).next().await), of_item("query"));
    assert_eq!(told(shop.query(pk()).first().await), of_item("query"));
    assert_eq!(told(shop.scan_as::<Order>().next().await), of_item("scan"));
    assert_eq!(told(shop.query(pk()).into_stream().next().await.unwrap()), of_item("query"));
    let applied = "the request was applied, but its item cannot be read: ";
    let key = Shop::parse_key("USER#u1", "ORDER#00001").unwrap();
    assert_eq!(
        told(shop.delete(key).await),
        format!("delete: {applied}Order: field `total`: missing")
    );

    let wide = order(100_000);
    let of_key = told(shop.put(&wide).await).replace("put of `Order`: ", "");
    assert!(of_key.starts_with("sort key of `Order`"), "{of_key}");
    assert_eq!(told(shop.create(&wide).await), format!("create of `Order`: {of_key}"));
    assert_eq!(told(shop.put_all([&wide]).await), format!("put_all of `Order`: {of_key}"));
    let both = shop.transaction().create(&order(2)).put(&wide).send().await;
    assert_eq!(told(both), format!("action 1, `put` of `Order`: {of_key}"));

    let seal = HmacSha256::new("a secret of some length");
    let page = shop.query(pk()).page(Some("torn"), &seal).await.unwrap_err();
    let token = page.token_error().unwrap();
    assert_eq!(page.to_string(), format!("query of `Order`: {token}"));
    let by_total = Order::query_by_total(OrderByTotalPk { user_id: "u1" });
    let index = shop.query(by_total).next().await;
    let why = "query of `Order`: index `keys` does not hold whole items: ask for the keys";
    assert_eq!(told(index), why);
}

/// Each of them is a part of the caller's own future.
#[test]
fn the_futures_of_requests_are_small() {
    let client = Client::from_conf(Config::builder().behavior_version_latest().build());
    let shop = Table::<Shop>::new(&client, "shop");
    let seal = HmacSha256::new("a secret of some length");
    let query = || shop.query(Order::query(OrderPk { user_id: "u1" }));
    let (mut rows, mut keys) = (query(), query().keys());
    let update = || shop.update(order_key(1), |_: &mut Order| {});
    let sizes = [
        ("rows", size_of_val(&rows)),
        ("next", size_of_val(&rows.next())),
        ("first", size_of_val(&query().first())),
        ("with_skipped", size_of_val(&query().with_skipped())),
        ("page", size_of_val(&query().page(None, &seal))),
        ("stream", size_of_val(&query().into_stream())),
        ("key", size_of_val(&keys.next())),
        ("update", size_of_val(&update())),
        ("updated", size_of_val(&update().into_future())),
        ("send", size_of_val(&shop.transaction().send())),
    ];
    assert!(sizes.iter().all(|(_, size)| *size <= 4096), "{sizes:?}");
}
