//! What is seen of requests.

use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex};

use ddbkey::DdbKeys as _;
use ddbkey_aws::{Sent, Table, TableErrorKind};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Event, Metadata, Subscriber};

use super::script::{Script, Step};
use super::shop::{
    Fixture, Order, OrderByStatusPk, OrderPk, Shop, Status, UserKey, order, order_key, user,
};

struct Observed {
    shop: Table<Shop>,
    script: Script,
    seen: Arc<Mutex<Vec<Sent>>>,
}

impl Observed {
    async fn new() -> Self {
        let Fixture { shop, script, .. } = Fixture::new().await;
        let seen = Arc::<Mutex<Vec<Sent>>>::default();
        let into = Arc::clone(&seen);
        let shop = shop.observed(move |sent| into.lock().unwrap().push(sent.clone()));
        Self { shop, script, seen }
    }

    /// Returns the operations, entities, attempts and outcomes since the last call.
    fn seen(&self) -> Vec<(&'static str, Option<&'static str>, u32, Option<TableErrorKind>)> {
        let seen = self.seen.lock().unwrap().split_off(0);
        let fact = |sent: Sent| (sent.operation(), sent.entity(), sent.attempt(), sent.outcome());
        seen.into_iter().map(fact).collect()
    }

    fn last(&self) -> Sent {
        self.seen.lock().unwrap().pop().unwrap()
    }
}

#[tokio::test]
async fn each_request_is_seen_with_its_capacity() {
    let observed = Observed::new().await;
    let shop = observed.shop.clone();
    shop.create(&order(1)).await.unwrap();
    let created = observed.last();
    assert_eq!((created.operation(), created.entity()), ("PutItem", Some("Order")));
    let capacity = created.capacity().unwrap();
    assert!(capacity.write() >= 1.0, "{capacity:?}");
    assert_eq!((capacity.read(), created.index(), created.outcome()), (0.0, None, None));
    shop.get(order_key(1)).await.unwrap();
    let got = observed.last();
    assert_eq!(got.operation(), "GetItem");
    let capacity = got.capacity().unwrap();
    assert_eq!((capacity.read(), capacity.write()), (1.0, 0.0));

    let open = OrderByStatusPk { status: Status::Open };
    shop.query(Order::query_by_status(open)).await.unwrap();
    let queried = observed.last();
    assert_eq!((queried.operation(), queried.index()), ("Query", Some("gsi1")));
    shop.scan().await.unwrap();
    let scanned = observed.last();
    assert_eq!((scanned.operation(), scanned.entity(), scanned.index()), ("Scan", None, None));
    assert!(scanned.capacity().unwrap().read() > 0.0);
    observed.seen();
    shop.get_all([1, 2].map(order_key)).await.unwrap();
    shop.get_all([1, 2].map(order_key)).together().await.unwrap();
    shop.put_all(&[order(3)]).await.unwrap();
    shop.update(order_key(1), |order| order.total += 1).await.unwrap();
    shop.delete(order_key(1)).await.unwrap();
    shop.create(&user(1)).exactly_once().await.unwrap();
    let seen: Vec<_> = observed.seen().into_iter().map(|(operation, ..)| operation).collect();
    let expected = [
        "BatchGetItem",
        "TransactGetItems",
        "BatchWriteItem",
        "GetItem",
        "UpdateItem",
        "DeleteItem",
        "TransactWriteItems",
    ];
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn each_attempt_is_seen_with_what_came_of_it() {
    use TableErrorKind::{Conflict, InDoubt, Service, Throttled};
    let observed = Observed::new().await;
    let Observed { shop, script, .. } = &observed;
    let seen = |operation, entity| move |at, outcome| (operation, Some(entity), at, outcome);
    let get = seen("GetItem", "Order");
    let put = seen("PutItem", "User");

    script.then([Step::LoseAnswer, Step::Code(400, "ThrottlingException")]);
    shop.get(order_key(1)).await.unwrap();
    // A read is in no doubt.
    assert_eq!(observed.seen(), [get(1, Some(Service)), get(2, Some(Throttled)), get(3, None)]);
    script.then([Step::LoseAnswer]);
    shop.put(&user(1)).await.unwrap();
    assert_eq!(observed.seen(), [put(1, Some(InDoubt)), put(2, None)]);
    script.then([Step::RefuseConnection]);
    shop.put(&user(1)).await.unwrap();
    assert_eq!(observed.seen(), [put(1, Some(Service)), put(2, None)]);
    shop.create(&user(1)).await.unwrap_err();
    assert_eq!(observed.seen(), [put(1, Some(Conflict))]);
    script.then([Step::Code(400, "ValidationException")]);
    shop.get(UserKey { user_id: "u1" }).await.unwrap_err();
    assert_eq!(observed.seen(), [("GetItem", Some("User"), 1, Some(Service))]);
}

/// What the caller asks for stays, and a table that nobody observes asks for nothing.
#[tokio::test]
async fn capacity_is_asked_for_only_where_it_is_seen() {
    let observed = Observed::new().await;
    let Observed { shop, script, .. } = &observed;
    let indexes = aws_sdk_dynamodb::types::ReturnConsumedCapacity::Indexes;
    let get = shop
        .get(order_key(1))
        .customize(move |request| request.return_consumed_capacity(indexes.clone()));
    get.await.unwrap();
    assert!(script.bodies()[0].contains("INDEXES"), "{}", script.bodies()[0]);
    let Fixture { shop, script, .. } = Fixture::new().await;
    shop.query(Order::query(OrderPk { user_id: "u1" })).await.unwrap();
    assert!(!script.bodies()[0].contains("ReturnConsumedCapacity"), "{}", script.bodies()[0]);
}

/// Collects the fields of events.
#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<String>>>);

impl Subscriber for Events {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "ddbkey_aws"
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(format!("{}", event.metadata().level()));
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        unreachable!("a table has no spans")
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() != "elapsed" {
            write!(self.0, " {}={value:?}", field.name()).unwrap();
        }
    }
}

/// Without an observer too, and without a value of the row.
#[tokio::test]
async fn each_attempt_is_an_event() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    let events = Events::default();
    // Of a single subscriber, tracing would ask the thread that sends the first request, which may be another test's.
    let subscribers = [(); 2].map(|()| Dispatch::new(events.clone()));
    let guard = tracing::dispatcher::set_default(&subscribers[0]);
    script.then([Step::Code(400, "ThrottlingException")]);
    shop.get(order_key(1)).await.unwrap();
    drop(guard);
    shop.get(order_key(1)).await.unwrap();
    let seen = events.0.lock().unwrap().clone();
    let expected = [
        r#"DEBUG operation="GetItem" entity="Order" attempt=1 outcome=Throttled"#,
        r#"DEBUG operation="GetItem" entity="Order" attempt=2 read=1.0 write=0.0"#,
    ];
    assert_eq!(seen, expected);
}
