//! Updates: what they write, which writers they conflict with, and what a lost answer means.

use std::time::Duration;

use ddbkey::DdbKeys as _;
use ddbkey_aws::TableErrorKind::{Busy, Conflict, InDoubt, Item, Refused, Service, Throttled};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, TableErrorKind, TryError, field};

use super::script::Step;
use super::shop::{
    Bill, BillKey, Fixture, Local, LocalKey, NoteKey, Order, OrderKey, Shop, Status, User, UserKey,
    bill, note, order, order_key, user,
};

const USER: UserKey<'static> = UserKey { user_id: "u1" };

#[tokio::test]
async fn an_update_reads_writes_the_difference_and_returns_the_row() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.create(&order(7)).await.unwrap();
    let paid = Order { status: Status::Paid, ..order(7) };
    let updated: Option<Order> =
        shop.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
    assert_eq!(updated.as_ref(), Some(&paid));
    assert_eq!(script.sent(), ["GetItem", "UpdateItem"]);
    assert_eq!(others.get(order_key(7)).await.unwrap(), Some(paid.clone()));
    let item = store.scan().await.remove(0);
    assert_eq!(item["gsi1pk"].as_s().unwrap(), "STATUS#Paid");

    // Without a difference, nothing is written.
    script.clear();
    let same = shop.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
    assert_eq!(same, Some(paid));
    assert_eq!(script.sent(), ["GetItem"]);
    assert_eq!(shop.update(order_key(8), |order| order.total = 0).await.unwrap(), None);
    // A key of no row.
    script.clear();
    let key = OrderKey { user_id: "a#b", number: 1 };
    assert_eq!(shop.update(key, |order| order.total = 0).await.unwrap(), None);
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn each_form_of_key_and_row() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.create(&order(7)).await.unwrap();
    let name = String::from("Ada");
    shop.create(&user(1)).await.unwrap();
    // A stored request: it borrows nothing from the key, but what its closure borrows.
    let rename = shop.update(user(1).key(), |user| user.name.clone_from(&name));
    assert_eq!(rename.await.unwrap().unwrap().name, "Ada");
    let owned = order_key(7).into_owned().unwrap();
    shop.update(&owned, |order| order.total += 1).await.unwrap();
    let key = Shop::parse_key("USER#u1", "ORDER#00007").unwrap();
    let change = |row: &mut Shop| {
        if let Shop::Order(order) = row {
            order.total += 1;
        }
    };
    let row: Option<Shop> = shop.update(key, change).await.unwrap();
    assert_eq!(row, Some(Shop::Order(Box::new(Order { total: 72, ..order(7) }))));
    // A row that cannot leave its thread.
    shop.create(&Local { user_id: "u1".into(), count: 1, of: std::marker::PhantomData })
        .await
        .unwrap();
    let local = shop.update(LocalKey { user_id: "u1" }, |local| local.count += 1);
    let future: std::pin::Pin<Box<dyn Future<Output = _> + Send>> = local.into_future();
    assert_eq!(future.await.unwrap().unwrap().count, 2);
}

#[derive(Debug, PartialEq)]
struct Paid;

impl Order {
    fn cancel(&mut self) -> Result<(), Paid> {
        if self.status == Status::Paid {
            return Err(Paid);
        }
        self.total = 0;
        Ok(())
    }
}

#[tokio::test]
async fn a_closure_can_refuse() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&order(7)).await.unwrap();
    let canceled = shop.try_update(order_key(7), Order::cancel).await;
    assert_eq!(canceled.unwrap(), Some(Order { total: 0, ..order(7) }));
    others.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
    script.clear();
    let refused = shop.try_update(order_key(7), Order::cancel).await;
    assert!(matches!(refused, Err(TryError::Refused(Paid))));
    assert_eq!(script.sent(), ["GetItem"]);
    script.forever(400, "AccessDeniedException");
    let failed = shop.try_update(order_key(7), Order::cancel).await;
    assert!(matches!(failed, Err(TryError::Failed(error)) if error.kind() == Service));
}

/// Returns steps in which another writer writes between the read and the write, `times` times.
fn meeting(others: &Table<Shop>, times: usize) -> Vec<Step> {
    let one = || {
        let others = others.clone();
        Step::after(async move {
            others.update(USER, |user| user.visits += 100).await.unwrap();
        })
    };
    (0..times).map(|_| one()).collect()
}

#[tokio::test]
async fn the_second_try_is_made_at_once_and_the_others_wait_and_read() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    script.then([Step::Answer]);
    script.then(meeting(&others, 1));
    let updated = shop.update(USER, |user| user.visits += 1).await.unwrap().unwrap();
    assert_eq!(updated.visits, 102);
    assert_eq!(script.sent(), ["GetItem", "UpdateItem", "UpdateItem"]);
    assert_eq!(script.pauses(), [Duration::ZERO; 0]);

    script.clear();
    script.then([Step::Answer]);
    script.then(meeting(&others, 2));
    let updated = shop.update(USER, |user| user.visits += 1).await.unwrap().unwrap();
    assert_eq!(updated.visits, 303);
    let sent = ["GetItem", "UpdateItem", "UpdateItem", "GetItem", "UpdateItem"];
    assert_eq!(script.sent(), sent);
    assert_eq!(script.pauses().len(), 1);
}

#[tokio::test]
async fn others_who_write_at_each_try_are_a_conflict() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(0)).await.unwrap();
    let one = || meeting(&others, 1).pop().unwrap();
    script.then([Step::Answer, one(), one()]);
    script.then((0..6).flat_map(|_| [Step::Answer, one()]));
    let mut runs = 0;
    let update = shop.update(USER, |user| {
        runs += 1;
        user.visits += 1;
    });
    let error = update.await.unwrap_err();
    assert_eq!((error.kind(), runs), (Conflict, 8));
    assert_eq!(error.item().unwrap()["visits"].as_n().unwrap(), "800");
    assert_eq!(script.pauses().len(), 6);
    assert_eq!(others.get(USER).await.unwrap().unwrap().visits, 800);
}

/// What the closure reads is compared, although it writes something else.
#[tokio::test]
async fn a_guard_that_others_break_holds() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    script.then([Step::Answer]);
    script.then(meeting(&others, 1));
    let rename = |user: &mut User| {
        if user.visits == 1 {
            user.name = "first".into();
        }
    };
    assert_eq!(shop.update(USER, rename).await.unwrap().unwrap().name, "Ann");
    // A closure that sets a field without reading others does not conflict.
    script.clear();
    script.then([Step::Answer]);
    script.then(meeting(&others, 1));
    let updated = shop.update(USER, |user| user.name = "Ada".into()).narrow().await.unwrap();
    assert_eq!(updated, Some(User { name: "Ada".into(), ..user(201) }), "as it is stored");
    assert_eq!(script.sent(), ["GetItem", "UpdateItem"]);
}

#[tokio::test]
async fn a_row_that_is_deleted_or_moves_meanwhile() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let deleting = others.clone();
    script.then([
        Step::Answer,
        Step::after(async move {
            deleting.delete(USER).await.unwrap();
        }),
    ]);
    assert_eq!(shop.update(USER, |user| user.visits += 1).await.unwrap(), None);

    let mut item = bill(7).to_item().unwrap();
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("BILL#007".into()));
    store.put_item(item).await;
    let moving = others.clone();
    script.clear();
    script.then([
        Step::Answer,
        Step::Answer,
        Step::after(async move {
            moving.put(&bill(7)).await.unwrap();
        }),
    ]);
    let key = BillKey { user_id: "u1", number: 7 };
    let updated = shop.update(key, |bill| bill.cents += 1).await.unwrap();
    assert_eq!(updated, Some(Bill { cents: 6, ..bill(7) }));
    assert_eq!(store.scan().await.len(), 1);
    others.create(&note("n1")).await.unwrap();
    let key = NoteKey { user_id: "u1", id: "n1" };
    let error = shop.update(key, |note| note.text.clear()).await.unwrap_err();
    assert_eq!(error.kind(), Refused);
}

/// The answer is lost, and the SDK sends the update again, which then fails by its own condition.
#[tokio::test]
async fn a_lost_answer_is_success_if_there_is_nothing_left_to_change() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&order(7)).await.unwrap();
    script.then([Step::Answer, Step::LoseAnswer]);
    let paid = shop.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
    assert_eq!(paid, Some(Order { status: Status::Paid, ..order(7) }));
    assert_eq!(script.sent(), ["GetItem", "UpdateItem", "UpdateItem"]);

    others.create(&user(1)).await.unwrap();
    script.then([Step::Answer, Step::LoseAnswer]);
    let error = shop.update(USER, |user| user.visits += 1).await.unwrap_err();
    assert_eq!(error.kind(), InDoubt);
    assert_eq!(error.item().unwrap()["visits"].as_n().unwrap(), "2");
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)), "once");

    // A request that did not arrive is sent again.
    script.then([Step::Answer, Step::LoseRequest]);
    let updated = shop.update(USER, |user| user.visits += 1).await.unwrap();
    assert_eq!(updated, Some(user(3)));
    // A closure that refuses its own result.
    script.then([Step::Answer, Step::LoseAnswer]);
    let once = shop.try_update(USER, |user| {
        if user.name == "Ada" {
            return Err("it is Ada before");
        }
        user.name = "Ada".into();
        Ok(())
    });
    let Err(TryError::Failed(error)) = once.await else { panic!("nobody knows") };
    assert_eq!(error.kind(), InDoubt);
}

#[tokio::test]
async fn exactly_once_counts_once() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    script.then([Step::Answer, Step::LoseAnswer]);
    let counted = shop.update(USER, |user| user.visits += 1).exactly_once().await.unwrap();
    assert_eq!(counted, Some(user(2)));
    script.clear();
    script.then([Step::Answer]);
    script.then(meeting(&others, 1));
    let counted = shop.update(USER, |user| user.visits += 1).exactly_once().await.unwrap();
    assert_eq!(counted, Some(user(103)));
    let sent = ["GetItem", "TransactWriteItems", "TransactWriteItems", "GetItem"];
    assert_eq!(script.sent(), sent);
}

/// The transaction is applied, and the read after it fails.
#[tokio::test]
async fn an_update_that_was_applied_and_cannot_be_read_is_in_doubt() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    script.then([Step::Answer, Step::Answer]);
    script.then((0..3).map(|_| Step::LoseAnswer));
    let update = shop.update(USER, |user| user.visits += 1).exactly_once();
    assert_eq!(update.await.unwrap_err().kind(), InDoubt);
    assert_eq!(others.get(USER).await.unwrap(), Some(user(2)));
}

/// A mover takes the row to its current key before the row is read again.
#[tokio::test]
async fn an_update_is_found_under_the_key_that_its_row_has_moved_to() {
    let Fixture { others, shop, script, store } = Fixture::new().await;
    let mut item = bill(7).to_item().unwrap();
    item.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("BILL#007".into()));
    store.put_item(item).await;
    let key = BillKey { user_id: "u1", number: 7 };
    let moved = Bill { cents: 6, ..bill(7) };
    let (moving, row) = (others.clone(), moved.clone());
    script.then([
        Step::Answer,
        Step::Answer,
        Step::Answer,
        Step::after(async move { moving.put(&row).await.unwrap() }),
    ]);
    let updated = shop.update(key, |bill| bill.cents += 1).exactly_once().await.unwrap();
    assert_eq!(updated, Some(moved.clone()));

    // The row is deleted before it is read again: it is as it was written.
    let deleting = others.clone();
    script.then([
        Step::Answer,
        Step::Answer,
        Step::after(async move {
            deleting.delete(key).await.unwrap();
        }),
    ]);
    let updated = shop.update(key, |bill| bill.cents += 1).exactly_once().await.unwrap();
    assert_eq!(updated, Some(Bill { cents: 7, ..bill(7) }));
    assert_eq!(others.get(key).await.unwrap(), None);
}

/// The answer says success, but cannot be read; the second request fails by the first.
#[tokio::test]
async fn an_answer_that_cannot_be_read_is_a_lost_answer() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let lost = [Step::GarbleAnswer, Step::FailAnswer, Step::LoseAnswer];
    for (step, visits) in lost.into_iter().zip(2..) {
        script.then([Step::Answer, step]);
        let error = shop.update(USER, |user| user.visits += 1).await.unwrap_err();
        assert_eq!(error.kind(), InDoubt);
        assert_eq!(others.get(USER).await.unwrap(), Some(user(visits)), "once");
    }
    for step in [Step::GarbleAnswer, Step::FailAnswer, Step::LoseAnswer] {
        others.put(&user(1)).await.unwrap();
        script.then([step]);
        assert_eq!(shop.delete::<User>(USER).await.unwrap_err().kind(), InDoubt);
        assert_eq!(others.get(USER).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_transaction_on_the_item_counts_as_a_conflict() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    let busy = || Step::Code(400, "TransactionConflictException");
    script.then([Step::Answer, busy(), busy(), busy()]);
    let counted = shop.update(USER, |user| user.visits += 1).await.unwrap();
    assert_eq!(counted, Some(user(2)));
    assert_eq!(script.sent().last().unwrap(), "UpdateItem");
    assert_eq!(script.sent().iter().filter(|own| *own == "GetItem").count(), 2);
}

#[tokio::test]
async fn the_end_of_all_attempts() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&user(1)).await.unwrap();
    for (status, code, kind) in [
        (500, "InternalServerError", InDoubt),
        (400, "ThrottlingException", Throttled),
        (400, "AccessDeniedException", Service),
    ] {
        script.then([Step::Answer]);
        script.then((0..3).map(|_| Step::Code(status, code)));
        let error = shop.update(USER, |user| user.visits += 1).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{code}");
        script.reset();
    }
    script.then([Step::Answer]);
    script.then_forever(|at| match at % 4 {
        3 => Step::Answer,
        _ => Step::Code(400, "TransactionConflictException"),
    });
    let error = shop.update(USER, |user| user.visits += 1).await.unwrap_err();
    assert_eq!(error.kind(), Busy);
    assert_eq!(others.get(USER).await.unwrap(), Some(user(1)));
}

#[tokio::test]
async fn what_cannot_be_updated_is_an_error() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    shop.create(&order(7)).await.unwrap();
    // The program's mistake, and no key of a client.
    let error = shop.update(order_key(7), |order| order.number = 8).await.unwrap_err();
    assert_eq!((error.kind(), error.key_error().is_none()), (Item, true));
    let error = shop.try_update(order_key(7), |order| {
        order.number = 8;
        Ok::<_, Paid>(())
    });
    let Err(TryError::Failed(error)) = error.await else { panic!("the key has changed") };
    assert_eq!((error.kind(), error.entity()), (Item, Some("Order")));
    let mut item = order(8).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let error = shop.update(order_key(8), |order| order.total = 8).await.unwrap_err();
    assert_eq!(error.kind(), Item);
}

#[tokio::test]
async fn a_row_is_deleted_if_it_meets_a_condition() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&order(7)).await.unwrap();
    let is_paid = || field!(Order.status).eq(Status::Paid);
    let error = shop.delete(order_key(7)).when(is_paid()).await.unwrap_err();
    assert_eq!((error.kind(), error.item().is_some()), (Conflict, true));
    assert_eq!(shop.delete(order_key(8)).when(is_paid()).await.unwrap(), None);
    let gone = shop.delete(order_key(7)).when(!is_paid()).await;
    assert_eq!(gone.unwrap(), Some(order(7)));

    // It is paid before the delete arrives.
    others.create(&order(7)).await.unwrap();
    let paying = others.clone();
    script.clear();
    script.then([Step::after(async move {
        paying.update(order_key(7), |order| order.status = Status::Paid).await.unwrap();
    })]);
    let error = shop.delete(order_key(7)).when(!is_paid()).await.unwrap_err();
    assert_eq!(error.kind(), Conflict);
    assert_eq!(script.sent(), ["DeleteItem"]);

    script.then([Step::LoseAnswer]);
    let error = shop.delete(order_key(7)).when(is_paid()).await.unwrap_err();
    assert_eq!(error.kind(), InDoubt);
    assert_eq!(others.get(order_key(7)).await.unwrap(), None);
}

#[tokio::test]
async fn items_that_were_read_are_deleted_and_checked_in_a_transaction() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.create(&order(7)).await.unwrap();
    shop.create(&user(1)).await.unwrap();
    let (order_item, user_item) = (order(7).to_item().unwrap(), user(1).to_item().unwrap());
    let check = User::check_item(&user_item).unwrap();
    shop.update(USER, |user| user.visits += 1).await.unwrap();
    let stale = shop.transaction().delete_item(&order_item).unchanged(&check);
    let error = stale.send().await.unwrap_err();
    assert_eq!((error.kind(), error.position()), (Conflict, Some(1)));
    let check = User::check_item(&user(2).to_item().unwrap()).unwrap();
    let sent = shop.transaction().delete_item(&order_item).unchanged(&check);
    sent.send().await.unwrap();
    assert_eq!(shop.get(order_key(7)).await.unwrap(), None);
    let error = shop.transaction().delete_item(&order_item).send().await.unwrap_err();
    let kind: TableErrorKind = error.kind();
    assert_eq!(kind, Conflict);
}

/// Twenty concurrent writers each count: every answer is the result of one count.
#[tokio::test]
async fn many_writers_count_each_once() {
    let Fixture { others, store, .. } = Fixture::new().await;
    others.create(&user(0)).await.unwrap();
    let mut counting = Vec::new();
    for _ in 0..20 {
        let script = super::script::Script::default();
        let shop = Table::<Shop>::new(&script.client(&store.client), &store.table);
        counting.push(tokio::spawn(async move {
            shop.update(USER, |user| user.visits += 1).await.is_ok()
        }));
    }
    let mut counted = 0;
    for count in counting {
        counted += u32::from(count.await.unwrap());
    }
    assert_eq!(others.get(USER).await.unwrap().unwrap().visits, counted);
    assert!(counted > 0);
}
