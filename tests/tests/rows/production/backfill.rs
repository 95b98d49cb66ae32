//! The example that moves rows and fills indexes: ten thousand rows with faults of every kind, while another
//! thread goes on writing; and a small table, cut off at every request.

#[path = "../../../../ddbkey-aws/examples/backfill/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextRef, BeforeTransmitInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use ddbkey::DdbKeys;
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use example::table::{Order, Shop, User};
use example::{Options, Report};
use indicatif::ProgressBar;

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

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
    item.extend(order.five_digits().keys().unwrap().into_item());
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
    let keys =
        [order.key().keys().unwrap(), order.five_digits().keys().unwrap()].map(KeysExt::into_item);
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
    Options { is_dry_run, segments: 1, ..Options::of_table(&store.table) }
}

async fn backfill(store: &Store, is_dry_run: bool) -> Report {
    run(store, &options(store, is_dry_run)).await
}

async fn run(store: &Store, options: &Options) -> Report {
    example::backfill(&store.client, options, &ProgressBar::hidden()).await.unwrap()
}

/// In this process alone: with moto, a transaction that is refused undoes what others wrote to the table meanwhile.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn ten_thousand_rows_are_repaired_while_others_write() {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
    let segments = |is_dry_run| Options { segments: 4, ..options(&store, is_dry_run) };
    load(&store).await;
    let kinds: BTreeSet<_> =
        (0..ROWS).filter_map(|number| spoilt(number).1).map(|kind| format!("{kind:?}")).collect();
    assert_eq!(kinds.len(), 10, "{kinds:?}");

    let seen = run(&store, &segments(true)).await;
    assert!(!seen.is_done());
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
        let key = order(number).key().keys().unwrap().into_item();
        let get = store.client.get_item().table_name(&store.table).set_key(Some(key));
        let item = get.send().await.unwrap().item.unwrap();
        assert_eq!(Shop::audit(&item), []);
        assert_eq!(Order::from_item(item).unwrap(), expected);
    }
}

/// What the program prints, and whether nothing is left to do.
async fn print(store: &Store, options: &Options) -> (String, bool) {
    let mut out = Vec::new();
    let is_done = example::run(&store.client, options, &mut out).await.unwrap();
    (String::from_utf8(out).unwrap(), is_done)
}

/// Sparse: who has no address any more is taken out of the index, and the second look says so.
#[tokio::test]
async fn a_clean_end() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = User { user_id: "u1".into(), email: Some("a@b".into()) }.to_item().unwrap();
    item.remove("email");
    store.put_item(item).await;
    let (seen, is_done) = print(&store, &options(&store, true)).await;
    assert!(!is_done && seen.contains("1  to be repaired"), "{seen}");
    assert!(seen.contains("1  User: ") && seen.ends_with("the table is not clean\n"), "{seen}");
    let (done, is_done) = print(&store, &options(&store, false)).await;
    let (first, second) = done.split_once("a second look:\n").expect("a second look");
    assert!(is_done && first.contains("1  repaired\n") && !first.contains("User: "), "{done}");
    assert!(second.contains("0  to be repaired"), "{done}");
    assert!(second.ends_with("the table is clean\n"), "{done}");
    assert!(backfill(&store, true).await.faults.is_empty());
}

#[tokio::test]
async fn a_row_that_only_the_application_can_mend_is_not_clean() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    store.put_item(item.clone()).await;
    under_former_key(&mut item);
    store.put_item(item).await;
    let (seen, is_done) = print(&store, &options(&store, false)).await;
    assert!(!is_done && seen.ends_with("the table is not clean\n"), "{seen}");
    assert!(seen.contains("1  under a former key and under today's"), "{seen}");
}

/// A small item: a move is two writes in a transaction, each of which costs two units.
#[tokio::test]
async fn what_it_costs_is_said_before_it_starts() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut stale = order(1).to_item().unwrap();
    stale.insert("type".into(), s("Invoice"));
    let mut former = order(2).to_item().unwrap();
    under_former_key(&mut former);
    former.insert("text".into(), s(&"x".repeat(1500)));
    store.put_item(stale).await;
    store.put_item(former).await;
    let report = backfill(&store, true).await;
    assert_eq!((report.moved, report.repaired, report.write_units), (1, 1, 2 * 2 * 2 + 1));
    let (seen, _) = print(&store, &options(&store, true)).await;
    assert!(seen.starts_with("about "), "{seen}");
    assert!(seen.contains("9  write units for that"), "{seen}");
}

#[tokio::test]
async fn a_part_of_the_work() {
    let store = small_table(ddbkey_engine::from_env().unwrap()).await;
    let former = |contents: &BTreeMap<[String; 2], Item>| {
        let keys = contents.keys().filter(|[_, sk]| sk.len() == "ORDER#00001".len());
        keys.count()
    };
    let before = contents(&store).await;

    // No order is looked at.
    let of_users = Options { entity: Some("User".into()), ..options(&store, false) };
    let (seen, is_done) = print(&store, &of_users).await;
    assert!(
        is_done && seen.contains("0  items") && seen.ends_with("there is nothing left to do\n")
    );
    assert_eq!(contents(&store).await, before);

    // The rows under former keys stay there, and are repaired.
    let repairs = Options { is_repair_only: true, ..options(&store, false) };
    let report = run(&store, &repairs).await;
    assert!(report.moved == 0 && report.under_both_keys == 0 && report.repaired > 0, "{report:?}");
    assert_eq!(former(&contents(&store).await), former(&before));
    let orders = Options { entity: Some("Order".into()), ..options(&store, true) };
    let seen = run(&store, &orders).await;
    assert_eq!((seen.moved, seen.repaired), (3, 0), "{seen:?}");
}

/// A move leaves an index alone whose key cannot be built.
#[tokio::test]
async fn a_moved_row_that_fits_no_index_is_left() {
    let folder = folder("unbuildable_backfill");
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    under_former_key(&mut item);
    item.insert("carrier".into(), s(""));
    store.put_item(item).await;
    let path = folder.join("left.jsonl");
    let options = Options { left: Some(path.clone()), ..options(&store, false) };
    let report = run(&store, &options).await;
    assert_eq!((report.moved, report.left.len()), (1, 1), "{report:?}");
    let Some([pk, sk, reason]) = left(&path).pop_first() else { panic!("one line") };
    assert_eq!([&*pk, &*sk], ["USER#u7", "ORDER#00000007"]);
    assert!(reason.ends_with("`carrier` is empty"), "{reason}");
}

#[tokio::test]
async fn a_moved_row_has_its_mark() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    under_former_key(&mut item);
    store.put_item(item).await;
    let options = Options { mark: Some("moved_from".into()), ..options(&store, false) };
    assert!(print(&store, &options).await.1);
    assert_eq!(store.scan().await[0]["moved_from"], s("ORDER#00007"));
}

#[tokio::test]
async fn it_writes_no_faster_than_it_is_told() {
    let store = Store::new(Shop::SCHEMA).await;
    for number in 0..5 {
        let mut item = order(number).to_item().unwrap();
        under_former_key(&mut item);
        store.put_item(item).await;
    }
    let began = std::time::Instant::now();
    let options = Options { rate: Some(50), ..options(&store, false) };
    assert_eq!(run(&store, &options).await.moved, 5);
    // The last one waits for the eight writes of the others.
    assert!(began.elapsed() >= std::time::Duration::from_millis(8 * 20));
}

#[test]
fn a_command_line() {
    let parse = |line: &str| Options::parse(line.split(' '));
    let options = parse("backfill shop --rate 0 --entity Order --segments 9").unwrap();
    assert_eq!((&*options.table, options.rate, options.segments), ("shop", Some(1), 9));
    assert_eq!(options.entity.as_deref(), Some("Order"));
    let error = parse("backfill shop --entity Ordr").unwrap_err().to_string();
    assert_eq!(error, "no entity `Ordr`\nhelp: available entities are: `User`, `Order`");
    assert!(parse("backfill").unwrap_err().to_string().starts_with("no table"));
    assert!(parse("backfill shop other").is_err());
}

/// Kills a program at a request: before the engine has it, or after, so that its answer is lost.
#[derive(Debug)]
struct Kill {
    requests_left: AtomicUsize,
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
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.check()?;
        match self.requests_left.load(Ordering::Relaxed).checked_sub(1) {
            Some(left) => self.requests_left.store(left, Ordering::Relaxed),
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
async fn small_table(client: Client) -> Store {
    let store = Store::on(client, Shop::SCHEMA).await;
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

/// A folder of this test, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The keys in the file of what was left alone, each with its reason.
fn left(path: &Path) -> BTreeSet<[String; 3]> {
    let text = std::fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        [text(&line["key"]["pk"]["S"]), text(&line["key"]["sk"]["S"]), text(&line["reason"])]
    };
    text.lines().map(line).collect()
}

/// Killed at each of its requests and run again, it loses nothing and doubles nothing: the table is the one that a
/// run which nobody kills leaves, and so is the file of what was left alone. It goes on where it was.
///
/// In this process alone: moto has no segments.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn killed_at_any_request_it_goes_on() {
    let folder = folder("killed_backfill");
    let options = |store: &Store| Options {
        segments: 2,
        page: 3,
        progress: Some(folder.join("progress.json")),
        left: Some(folder.join("left.jsonl")),
        ..options(store, false)
    };
    let store = small_table(ddbkey_engine::in_process().unwrap()).await;
    let rows = contents(&store).await.len();
    let report = run(&store, &options(&store)).await;
    assert_eq!((report.moved, report.under_both_keys, report.refused), (2, 1, 0), "{report:?}");
    let expected = (contents(&store).await, left(&folder.join("left.jsonl")));
    assert_eq!((expected.0.len(), expected.1.len()), (rows, 9));
    assert!(!folder.join("progress.json").exists());
    for is_after in [false, true] {
        let mut fewest = u64::MAX;
        for number in 0.. {
            let store = small_table(ddbkey_engine::in_process().unwrap()).await;
            let requests_left = AtomicUsize::new(number);
            let kill = Kill { requests_left, is_after, is_dead: AtomicBool::new(false) };
            let config = store.client.config().to_builder().interceptor(kill);
            let client = Client::from_conf(config.build());
            let bar = ProgressBar::hidden();
            let killed = example::backfill(&client, &options(&store), &bar).await;
            assert_eq!(contents(&store).await.len(), rows, "request {number}");
            if killed.is_ok() {
                break;
            }
            let again = run(&store, &options(&store)).await;
            fewest = fewest.min(again.items);
            let found = (contents(&store).await, left(&folder.join("left.jsonl")));
            assert_eq!(found.1, expected.1, "request {number}");
            for (key, item) in &expected.0 {
                assert_eq!(found.0.get(key), Some(item), "request {number}, {key:?}");
            }
            assert!(!folder.join("progress.json").exists());
        }
        assert!(fewest <= 6, "{fewest} items were looked at again");
    }
}

/// The file of another run is no place to go on from.
#[tokio::test]
async fn the_progress_of_another_run_is_refused() {
    let folder = folder("other_backfill");
    let path = folder.join("progress.json");
    let other = r#"{"table":"other","is_repair_only":false,"entity":null,"segments":["start"]}"#;
    std::fs::write(&path, other).unwrap();
    let store = Store::new(Shop::SCHEMA).await;
    let options = Options { progress: Some(path.clone()), ..options(&store, false) };
    let error = example::backfill(&store.client, &options, &ProgressBar::hidden()).await;
    assert!(error.unwrap_err().to_string().contains("of a run with other options"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), other);
}
