//! Errors of `Table`: their source, and that a future of any request can be sent to another thread.

use std::error::Error as _;

use ddbkey::DdbKeys as _;
use ddbkey_aws::{Table, TableError, TableErrorKind, TryError};

use super::shop::{Fixture, Local, LocalKey, Order, Shop, order, order_key};

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
