//! The example that moves rows and fills indexes: ten thousand rows with faults of every kind, while another
//! thread goes on writing; and a small table, cut off at every write.

#[path = "../../../examples/backfill/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextRef, BeforeTransmitInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use ddbkey::items::FaultKind;
use ddbkey::{DdbKeys, DdbTable, UpdateExt};
use ddbkey_tests::engine;
use example::table::{Order, Shop, User};
use example::{Options, Report};
use indicatif::ProgressBar;

use crate::store::{Item, Store};

const ROWS: u32 = 10_000;
/// Every one of these is another's in turn; the rest has no fault.
const SPOILT: [(Spoil, Option<FaultKind>); 13] = [
    (|item| drop(item.insert("status".into(), s("SENT"))), Some(FaultKind::Stale)),
    (|item| drop(item.insert("type".into(), s("Invoice"))), Some(FaultKind::Stale)),
    (|item| drop(item.remove("by_statussk")), Some(FaultKind::Half)),
    (without_index, Some(FaultKind::Missing)),
    (|item| drop(item.remove("type")), Some(FaultKind::Missing)),
    (|item| drop(item.insert("type".into(), n("7"))), Some(FaultKind::WrongType)),
    (|item| drop(item.insert("by_emailpk".into(), s("EMAIL#x"))), Some(FaultKind::LeftOver)),
    (|item| drop(item.insert("pk".into(), s("SESSION"))), Some(FaultKind::Unknown)),
    (|item| drop(item.remove("total_cents")), Some(FaultKind::Unreadable)),
    (|item| drop(item.insert("carrier".into(), s(""))), Some(FaultKind::Unbuildable)),
    (|item| drop(item.insert("user_id".into(), s("someone"))), Some(FaultKind::Key)),
    (under_former_key, Some(FaultKind::OtherKey)),
    (|_| {}, None),
];

type Spoil = fn(&mut Item);

fn without_index(item: &mut Item) {
    item.remove("by_statuspk");
    item.remove("by_statussk");
}

fn under_former_key(item: &mut Item) {
    let order = Order::from_item(item.clone()).unwrap();
    item.extend(Item::from(order.five_digits().keys().unwrap()));
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.into())
}

fn order(number: u32) -> Order {
    Order {
        user_id: format!("u{}", number % 100),
        number,
        status: "NEW".into(),
        carrier: "none".into(),
        total_cents: 5,
    }
}

fn spoilt(number: u32) -> (Item, Option<FaultKind>) {
    let mut item = order(number).to_item().unwrap();
    let (spoil, kind) = SPOILT[number as usize % SPOILT.len()];
    spoil(&mut item);
    (item, kind)
}

async fn load(store: &Store) {
    let rows: Vec<Item> = (0..ROWS).map(|number| spoilt(number).0).collect();
    for rows in rows.chunks(25) {
        let put = |item: &Item| PutRequest::builder().set_item(Some(item.clone())).build().unwrap();
        let write = |item| WriteRequest::builder().put_request(put(item)).build();
        let rows = rows.iter().map(write).collect();
        let write = store.client.batch_write_item().request_items(&store.table, rows);
        assert!(write.send().await.unwrap().unprocessed_items().is_none_or(HashMap::is_empty));
    }
}

/// README's loop: read the row under whichever key, change it, and start over if somebody was faster.
async fn change(client: &Client, table: &str, number: u32, by: impl Fn(&mut Order)) -> Order {
    let order = order(number);
    let keys = [order.key().keys().unwrap(), order.five_digits().keys().unwrap()].map(Item::from);
    loop {
        let get = |key: &Item| {
            let get = client.get_item().table_name(table).set_key(Some(key.clone()));
            get.consistent_read(true).send()
        };
        let mut item = get(&keys[0]).await.unwrap().item;
        if item.is_none() {
            item = get(&keys[1]).await.unwrap().item;
        }
        // Moved between the two.
        let Some(item) = item else { continue };
        let mut new = None;
        let update = Order::update_item(&item, |order| {
            by(order);
            new = Some(order.clone());
        });
        let new = new.unwrap();
        let Some(update) = update.unwrap() else { return new };
        match client.update_item().table_name(table).item_update(&update).send().await {
            Ok(_) => return new,
            Err(error) => {
                assert!(error.into_service_error().is_conditional_check_failed_exception());
            }
        }
    }
}

/// Changes orders that can be read, until it is told to stop. Returns what it has written last.
async fn write(client: Client, table: String, stop: Arc<AtomicBool>) -> HashMap<u32, Order> {
    let mut written = HashMap::new();
    let readable = (0..ROWS).filter(|number| {
        !matches!(
            SPOILT[*number as usize % SPOILT.len()].1,
            Some(
                FaultKind::Unknown
                    | FaultKind::Unreadable
                    | FaultKind::Unbuildable
                    | FaultKind::Key
            )
        )
    });
    for (round, number) in readable.cycle().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let order = change(&client, &table, number, |order| {
            order.status = format!("S{}", round % 7);
            order.carrier = format!("C{}", round % 5);
        });
        written.insert(number, order.await);
    }
    written
}

fn options(store: &Store, is_dry_run: bool) -> Options {
    Options { table: store.table.clone(), segments: 1, rate: None, is_dry_run }
}

async fn backfill(store: &Store, is_dry_run: bool) -> Report {
    run(store, &options(store, is_dry_run)).await
}

async fn run(store: &Store, options: &Options) -> Report {
    example::backfill::<Shop>(&store.client, options, &ProgressBar::hidden()).await.unwrap()
}

/// In this process alone: with moto, a transaction that is refused undoes what others wrote to the table meanwhile.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn ten_thousand_rows_are_repaired_while_others_write() {
    let store = Store::on(engine::in_process().unwrap(), Shop::SCHEMA).await;
    let segments = |is_dry_run| Options { segments: 4, ..options(&store, is_dry_run) };
    load(&store).await;
    let kinds: BTreeSet<_> =
        (0..ROWS).filter_map(|number| spoilt(number).1).map(|kind| format!("{kind:?}")).collect();
    assert_eq!(kinds.len(), 10, "{kinds:?}");

    let seen = run(&store, &segments(true)).await;
    assert!(!seen.is_clean());
    assert_eq!(seen.items, u64::from(ROWS));
    let faults: u64 = seen.faults.values().sum();
    let spoilt_rows = (0..ROWS).filter(|number| spoilt(*number).1.is_some()).count();
    assert_eq!(faults, spoilt_rows as u64);

    let stop = Arc::new(AtomicBool::new(false));
    let writer = std::thread::spawn({
        let (client, table, stop) = (store.client.clone(), store.table.clone(), stop.clone());
        move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(write(client, table, stop))
        }
    });
    let report = run(&store, &segments(false)).await;
    assert!(report.repaired > 0 && report.moved > 0);
    stop.store(true, Ordering::Relaxed);
    let written = writer.join().unwrap();
    assert!(!written.is_empty());

    let again = run(&store, &segments(true)).await;
    assert_eq!((again.moved, again.repaired), (0, 0), "{again:?}");
    assert_eq!(again.left, seen.left);
    for (number, expected) in written {
        let key: Item = order(number).key().keys().unwrap().into();
        let get = store.client.get_item().table_name(&store.table).set_key(Some(key));
        let item = get.send().await.unwrap().item.unwrap();
        assert_eq!(Shop::audit(&item), []);
        assert_eq!(Order::from_item(item).unwrap(), expected);
    }
}

/// Sparse: who has no address any more is taken out of the index, and the end says so.
#[tokio::test]
async fn a_clean_end() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = User { user_id: "u1".into(), email: Some("a@b".into()) }.to_item().unwrap();
    item.remove("email");
    store.put_item(item).await;
    let print = |report: &Report| {
        let mut out = Vec::new();
        report.print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let seen = print(&backfill(&store, true).await);
    assert!(
        seen.contains("1  to be repaired") && seen.ends_with("the table is not clean\n"),
        "{seen}"
    );
    let done = print(&backfill(&store, false).await);
    assert!(done.contains("1  repaired") && done.ends_with("the table is clean\n"), "{done}");
    assert!(backfill(&store, true).await.faults.is_empty());
}

/// Kills a program at a write: before the engine has it, or after, so that its answer is lost.
#[derive(Debug)]
struct Kill {
    writes_left: AtomicUsize,
    is_after: bool,
    is_dead: AtomicBool,
}

impl Kill {
    fn check(&self) -> Result<(), BoxError> {
        if self.is_dead.load(Ordering::Relaxed) { Err("killed".into()) } else { Ok(()) }
    }
}

impl Intercept for Kill {
    fn name(&self) -> &'static str {
        "Kill"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.check()?;
        let target = context.request().headers().get("x-amz-target").unwrap_or_default();
        if !target.ends_with(".UpdateItem") && !target.ends_with(".TransactWriteItems") {
            return Ok(());
        }
        match self.writes_left.load(Ordering::Relaxed).checked_sub(1) {
            Some(left) => self.writes_left.store(left, Ordering::Relaxed),
            None => self.is_dead.store(true, Ordering::Relaxed),
        }
        if self.is_after { Ok(()) } else { self.check() }
    }

    fn read_before_deserialization(
        &self,
        _: &BeforeDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.check()
    }
}

/// Every item, by its keys.
async fn contents(store: &Store) -> BTreeMap<[String; 2], Item> {
    let scan = store.client.scan().table_name(&store.table).send().await.unwrap();
    let key = |item: &Item| ["pk", "sk"].map(|name| item[name].as_s().unwrap().clone());
    scan.items.unwrap_or_default().into_iter().map(|item| (key(&item), item)).collect()
}

/// A table of each fault that can be mended, twice, and of a row under both keys.
async fn small_table() -> Store {
    let store = Store::new(Shop::SCHEMA).await;
    for (number, (spoil, _)) in (0..).zip(SPOILT.iter().chain(&SPOILT)) {
        let mut item = order(number).to_item().unwrap();
        spoil(&mut item);
        store.put_item(item).await;
    }
    let mut item = order(99).to_item().unwrap();
    store.put_item(item.clone()).await;
    under_former_key(&mut item);
    item.insert("carrier".into(), s("other"));
    store.put_item(item).await;
    store
}

/// Killed at each of its writes and run again, it loses nothing and doubles nothing: the table is the one that a
/// run which nobody kills leaves.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn killed_at_any_write_it_goes_on() {
    let store = small_table().await;
    let rows = contents(&store).await.len();
    let report = backfill(&store, false).await;
    assert_eq!((report.moved, report.under_both_keys, report.refused), (2, 1, 0), "{report:?}");
    let expected = contents(&store).await;
    assert_eq!(expected.len(), rows);
    let writes = report.moved + report.repaired + report.under_both_keys;
    for is_after in [false, true] {
        for number in 0..=writes {
            let store = small_table().await;
            let writes_left = AtomicUsize::new(usize::try_from(number).unwrap());
            let kill = Kill { writes_left, is_after, is_dead: AtomicBool::new(false) };
            let config = store.client.config().to_builder().interceptor(kill);
            let client = Client::from_conf(config.build());
            let killed =
                example::backfill::<Shop>(&client, &options(&store, false), &ProgressBar::hidden())
                    .await;
            assert_eq!(killed.is_err(), number < writes, "write {number}");
            let meanwhile = contents(&store).await;
            assert_eq!(meanwhile.len(), rows, "write {number}");
            backfill(&store, false).await;
            assert_eq!(contents(&store).await, expected, "write {number}");
        }
    }
}
