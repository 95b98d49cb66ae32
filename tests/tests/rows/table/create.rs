//! Creating and putting rows when answers are lost.

use ddbkey_aws::TableErrorKind::{Busy, Exists, InDoubt, Key, Service, Throttled};

use super::script::Step;
use super::shop::{Fixture, Order, Shop, Status, order, order_key};
use crate::store::text;

#[tokio::test]
async fn the_second_of_two_creations_exists_and_has_the_stored_item() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.create(&order(7)).await.unwrap();
    let paid = Order { status: Status::Paid, ..order(7) };
    let error = shop.create(&paid).await.unwrap_err();
    assert_eq!(error.kind(), Exists);
    assert_eq!(text(error.item().unwrap(), "gsi1pk"), "STATUS#Open");
    assert_eq!(error.to_string(), "there is an item under the key");
    assert!(!format!("{error:?}").contains("u1"), "{error:?}");

    shop.create(&Shop::Order(Box::new(order(8)))).await.unwrap();
    assert_eq!(shop.get(order_key(8)).await.unwrap(), Some(order(8)));
    shop.put(&paid).await.unwrap();
    assert_eq!(shop.get(order_key(7)).await.unwrap(), Some(paid));
}

#[tokio::test]
async fn a_row_without_a_key_is_not_sent() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let error = shop.create(&Order { user_id: "a#b".into(), ..order(7) }).await.unwrap_err();
    assert_eq!(error.kind(), Key);
    assert!(error.key_error().is_some());
    assert_eq!(script.sent(), [""; 0]);
}

/// An answer is lost, and the SDK sends the creation again.
#[tokio::test]
async fn a_lost_answer_is_in_doubt_if_the_stored_row_is_equal() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    script.then([Step::LoseAnswer]);
    let error = shop.create(&order(7)).await.unwrap_err();
    assert_eq!(error.kind(), InDoubt);
    assert!(error.item().is_some());
    assert_eq!(script.sent(), ["PutItem", "PutItem"]);

    // The request was lost, so the second one creates the row.
    script.then([Step::LoseRequest]);
    shop.create(&order(8)).await.unwrap();

    // Another writer created the row first.
    others.create(&Order { total: 1, ..order(9) }).await.unwrap();
    script.then([Step::LoseAnswer]);
    assert_eq!(shop.create(&order(9)).await.unwrap_err().kind(), Exists);

    // A throttled request was not applied.
    others.create(&order(10)).await.unwrap();
    script.then([Step::Code(400, "ProvisionedThroughputExceededException")]);
    assert_eq!(shop.create(&order(10)).await.unwrap_err().kind(), Exists);
}

#[tokio::test]
async fn exactly_once_has_an_answer() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    script.then([Step::LoseAnswer]);
    shop.create(&order(7)).exactly_once().await.unwrap();
    assert_eq!(script.sent(), ["TransactWriteItems"; 2]);
    let bodies = script.bodies();
    assert_eq!(bodies[0], bodies[1], "one token");
    let error = shop.create(&order(7)).exactly_once().await.unwrap_err();
    assert_eq!(error.kind(), Exists);
    assert!(error.item().is_some());
    assert_eq!(error.position(), None, "it is one row");
    assert_eq!(others.get(order_key(7)).await.unwrap(), Some(order(7)));
}

#[tokio::test]
async fn the_end_of_all_attempts_says_whether_anything_can_have_been_applied() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    for (status, code, kind) in [
        (500, "InternalServerError", InDoubt),
        (400, "ThrottlingException", Throttled),
        (400, "AccessDeniedException", Service),
    ] {
        script.forever(status, code);
        assert_eq!(shop.create(&order(7)).await.unwrap_err().kind(), kind, "{code}");
        assert_eq!(shop.put(&order(7)).await.unwrap_err().kind(), kind, "{code}");
    }
    script.forever(400, "TransactionConflictException");
    script.clear();
    assert_eq!(shop.put(&order(7)).await.unwrap_err().kind(), Busy);
    assert_eq!(script.sent(), ["PutItem"; 3], "it is sent again");
}
