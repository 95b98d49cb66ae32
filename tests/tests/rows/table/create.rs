//! Creating and putting rows when answers are lost.

use ddbkey_aws::ConditionExt;
use ddbkey_aws::TableErrorKind::{Busy, Exists, InDoubt, Key, Service, Throttled};

use super::script::Step;
use super::shop::{Fixture, Order, Shop, Status, UserKey, order, order_key, user};
use crate::store::text;

#[tokio::test]
async fn the_second_of_two_creations_exists_and_has_the_stored_item() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.create(&order(7)).await.unwrap();
    let paid = Order { status: Status::Paid, ..order(7) };
    let error = shop.create(&paid).await.unwrap_err();
    assert_eq!(error.kind(), Exists);
    assert_eq!(text(error.item().unwrap(), "gsi1pk"), "STATUS#Open");
    assert_eq!(error.to_string(), "create of `Order`: there is an item under the key");
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

/// A second request could create the row again after another writer has deleted it.
#[tokio::test]
async fn a_creation_whose_answer_is_lost_is_in_doubt_and_is_not_sent_again() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let lost = [Step::LoseAnswer, Step::FailAnswer, Step::GarbleAnswer];
    for (step, number) in lost.into_iter().zip(1..) {
        script.clear();
        script.then([step]);
        assert_eq!(shop.create(&order(number)).await.unwrap_err().kind(), InDoubt);
        assert_eq!(script.sent(), ["PutItem"]);
        assert_eq!(others.get(order_key(number)).await.unwrap(), Some(order(number)));
    }
    script.then([Step::LoseRequest]);
    assert_eq!(shop.create(&order(8)).await.unwrap_err().kind(), InDoubt);
    assert_eq!(others.get(order_key(8)).await.unwrap(), None);

    // A request that was throttled, or that found no connection, was not applied.
    let refused =
        [Step::Code(400, "ProvisionedThroughputExceededException"), Step::RefuseConnection];
    for (step, number) in refused.into_iter().zip(9..) {
        script.then([step]);
        shop.create(&order(number)).await.unwrap();
        script.then([Step::RefuseConnection]);
        assert_eq!(shop.create(&order(number)).await.unwrap_err().kind(), Exists);
    }
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
    let error = shop.put(&order(7)).await.unwrap_err();
    assert_eq!(error.to_string(), "put of `Order`: AccessDeniedException");
    assert_eq!(error.entity(), Some("Order"));
    script.forever(400, "TransactionConflictException");
    script.clear();
    assert_eq!(shop.put(&order(7)).await.unwrap_err().kind(), Busy);
    assert_eq!(script.sent(), ["PutItem"; 3], "it is sent again");
}

/// Nothing was sent, at each attempt.
#[tokio::test]
async fn a_connection_that_is_refused_is_no_doubt() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    let forever = || script.then_forever(|_| Step::RefuseConnection);
    forever();
    assert_eq!(shop.create(&order(7)).await.unwrap_err().kind(), Service);
    assert_eq!(shop.put(&order(7)).await.unwrap_err().kind(), Service);
    assert_eq!(shop.delete(order_key(7)).await.unwrap_err().kind(), Service);
    assert_eq!(shop.next(&user(0), "visits").await.unwrap_err().kind(), Service);
    let transaction = shop.transaction().create(&order(7));
    assert_eq!(transaction.send().await.unwrap_err().kind(), Service);
    assert_eq!(script.sent().len(), 15, "each is sent again");
    // One attempt may have been applied.
    script.then([Step::LoseRequest]);
    assert_eq!(shop.put(&order(7)).await.unwrap_err().kind(), InDoubt);
    others.put(&user(1)).await.unwrap();
    script.then([Step::Answer, Step::LoseAnswer]);
    let update = shop.update(UserKey { user_id: "u1" }, |user| user.visits += 1);
    assert_eq!(update.await.unwrap_err().kind(), InDoubt);
}

/// A plain put replaces whatever is there, and may be sent again.
#[tokio::test]
async fn a_put_is_sent_again_unless_it_has_a_condition() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    for step in [Step::LoseAnswer, Step::FailAnswer, Step::GarbleAnswer, Step::LoseRequest] {
        script.clear();
        script.then([step]);
        shop.put(&order(7)).await.unwrap();
        assert_eq!(script.sent(), ["PutItem"; 2]);
        assert_eq!(others.delete(order_key(7)).await.unwrap(), Some(order(7)));
    }
    script.clear();
    script.then([Step::LoseAnswer]);
    let absent = shop.put(&order(7)).customize(ConditionExt::if_absent::<Order>);
    assert_eq!(absent.await.unwrap_err().kind(), InDoubt);
    assert_eq!(script.sent(), ["PutItem"]);
    script.clear();
    script.then([Step::LoseAnswer]);
    shop.put(&Order { total: 1, ..order(7) }).exactly_once().await.unwrap();
    assert_eq!(script.sent(), ["TransactWriteItems"; 2]);
    assert_eq!(others.get(order_key(7)).await.unwrap(), Some(Order { total: 1, ..order(7) }));
}
