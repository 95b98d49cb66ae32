//! Rows as streams.

use ddbkey::DdbKeys as _;
use ddbkey_aws::requests::RowStream;
use ddbkey_aws::{ItemExt as _, TableErrorKind};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _};

use super::script::Step;
use super::shop::{Fixture, Local, LocalPk, Order, OrderPk, order};

const PK: OrderPk<'static> = OrderPk { user_id: "u1" };

async fn filled() -> Fixture {
    let fixture = Fixture::new().await;
    for number in 1..=5 {
        fixture.others.put(&order(number)).await.unwrap();
    }
    fixture
}

fn movable<S: Stream + Send + Unpin>(stream: S) -> S {
    stream
}

#[tokio::test]
async fn a_stream_reads_a_page_when_it_is_polled_for_it() {
    let Fixture { shop, script, .. } = filled().await;
    let mut orders = movable(shop.query(Order::query(PK)).page_size(2).into_stream());
    assert_eq!(script.sent(), [""; 0]);
    assert_eq!(orders.next().await.unwrap().unwrap(), order(1));
    assert_eq!(orders.next().await.unwrap().unwrap(), order(2));
    assert_eq!(script.sent().len(), 1);
    let rest: Vec<Order> = orders.try_collect().await.unwrap();
    assert_eq!(rest, [order(3), order(4), order(5)]);
    let two: Vec<Order> = shop.scan_as().limit(2).into_stream().try_collect().await.unwrap();
    assert_eq!(two.len(), 2);
    // Its rows cannot leave their thread.
    let mut local = movable(shop.query(Local::query(LocalPk { user_id: "u1" })).into_stream());
    assert!(local.next().await.is_none());
    assert!(local.next().await.is_none(), "it has ended");
}

#[tokio::test]
async fn a_stream_goes_on_behind_an_unreadable_row_and_ends_with_any_other_error() {
    let Fixture { shop, script, store, .. } = filled().await;
    let mut item = order(2).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let orders: RowStream<'_, _, Order, _> =
        shop.query(Order::query(PK)).page_size(3).into_stream();
    let found: Vec<_> = orders.map(|row| row.map_err(|error| error.kind())).collect().await;
    let rows = [order(1), order(3), order(4), order(5)].map(Ok);
    let [first, rest @ ..] = rows;
    let mut expected = vec![first, Err(TableErrorKind::Item)];
    expected.extend(rest);
    assert_eq!(found, expected);

    script.then([Step::Answer, Step::Code(400, "ValidationException")]);
    let orders = shop.query(Order::query(PK).number_in(3..)).page_size(2).into_stream();
    let found: Vec<_> = orders.map(|row| row.map_err(|error| error.kind())).collect().await;
    assert_eq!(found, [Ok(order(3)), Ok(order(4)), Err(TableErrorKind::Service)]);
    let refused = shop.query(Order::query(PK)).page_size(0).into_stream();
    let found: Vec<_> = refused.map(|row| row.map_err(|error| error.kind())).collect().await;
    assert_eq!(found, [Err(TableErrorKind::Refused)]);
}
