//! Repairs and moves of a deployed table: ten thousand rows with faults of every kind, while another thread keeps
//! writing; and a small table, cut off at every request.

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
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use ddbkey_tools::{Report, Run, RunError, Schema, move_rows, repair};
use serde::{Deserialize, Serialize};

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

use crate::store::{Item, Store};
use crate::table::script::{Script, Step};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("by_email", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, type_name_was("Invoice"))]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[was("five_digits", sk = ("ORDER", "{number:05}"))]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:08}", carrier))]
struct Order {
    user_id: String,
    number: u32,
    status: String,
    carrier: String,
    total_cents: u64,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("by_email")]
#[gsi("by_status")]
enum Shop {
    User(User),
    Order(Order),
}

/// A release that knows neither the current key of orders nor the partition of their index.
mod before {
    use ddbkey::{DdbKeys, DdbTable};

    #[derive(DdbKeys)]
    #[ddb(table = Shop)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{number:05}")]
    #[gsi("by_status", pk = ("STATE", status), sk = ("{number:08}", carrier))]
    pub(super) struct Order {
        user_id: String,
        number: u32,
        status: String,
        carrier: String,
    }

    #[derive(DdbTable)]
    #[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
    #[gsi("by_status")]
    pub(super) enum Shop {
        Order(Order),
    }
}

const ROWS: u32 = 10_000;
/// Each of these applies to rows in turn; the remaining rows have no fault.
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
    (under_legacy_key, Some(FaultKind::OtherKey)),
    (|_| {}, None),
];

type Spoil = fn(&mut Item);

fn without_index(item: &mut Item) {
    item.remove("by_statuspk");
    item.remove("by_statussk");
}

fn under_legacy_key(item: &mut Item) {
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

/// The README's loop: read the row under any key, change it, and start over if another writer was faster.
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
        // The row moved between the two.
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

/// Changes readable orders until it is told to stop. Returns what it has written last.
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

/// Returns a run that removes what it should, in one segment.
fn run(store: &Store) -> Run {
    with(Run::new(&store.table), |run| (run.segments, run.remove) = (1, true))
}

/// Returns the same run, which writes.
fn writing(store: &Store) -> Run {
    with(run(store), |run| run.write = true)
}

fn with(mut run: Run, options: impl FnOnce(&mut Run)) -> Run {
    options(&mut run);
    run
}

/// The release that announced the current key reads both.
fn with_old(run: Run) -> Run {
    with(run, |run| run.old = Some(Schema::of(Shop::SCHEMA)))
}

/// Moves, then repairs.
async fn backfill(store: &Store, run: &Run) -> [Report; 2] {
    let run = with_old(run.clone());
    let moved = move_rows::<Shop>(&store.client, &run).await.unwrap();
    [moved, repair::<Shop>(&store.client, &run).await.unwrap()]
}

/// Only in this process: with moto, a refused transaction undoes what others wrote to the table meanwhile.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn ten_thousand_rows_are_repaired_while_others_write() {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
    let four = with(Run::new(&store.table), |run| run.remove = true);
    load(&store).await;
    let kinds: BTreeSet<_> =
        (0..ROWS).filter_map(|number| spoilt(number).1).map(|kind| format!("{kind:?}")).collect();
    assert_eq!(kinds.len(), 10, "{kinds:?}");

    let [to_move, to_repair] = backfill(&store, &four).await;
    assert!(!to_move.is_done() && !to_repair.is_done());
    assert_eq!(to_repair.rows.values().sum::<u64>(), u64::from(ROWS));
    let faults: u64 = to_repair.faults().map(|(_, _, count)| count).sum();
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
    let [moved, repaired] = backfill(&store, &with(four.clone(), |run| run.write = true)).await;
    assert!(moved.moved > 0 && repaired.repaired > 0);
    stop.store(true, Ordering::Relaxed);
    let written = writer.join().unwrap();
    assert!(!written.is_empty());

    let [moves, repairs] = backfill(&store, &four).await;
    assert_eq!((moves.moved, repairs.repaired), (0, 0), "{moves}{repairs}");
    assert_eq!([moves.left, repairs.left], [to_move.left, to_repair.left]);
    for (number, expected) in written {
        let key = order(number).key().keys().unwrap().into_item();
        let get = store.client.get_item().table_name(&store.table).set_key(Some(key));
        let item = get.send().await.unwrap().item.unwrap();
        assert_eq!(Shop::audit(&item), []);
        assert_eq!(Order::from_item(item).unwrap(), expected);
    }
}

/// Sparse: a user without an address is taken out of the index, if attributes may be removed.
#[tokio::test]
async fn nothing_is_removed_unasked() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = User { user_id: "u1".into(), email: Some("a@b".into()) }.to_item().unwrap();
    item.remove("email");
    store.put_item(item.clone()).await;

    let unasked = with(Run::new(&store.table), |run| run.write = true);
    let report = repair::<Shop>(&store.client, &unasked).await.unwrap();
    assert_eq!((report.repaired, report.left.len()), (0, 1), "{report}");
    assert!(
        report.to_string().contains("1  left as they are: they would lose `by_email"),
        "{report}"
    );
    assert_eq!(store.scan().await, [item]);

    let plan = repair::<Shop>(&store.client, &run(&store)).await.unwrap();
    let removed: Vec<_> = plan.removed.iter().map(|(name, count)| (&**name, *count)).collect();
    assert_eq!(removed, [("by_emailpk", 1), ("by_emailsk", 1)], "{plan}");
    assert!(plan.to_string().contains("1  to be repaired\n"), "{plan}");
    assert!(plan.to_string().contains("1  User: "), "{plan}");

    let report = repair::<Shop>(&store.client, &writing(&store)).await.unwrap();
    assert!(report.to_string().contains("1  repaired\n"), "{report}");
    assert!(!report.to_string().contains("User: "), "{report}");
    let again = repair::<Shop>(&store.client, &run(&store)).await.unwrap();
    assert!(again.is_done() && again.faults().next().is_none(), "{again}");
}

#[tokio::test]
async fn nothing_is_written_unasked() {
    let store = small_table(ddbkey_engine::from_env().unwrap()).await;
    let before = contents(&store).await;
    let [moves, repairs] = backfill(&store, &run(&store)).await;
    assert!(moves.moved > 0 && repairs.repaired > 0, "{moves}{repairs}");
    assert_eq!(contents(&store).await, before);
}

#[tokio::test]
async fn a_row_that_only_the_application_can_merge_is_left() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    store.put_item(item.clone()).await;
    under_legacy_key(&mut item);
    store.put_item(item).await;
    let moving = with_old(writing(&store));
    let report = move_rows::<Shop>(&store.client, &moving).await.unwrap();
    assert_eq!((report.moved, report.under_both_keys), (0, 1), "{report}");
    assert_eq!(store.scan().await.len(), 2);
}

/// A small row: a move is two writes in a transaction, at two units each.
#[tokio::test]
async fn the_plan_says_what_it_costs() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut stale = order(1).to_item().unwrap();
    stale.insert("type".into(), s("Invoice"));
    let mut legacy = order(2).to_item().unwrap();
    under_legacy_key(&mut legacy);
    legacy.insert("text".into(), s(&"x".repeat(1500)));
    store.put_item(stale).await;
    store.put_item(legacy).await;
    let [moves, repairs] = backfill(&store, &run(&store)).await;
    assert_eq!((moves.moved, repairs.repaired), (1, 1));
    assert!(moves.to_string().contains("8  write units for that"), "{moves}");
    assert!(repairs.to_string().contains("1  write units for that"), "{repairs}");
}

#[tokio::test]
async fn a_part_of_the_work() {
    let store = small_table(ddbkey_engine::from_env().unwrap()).await;
    let legacy = |contents: &BTreeMap<[String; 2], Item>| {
        contents.keys().filter(|[_, sk]| sk.len() == "ORDER#00001".len()).count()
    };
    let before = contents(&store).await;

    // Orders are skipped.
    let of_users = with(writing(&store), |run| run.entity = Some("User".into()));
    let report = repair::<Shop>(&store.client, &of_users).await.unwrap();
    assert_eq!((report.rows.values().sum::<u64>(), report.repaired), (0, 0), "{report}");
    assert_eq!(contents(&store).await, before);
    let of = |entity: &str| with(run(&store), |run| run.entity = Some(entity.into()));
    let unknown = repair::<Shop>(&store.client, &of("Ordr")).await;
    let unknown = unknown.unwrap_err().to_string();
    assert_eq!(unknown, "no entity `Ordr`\nhelp: available entities are: `User`, `Order`");

    // The rows under legacy keys stay there, and are repaired.
    let report = repair::<Shop>(&store.client, &writing(&store)).await.unwrap();
    assert!(report.moved == 0 && report.under_both_keys == 0 && report.repaired > 0);
    assert_eq!(legacy(&contents(&store).await), legacy(&before));
    let [moves, repairs] = backfill(&store, &of("Order")).await;
    assert_eq!((moves.moved, repairs.repaired), (3, 0), "{moves}{repairs}");
}

/// A move does not touch an index whose key cannot be built.
#[tokio::test]
async fn a_moved_row_that_fits_no_index_is_left() {
    let folder = folder("unbuildable_move");
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    under_legacy_key(&mut item);
    item.insert("carrier".into(), s(""));
    store.put_item(item).await;
    let path = folder.join("left.jsonl");
    let moving = with(with_old(writing(&store)), |run| run.left = Some(path.clone()));
    let report = move_rows::<Shop>(&store.client, &moving).await.unwrap();
    assert_eq!((report.moved, report.left.len()), (1, 1), "{report}");
    let Some([pk, sk, reason]) = left(&path).pop_first() else { panic!("one line") };
    assert_eq!([&*pk, &*sk], ["USER#u7", "ORDER#00000007"]);
    assert!(reason.ends_with("`carrier` is empty"), "{reason}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test]
async fn a_moved_row_has_its_mark() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    under_legacy_key(&mut item);
    store.put_item(item).await;
    let moving = with(with_old(writing(&store)), |run| run.mark = Some("moved_from".into()));
    assert_eq!(move_rows::<Shop>(&store.client, &moving).await.unwrap().moved, 1);
    assert_eq!(store.scan().await[0]["moved_from"], s("ORDER#00007"));
}

/// The table has too little throughput for the first row twice, and for the second row at each try.
#[tokio::test]
async fn a_throttled_move_goes_on() {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
    for number in 0..3 {
        let mut item = order(number).to_item().unwrap();
        under_legacy_key(&mut item);
        store.put_item(item).await;
    }
    let throttled = || {
        let reasons = r#""CancellationReasons":[{"Code":"None"},{"Code":"ThrottlingError"}]"#;
        let name = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
        Step::Refusal(format!(r#"{{"__type":"{name}","message":"",{reasons}}}"#))
    };
    let script = Script::default();
    script.then([Step::Answer, Step::Answer, throttled(), throttled(), Step::Answer]);
    script.then((0..8).map(|_| throttled()));
    let moving = with_old(writing(&store));
    let report = move_rows::<Shop>(&script.client(&store.client), &moving).await.unwrap();
    assert_eq!(report.moved, 2, "{:?}", script.sent());
    assert_eq!(report.left, [("the table has too little throughput".to_owned(), 1)].into());
    // It waits before each try, longer each time.
    let pauses = script.pauses();
    assert_eq!(pauses.len(), 10);
    assert!(pauses[2..].windows(2).all(|pair| pair[0] < pair[1]), "{pauses:?}");
}

#[tokio::test]
async fn it_writes_no_faster_than_it_is_told() {
    let store = Store::new(Shop::SCHEMA).await;
    for number in 0..5 {
        let mut item = order(number).to_item().unwrap();
        under_legacy_key(&mut item);
        store.put_item(item).await;
    }
    let began = std::time::Instant::now();
    let moving = with(with_old(writing(&store)), |run| run.rate = Some(50));
    assert_eq!(move_rows::<Shop>(&store.client, &moving).await.unwrap().moved, 5);
    // The last write waits for the eight other writes.
    assert!(began.elapsed() >= std::time::Duration::from_millis(8 * 20));
}

/// A release that does not know the current key does not find a moved row, and a release with another index
/// does not find a repaired one.
#[tokio::test]
async fn an_old_release_that_would_miss_rows_is_in_the_way() {
    let store = Store::new(Shop::SCHEMA).await;
    let mut item = order(7).to_item().unwrap();
    under_legacy_key(&mut item);
    store.put_item(item.clone()).await;
    let moved = async |run: Run| -> Result<Report, RunError> {
        move_rows::<Shop>(&store.client, &with(run, |run| run.write = true)).await
    };

    let error = moved(run(&store)).await.unwrap_err().to_string();
    assert!(error.starts_with("a move needs the schema of the oldest release"), "{error}");
    let before = Schema::of(before::Shop::SCHEMA);
    let error =
        moved(with(run(&store), |run| run.old = Some(before))).await.unwrap_err().to_string();
    assert!(error.starts_with("the old release does not find rows that have moved"), "{error}");
    assert_eq!(store.scan().await, [item]);

    let repairing = with(writing(&store), |run| run.old = Some(Schema::of(before::Shop::SCHEMA)));
    let error = repair::<Shop>(&store.client, &repairing).await.unwrap_err().to_string();
    assert!(error.starts_with("the old release reads an index differently"), "{error}");
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

/// Returns every item, by its keys.
async fn contents(store: &Store) -> BTreeMap<[String; 2], Item> {
    let scan = store.client.scan().table_name(&store.table).send().await.unwrap();
    let key = |item: &Item| ["pk", "sk"].map(|name| item[name].as_s().unwrap().clone());
    scan.items.unwrap_or_default().into_iter().map(|item| (key(&item), item)).collect()
}

/// Returns a table with each fault that can be fixed, twice, and a row under both keys.
async fn small_table(client: Client) -> Store {
    let store = Store::on(client, Shop::SCHEMA).await;
    for (number, (spoil, _)) in (0..).zip(SPOILT.iter().chain(&SPOILT)) {
        let mut item = order(number).to_item().unwrap();
        spoil(&mut item);
        store.put_item(item).await;
    }
    let mut item = order(99).to_item().unwrap();
    store.put_item(item.clone()).await;
    under_legacy_key(&mut item);
    item.insert("carrier".into(), s("other"));
    store.put_item(item).await;
    store
}

/// Returns an empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the keys in the file of rows left unchanged, each with its reason.
fn left(path: &Path) -> BTreeSet<[String; 3]> {
    let text = std::fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        [text(&line["key"]["pk"]["S"]), text(&line["key"]["sk"]["S"]), text(&line["reason"])]
    };
    text.lines().map(line).collect()
}

/// Killed at each of its requests and run again, a run loses and duplicates nothing: the table is the same as after
/// an uninterrupted run, and so is the file of rows left unchanged. The run continues where it stopped.
///
/// Only in this process: moto has no segments.
#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn killed_at_any_request_it_goes_on() {
    let folder = folder("killed_run");
    let run = |store: &Store, name: &str| {
        let file = |end| Some(folder.join(format!("{name}.{end}")));
        with(with_old(writing(store)), |run| {
            (run.segments, run.page_size) = (2, 3);
            (run.progress, run.left) = (file("progress.json"), file("left.jsonl"));
        })
    };
    let both = async |client: &Client, store: &Store| -> Result<[Report; 2], RunError> {
        let moved = move_rows::<Shop>(client, &run(store, "move")).await?;
        Ok([moved, repair::<Shop>(client, &run(store, "repair")).await?])
    };
    let found = async |store: &Store| {
        let files = ["move", "repair"].map(|name| left(&folder.join(format!("{name}.left.jsonl"))));
        (contents(store).await, files)
    };
    let no_progress = || {
        let exists = |name| folder.join(format!("{name}.progress.json")).exists();
        assert!(!exists("move") && !exists("repair"));
    };
    let store = small_table(ddbkey_engine::in_process().unwrap()).await;
    let rows = contents(&store).await.len();
    let [moved, repaired] = both(&store.client, &store).await.unwrap();
    assert_eq!((moved.moved, moved.under_both_keys), (2, 1), "{moved}");
    assert!(repaired.repaired > 5, "{repaired}");
    let expected = found(&store).await;
    assert_eq!(expected.0.len(), rows);
    no_progress();
    for is_after in [false, true] {
        let mut fewest = u64::MAX;
        for number in 0.. {
            let store = small_table(ddbkey_engine::in_process().unwrap()).await;
            let requests_left = AtomicUsize::new(number);
            let kill = Kill { requests_left, is_after, is_dead: AtomicBool::new(false) };
            let config = store.client.config().to_builder().interceptor(kill);
            let client = Client::from_conf(config.build());
            let killed = both(&client, &store).await;
            assert_eq!(contents(&store).await.len(), rows, "request {number}");
            if killed.is_ok() {
                break;
            }
            let [moved, repaired] = both(&store.client, &store).await.unwrap();
            let rows = |report: &Report| report.rows.values().sum();
            fewest = fewest.min(rows(&moved)).min(rows(&repaired));
            let found = found(&store).await;
            assert_eq!(found.1, expected.1, "request {number}");
            for (key, item) in &expected.0 {
                assert_eq!(found.0.get(key), Some(item), "request {number}, {key:?}");
            }
            no_progress();
        }
        assert!(fewest <= 6, "{fewest} rows were looked at again");
    }
}

/// A run does not continue from the file of another run, and does not overwrite a file that is not a progress file.
#[tokio::test]
async fn the_progress_of_another_run_is_refused() {
    let folder = folder("other_run");
    let path = folder.join("progress.json");
    let store = small_table(ddbkey_engine::from_env().unwrap()).await;
    let requests_left = AtomicUsize::new(3);
    let kill = Kill { requests_left, is_after: false, is_dead: AtomicBool::new(false) };
    let config = store.client.config().to_builder().interceptor(kill);
    let client = Client::from_conf(config.build());
    let repairing =
        with(writing(&store), |run| (run.page_size, run.progress) = (1, Some(path.clone())));
    repair::<Shop>(&client, &repairing).await.unwrap_err();
    let other = std::fs::read_to_string(&path).unwrap();

    let runs = [
        with(repairing.clone(), |run| run.entity = Some("Order".into())),
        with(repairing.clone(), |run| run.segments = 2),
    ];
    for run in runs {
        let error = repair::<Shop>(&store.client, &run).await.unwrap_err();
        assert!(error.to_string().contains("belongs to another run"), "{error}");
    }
    let moving = with_old(repairing.clone());
    let error = move_rows::<Shop>(&store.client, &moving).await.unwrap_err();
    assert!(error.to_string().contains("belongs to another run"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), other);

    std::fs::write(&path, "notes").unwrap();
    let error = repair::<Shop>(&store.client, &repairing).await.unwrap_err();
    assert!(error.to_string().contains("is not the progress file of a run"), "{error}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "notes");
}
