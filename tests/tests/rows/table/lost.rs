//! Random losses: writers of every verb at once, while requests and answers are lost at random. One request is released at a
//! time, so that each change of a row is attributed to the call whose request made it, and compared with what the call was
//! told.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::TableErrorKind::InDoubt;
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, Table, TableError, TableErrorKind, field};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::task::{LocalSet, yield_now};

use super::script::{Script, Step};
use crate::store::{Item, Store};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("{count():04}" -> u32))]
#[gsi("gsi2" as by_team, pk = ("TEAM", team), sk = ("CITY", city))]
struct User {
    id: String,
    born: String,
    log: Vec<String>,
    status: String,
    team: Option<String>,
    city: Option<String>,
}

impl User {
    fn count(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap()
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("BILL2", id)]
#[sk("BILL")]
#[was("v1", pk = ("BILL", id))]
struct Bill {
    id: String,
    born: String,
    log: Vec<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, ttl = expires, version = version)]
#[pk("LEASE", id)]
#[sk("LEASE")]
struct Lease {
    id: String,
    born: String,
    log: Vec<String>,
    expires: u64,
    version: u32,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, version = version)]
#[pk("COUNTER", id)]
#[sk("COUNTER")]
#[gsi("gsi2" as counters, pk = ("TEAM", team), sk = ("COUNTER", id))]
struct Counter {
    id: String,
    born: String,
    team: Option<String>,
    value: u64,
    version: u32,
}

/// Makes an address unique.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("MAIL", "{mail:lower}")]
#[sk("OWNER")]
struct Owner {
    mail: String,
    born: String,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[gsi("gsi2", pk = "gsi2pk", sk = "gsi2sk")]
enum Shop {
    User(User),
    Bill(Bill),
    Lease(Lease),
    Counter(Counter),
    Owner(Owner),
}

const NOW: u64 = 1_750_000_000;
const ID: &str = "1";

/// What a writer calls.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Create,
    CreateOnce,
    Put,
    PutOnce,
    Update,
    UpdateOnce,
    UpdateNarrow,
    UpdateIndex,
    Delete,
    DeleteOnce,
    DeleteWhen,
    PutWhen,
    CreateBill,
    PutBill,
    UpdateBill,
    UpdateBillOnce,
    EditBill,
    EditBillOnce,
    DeleteBill,
    MoveBill,
    TakeLease,
    TakeLeaseOnce,
    UpdateLease,
    EditLease,
    DeleteLease,
    Next,
    Block,
    SignUp,
    SignUpAndUpdate,
    UpdateBoth,
    DeleteTogether,
    EditTogether,
    UpdateBillTogether,
    RequireBill,
    PutAll,
    DeleteAll,
}

/// Calls that work on the same rows.
const GROUPS: [&[Call]; 6] = {
    use Call::*;
    [
        // A job that a worker takes: it must not come back.
        &[Create, Delete],
        &[
            Create,
            CreateOnce,
            Put,
            PutOnce,
            Update,
            UpdateOnce,
            UpdateNarrow,
            UpdateIndex,
            Delete,
            DeleteOnce,
            DeleteWhen,
            PutWhen,
            UpdateBoth,
            DeleteTogether,
        ],
        &[
            CreateBill,
            PutBill,
            UpdateBill,
            UpdateBillOnce,
            EditBill,
            EditBillOnce,
            DeleteBill,
            MoveBill,
            MoveBill,
            UpdateBillTogether,
            RequireBill,
        ],
        &[TakeLease, TakeLeaseOnce, UpdateLease, EditLease, DeleteLease, UpdateBoth, EditTogether],
        &[Next, Next, Block],
        &[SignUp, SignUpAndUpdate, Update, Delete, PutAll, DeleteAll],
    ]
};

/// What happens to a request. Most requests are answered.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Answer,
    LoseAnswer,
    GarbleAnswer,
    FailAnswer,
    LoseRequest,
    RefuseConnection,
    ServerError,
    Throttle,
}

impl Fate {
    fn any() -> impl Strategy<Value = Self> {
        let losses = [
            Self::LoseAnswer,
            Self::LoseAnswer,
            Self::GarbleAnswer,
            Self::FailAnswer,
            Self::LoseRequest,
            Self::RefuseConnection,
            Self::ServerError,
            Self::Throttle,
        ];
        prop_oneof![Just(Self::Answer), select(losses.to_vec())]
    }

    fn step(self) -> Step {
        match self {
            Self::Answer => Step::Answer,
            Self::LoseAnswer => Step::LoseAnswer,
            Self::GarbleAnswer => Step::GarbleAnswer,
            Self::FailAnswer => Step::FailAnswer,
            Self::LoseRequest => Step::LoseRequest,
            Self::RefuseConnection => Step::RefuseConnection,
            Self::ServerError => Step::Code(500, "InternalServerError"),
            Self::Throttle => Step::Code(400, "ThrottlingException"),
        }
    }
}

type Rows = BTreeMap<(String, String), Item>;

/// What a call was told.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    /// It was applied.
    Done,
    /// The row that was born as this one is deleted.
    Deleted(String),
    /// The row was updated. Whether the row that was returned has the work of the update.
    Changed(bool),
    /// These numbers were drawn.
    Drawn(u64, u64),
    /// The row does not exist.
    None,
    /// An error, with the positions that a batch may not have done.
    Failed(TableErrorKind, Vec<usize>),
}

/// A call and what it was told.
struct Receipt {
    call: Call,
    tag: String,
    told: Told,
}

#[expect(clippy::needless_pass_by_value, reason = "it takes the error of a result")]
fn failed(error: TableError) -> Told {
    Told::Failed(error.kind(), error.left().to_vec())
}

fn done(result: Result<(), TableError>) -> Told {
    result.map_or_else(failed, |()| Told::Done)
}

fn told<R>(result: Result<Option<R>, TableError>, of: impl FnOnce(R) -> Told) -> Told {
    result.map_or_else(failed, |row| row.map_or(Told::None, of))
}

impl Call {
    #[expect(clippy::too_many_lines, reason = "each verb once")]
    async fn send(self, shop: &Table<Shop>, tag: &String) -> Told {
        let (id, born) = (ID.to_owned(), tag.clone());
        let user = || User {
            id: id.clone(),
            born: born.clone(),
            log: vec![],
            status: "new".into(),
            team: None,
            city: None,
        };
        let bill = || Bill { id: id.clone(), born: born.clone(), log: vec![] };
        let lease = |expires| Lease {
            id: id.clone(),
            born: born.clone(),
            log: vec![],
            expires,
            version: 0,
        };
        let counter = || Counter {
            id: id.clone(),
            born: born.clone(),
            team: Some(born.clone()),
            value: 10,
            version: 0,
        };
        let owner = || Owner { mail: "A@x".into(), born: born.clone() };
        // No other call creates this one.
        let own = Owner { mail: born.clone(), born: born.clone() };
        let new = || User { id: born.clone(), ..user() };
        let push = |log: &mut Vec<String>| log.push(tag.clone());
        let (user_key, bill_key, lease_key) =
            (UserKey { id: ID }, BillKey { id: ID }, LeaseKey { id: ID });
        let batch: Vec<_> = (0..30).map(|at| User { id: format!("b{at}"), ..user() }).collect();
        match self {
            Self::Create => done(shop.create(&user()).await),
            Self::CreateOnce => done(shop.create(&user()).exactly_once().await),
            Self::Put => done(shop.put(&user()).await),
            Self::PutOnce => done(shop.put(&user()).exactly_once().await),
            Self::Update => told(shop.update(user_key, |user| push(&mut user.log)).await, |row| {
                Told::Changed(row.log.contains(tag))
            }),
            Self::UpdateOnce => told(
                shop.update(user_key, |user| push(&mut user.log)).exactly_once().await,
                |row| Told::Changed(row.log.contains(tag)),
            ),
            Self::UpdateNarrow => {
                told(shop.update(user_key, |user| push(&mut user.log)).narrow().await, |row| {
                    Told::Changed(row.log.contains(tag))
                })
            }
            Self::UpdateIndex => told(
                shop.update(user_key, |user| {
                    push(&mut user.log);
                    user.team = user.team.is_none().then(|| "t".into());
                    user.city = Some("c".into());
                    user.status = "used".into();
                })
                .await,
                |row| Told::Changed(row.log.contains(tag)),
            ),
            Self::Delete => told(shop.delete(user_key).await, |row: User| Told::Deleted(row.born)),
            Self::DeleteOnce => {
                let deleted = shop.delete(user_key).exactly_once().await;
                told(deleted, |row: User| Told::Deleted(row.born))
            }
            Self::DeleteWhen => {
                let deleted = shop.delete(user_key).when(field!(User.status).eq("new")).await;
                told(deleted, |row| Told::Deleted(row.born))
            }
            Self::PutWhen => done(shop.put(&user()).when(field!(User.status).eq("new")).await),
            Self::CreateBill => done(shop.create(&bill()).await),
            Self::PutBill => done(shop.put(&bill()).await),
            Self::UpdateBill => {
                told(shop.update(bill_key, |bill| push(&mut bill.log)).await, |row| {
                    Told::Changed(row.log.contains(tag))
                })
            }
            Self::UpdateBillOnce => told(
                shop.update(bill_key, |bill| push(&mut bill.log)).exactly_once().await,
                |row| Told::Changed(row.log.contains(tag)),
            ),
            Self::EditBill => {
                let edit = shop.edit(bill_key).append(field!(Bill.log), [tag.clone()]);
                told(edit.await, |row| Told::Changed(row.log.contains(tag)))
            }
            Self::EditBillOnce => {
                let edit = shop.edit(bill_key).append(field!(Bill.log), [tag.clone()]);
                told(edit.exactly_once().await, |row| Told::Changed(row.log.contains(tag)))
            }
            Self::DeleteBill => {
                told(shop.delete(bill_key).await, |row: Bill| Told::Deleted(row.born))
            }
            Self::MoveBill => {
                let (client, name) = (shop.client(), shop.name());
                let get = client.get_item().table_name(name).item_key(BillV1 { id: ID }).unwrap();
                let item = get.consistent_read(true).send().await.ok().and_then(|got| got.item);
                if let Some(rekey) = item.and_then(|item| Shop::rekey(&item).unwrap()) {
                    drop(client.transact_write_items().rekey(&rekey, name).send().await);
                }
                Told::Failed(InDoubt, Vec::new())
            }
            Self::TakeLease => done(shop.create(&lease(NOW + 5)).or_expired(NOW).await),
            Self::TakeLeaseOnce => {
                done(shop.create(&lease(NOW - 5)).or_expired(NOW).exactly_once().await)
            }
            Self::UpdateLease => {
                told(shop.update(lease_key, |lease| push(&mut lease.log)).live(NOW).await, |row| {
                    Told::Changed(row.log.contains(tag))
                })
            }
            Self::EditLease => {
                let edit = shop.edit(lease_key).append(field!(Lease.log), [tag.clone()]);
                let edit = edit.when(field!(Lease.expires).gt(NOW));
                told(edit.await, |row| Told::Changed(row.log.contains(tag)))
            }
            Self::DeleteLease => {
                told(shop.delete(lease_key).await, |row: Lease| Told::Deleted(row.born))
            }
            Self::Next => {
                let drawn = shop.next(&counter(), "value").await;
                drawn.map_or_else(failed, |number| Told::Drawn(number, number))
            }
            Self::Block => {
                let drawn = shop.next_n(&counter(), "value", 5).await;
                drawn.map_or_else(failed, |drawn| Told::Drawn(*drawn.start(), *drawn.end()))
            }
            Self::SignUp => done(shop.transaction().create(&owner()).create(&new()).send().await),
            Self::SignUpAndUpdate => {
                let transaction = shop.transaction().create(&owner());
                done(transaction.update(user_key, |user| push(&mut user.log)).send().await)
            }
            Self::UpdateBoth => {
                let both = shop.transaction().update(user_key, |user| push(&mut user.log));
                done(both.update(lease_key, |lease| push(&mut lease.log)).send().await)
            }
            Self::DeleteTogether => {
                let is_new = field!(User.status).eq("new");
                let transaction = shop.transaction().create(&own);
                done(transaction.delete_when(user_key, is_new).send().await)
            }
            Self::EditTogether => {
                let transaction = shop.transaction().create(&own);
                let edited = transaction
                    .edit(lease_key, |lease| lease.append(field!(Lease.log), [tag.clone()]));
                done(edited.send().await)
            }
            Self::UpdateBillTogether => {
                let transaction = shop.transaction().create(&own);
                done(transaction.update(bill_key, |bill| push(&mut bill.log)).send().await)
            }
            Self::RequireBill => {
                let exists = field!(Bill.born).ne("nobody");
                let transaction = shop.transaction().create(&own);
                done(transaction.require_when(bill_key, exists).send().await)
            }
            Self::PutAll => done(shop.put_all(&batch).await),
            Self::DeleteAll => done(shop.delete_all(batch.iter().map(User::key)).await),
        }
    }

    /// Returns how often a call was applied that was told this.
    fn times(self, told: &Told) -> RangeInclusive<usize> {
        // A put may be sent again, and a number may be lost.
        let is_repeated =
            matches!(self, Self::Put | Self::PutAll | Self::DeleteAll | Self::Next | Self::Block);
        let most = if is_repeated { usize::MAX } else { 1 };
        match told {
            // A batch may find its rows as they should be.
            _ if matches!(self, Self::PutAll | Self::DeleteAll) => 0..=most,
            Told::Done | Told::Deleted(_) | Told::Changed(_) | Told::Drawn(..) => 1..=most,
            Told::Failed(InDoubt, _) => 0..=most,
            Told::None | Told::Failed(..) => 0..=0,
        }
    }

    /// Counts how often a call was applied. An update without a version compares values: if other writers have put each value
    /// back, it is applied to the same row again, which counts once.
    fn count(self, own: &[&Change]) -> usize {
        use Call::*;
        let row: fn(&Item) -> Item = match self {
            Update | UpdateIndex | UpdateBill => Item::clone,
            UpdateNarrow => |row| Item::from([("log".into(), row["log"].clone())]),
            _ => return own.len(),
        };
        let updated = |change: &&Change| {
            let key =
                change.after.keys().find(|key| change.before.get(*key) != change.after.get(*key));
            key.and_then(|key| change.before.get(key)).map(row)
        };
        let mut rows: Vec<_> = Vec::new();
        for before in own.iter().map(updated) {
            if before.is_none() || !rows.contains(&before) {
                rows.push(before);
            }
        }
        rows.len()
    }

    /// Checks what a request of this call has changed.
    fn check(self, tag: &str, told: &Told, before: &Rows, after: &Rows) -> Result<(), String> {
        use Call::*;
        let changed: BTreeSet<_> = before.keys().chain(after.keys()).collect();
        let changed: Vec<_> =
            changed.into_iter().filter(|key| before.get(*key) != after.get(*key)).collect();
        let changed: Vec<_> =
            changed.iter().map(|key| (before.get(*key), after.get(*key))).collect();
        match (self, &*changed) {
            (Create | CreateOnce | CreateBill, [(None, Some(new))]) => same(text(new, "born"), tag),
            (TakeLease | TakeLeaseOnce, [(old, Some(new))]) => {
                let expires = old.map_or(0, |old| old["expires"].as_n().unwrap().parse().unwrap());
                if expires > NOW {
                    return Err("a live row was replaced".into());
                }
                same(text(new, "born"), tag)
            }
            (PutWhen, [(Some(_), Some(new))]) | (Put | PutOnce, [(_, Some(new))]) => {
                same(text(new, "born"), tag)
            }
            (PutBill, [_] | [_, _]) => Ok(()),
            (Delete | DeleteOnce | DeleteWhen | DeleteBill | DeleteLease, [(Some(old), None)]) => {
                match told {
                    Told::Deleted(born) => same(text(old, "born"), born),
                    _ => Ok(()),
                }
            }
            (MoveBill, [(Some(_), None), (None, Some(_))] | [(None, Some(_)), (Some(_), None)]) => {
                Ok(())
            }
            (SignUp, [(None, Some(_)), (None, Some(_))]) => Ok(()),
            (
                SignUpAndUpdate | EditTogether | UpdateBillTogether,
                [(None, Some(_)), (Some(old), Some(new))]
                | [(Some(old), Some(new)), (None, Some(_))],
            ) => pushed(tag, &[], old, new),
            (UpdateBoth, [(Some(lease), Some(new_lease)), (Some(user), Some(new_user))]) => {
                pushed(tag, &[], lease, new_lease)?;
                pushed(tag, &[], user, new_user)
            }
            (DeleteTogether, [(None, Some(_)), (Some(old), None)]) => {
                same(text(old, "status"), "new")
            }
            (RequireBill, [(None, Some(_))]) => {
                let has_bill = before.keys().any(|(pk, _)| pk.starts_with("BILL"));
                if has_bill { Ok(()) } else { Err("there is no bill".into()) }
            }
            (PutAll, rows)
                if rows.iter().all(|(_, new)| new.is_some_and(|new| text(new, "born") == tag)) =>
            {
                Ok(())
            }
            (DeleteAll, rows) if rows.iter().all(|(_, new)| new.is_none()) => Ok(()),
            (Next | Block, [(None, Some(new))]) => same(text(new, "born"), tag),
            (Next | Block, [(Some(old), Some(new))]) => only(&["value", "version"], old, new),
            (
                Update | UpdateOnce | UpdateNarrow | UpdateBill | UpdateBillOnce | UpdateLease
                | EditBill | EditBillOnce | EditLease,
                [(Some(old), Some(new))],
            ) => pushed(tag, &[], old, new),
            (UpdateIndex, [(Some(old), Some(new))]) => {
                pushed(tag, &["team", "city", "status"], old, new)
            }
            _ => Err(format!("{changed:?}")),
        }
    }
}

fn text<'i>(item: &'i Item, name: &str) -> &'i str {
    item[name].as_s().unwrap()
}

fn same(one: &str, other: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{one} instead of {other}")) }
}

/// Checks that nothing else differs.
fn only(names: &[&str], old: &Item, new: &Item) -> Result<(), String> {
    let mut all = old.keys().chain(new.keys()).filter(|name| !names.contains(&&***name));
    match all.find(|name| old.get(*name) != new.get(*name)) {
        Some(name) => Err(format!("`{name}` has changed")),
        None => Ok(()),
    }
}

/// Checks that an update has added its tag to the log, and nothing else.
fn pushed(tag: &str, names: &[&str], old: &Item, new: &Item) -> Result<(), String> {
    let log = |item: &Item| -> Vec<_> {
        item["log"].as_l().unwrap().iter().map(|own| own.as_s().unwrap().clone()).collect()
    };
    let mut expected = log(old);
    expected.push(tag.to_owned());
    if log(new) != expected {
        return Err(format!("{:?} after {:?}", log(new), log(old)));
    }
    let indexes = ["log", "version", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"];
    only(&[&indexes, names].concat(), old, new)
}

/// A change of rows, with the call whose request made it.
struct Change {
    tag: String,
    before: Rows,
    after: Rows,
}

/// The requests that wait to be released, with the tags of their calls.
type Waiting = Arc<Mutex<Vec<(String, oneshot::Sender<Step>)>>>;

async fn rows_of(store: &Store) -> Rows {
    let rows = store.scan().await.into_iter();
    rows.map(|item| ((text(&item, "pk").to_owned(), text(&item, "sk").to_owned()), item)).collect()
}

/// Returns the script of a writer, whose requests wait until they are released.
fn gated(waiting: &Waiting, tag: &Arc<Mutex<String>>) -> Script {
    let (script, waiting, tag) = (Script::default(), Arc::clone(waiting), Arc::clone(tag));
    script.then_forever(move |_| {
        let (release, released) = oneshot::channel();
        waiting.lock().unwrap().push((tag.lock().unwrap().clone(), release));
        Step::wait(async move { released.await.unwrap() })
    });
    script
}

/// What the writers call, how often a client sends a request, and what happens to requests, in which order.
#[derive(Clone, Debug)]
struct Schedule {
    writers: Vec<Vec<Call>>,
    attempts: u32,
    released: Vec<(Index, Fate)>,
    /// Which rows there are, and in which state.
    rows: [bool; 6],
}

fn schedule() -> impl Strategy<Value = Schedule> {
    select(GROUPS.to_vec()).prop_flat_map(|group| {
        let writers = vec(vec(select(group), 1..4), 2..5);
        let released = vec((any::<Index>(), Fate::any()), 0..30);
        (writers, 1_u32..4, released, any::<[bool; 6]>()).prop_map(
            |(writers, attempts, released, rows)| Schedule { writers, attempts, released, rows },
        )
    })
}

async fn fill(store: &Store, [user, in_index, bill, is_legacy, lease, foreign]: [bool; 6]) {
    let (id, born) = (ID.to_owned(), "first".to_owned());
    let mut items = Vec::new();
    if user {
        let (team, city) = (in_index.then(|| "t".to_owned()), Some("c".to_owned()));
        let user = User {
            id: id.clone(),
            born: born.clone(),
            log: vec![],
            status: "new".into(),
            team,
            city,
        };
        items.push(user.to_item().unwrap());
        let counter =
            Counter { id: id.clone(), born: born.clone(), team: None, value: 3, version: 3 };
        items.push(counter.to_item().unwrap());
    }
    if bill {
        let mut item = Bill { id: id.clone(), born: born.clone(), log: vec![] }.to_item().unwrap();
        if is_legacy {
            item.extend(BillV1 { id: ID }.keys().unwrap().into_item());
        }
        items.push(item);
    }
    if lease {
        let expires = if in_index { NOW - 10 } else { NOW + 10 };
        items.push(Lease { id, born, log: vec![], expires, version: 3 }.to_item().unwrap());
    }
    for mut item in items {
        if foreign {
            item.insert("foreign".into(), AttributeValue::S("stays".into()));
        }
        store.put_item(item).await;
    }
}

/// Runs a schedule. Returns what each call was told, and the changes of rows.
async fn run(schedule: Schedule) -> (Vec<Receipt>, Vec<Change>) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
    fill(&store, schedule.rows).await;
    let (waiting, receipts) = (Waiting::default(), Rc::new(RefCell::new(Vec::new())));
    let mut writers = Vec::new();
    for (writer, calls) in schedule.writers.into_iter().enumerate() {
        let tag = Arc::new(Mutex::new(String::new()));
        let client = gated(&waiting, &tag).client(&store.client);
        let retries = RetryConfig::standard().with_max_attempts(schedule.attempts);
        let config = client.config().to_builder().retry_config(retries);
        let shop = Table::<Shop>::new(&Client::from_conf(config.build()), &store.table);
        let receipts = Rc::clone(&receipts);
        writers.push(tokio::task::spawn_local(async move {
            for (at, call) in calls.into_iter().enumerate() {
                let own = format!("w{writer}c{at}");
                tag.lock().unwrap().clone_from(&own);
                let told = call.send(&shop, &own).await;
                receipts.borrow_mut().push(Receipt { call, tag: own, told });
            }
        }));
    }
    let mut released = schedule.released.into_iter();
    let mut changes = Vec::new();
    loop {
        // Each writer waits for one request, or has ended.
        while waiting.lock().unwrap().len() + writers.iter().filter(|own| own.is_finished()).count()
            < writers.len()
        {
            yield_now().await;
        }
        let count = waiting.lock().unwrap().len();
        if count == 0 {
            break;
        }
        let (at, fate) =
            released.next().map_or((0, Fate::Answer), |(at, fate)| (at.index(count), fate));
        let before = rows_of(&store).await;
        let (tag, release) = waiting.lock().unwrap().swap_remove(at);
        release.send(fate.step()).unwrap_or_else(|_| unreachable!("the request waits"));
        while waiting.lock().unwrap().len() + writers.iter().filter(|own| own.is_finished()).count()
            < writers.len()
        {
            yield_now().await;
        }
        let after = rows_of(&store).await;
        if before != after {
            changes.push(Change { tag, before, after });
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    (receipts.take(), changes)
}

/// Checks a schedule.
fn faults(receipts: &[Receipt], changes: &[Change]) -> Vec<String> {
    let mut faults = Vec::new();
    for Change { tag, before, after } in changes {
        let changed = after.iter().filter(|(key, item)| before.get(*key) != Some(*item));
        for fault in changed.flat_map(|(_, item)| Shop::audit(item)) {
            if fault.kind() != FaultKind::OtherKey {
                faults.push(format!("after {tag}: {fault}"));
            }
        }
    }
    let mut drawn = BTreeSet::new();
    for Receipt { call, tag, told } in receipts {
        let own: Vec<_> = changes.iter().filter(|change| change.tag == *tag).collect();
        let (times, allowed) = (call.count(&own), call.times(told));
        if !allowed.contains(&times) {
            faults.push(format!("{tag} {call:?}, told {told:?}, was applied {times} times"));
        }
        for change in &own {
            if let Err(fault) = call.check(tag, told, &change.before, &change.after) {
                faults.push(format!("{tag} {call:?}, told {told:?}: {fault}"));
            }
        }
        if let Told::Drawn(first, last) = told {
            let is_stored = |change: &&&Change| {
                change
                    .after
                    .values()
                    .any(|item| item.get("value") == Some(&AttributeValue::N(last.to_string())))
            };
            if own.iter().find(is_stored).is_none()
                || !(*first..=*last).all(|number| drawn.insert(number))
            {
                faults.push(format!("{tag}: {first} to {last} are not its own"));
            }
        }
        // A row that is returned has the work of its update, unless it was read after a transaction and is newer.
        let is_once = matches!(call, Call::UpdateOnce | Call::UpdateBillOnce | Call::EditBillOnce);
        if matches!(told, Told::Changed(false)) && !is_once {
            faults.push(format!("{tag} {call:?}: the row that was returned lacks its work"));
        }
        // What a batch does not leave is done.
        let left = match told {
            Told::Failed(_, left) => &left[..],
            _ => &[],
        };
        if *call == Call::PutAll {
            for place in (0..30).filter(|place| !left.contains(place)) {
                let key = (format!("USER#b{place}"), "PROFILE".to_owned());
                let is_put = |change: &&Change| {
                    change.after.get(&key).is_some_and(|item| text(item, "born") == tag)
                };
                if !own.iter().any(is_put) {
                    faults.push(format!("{tag}: row {place} was not put"));
                }
            }
        }
    }
    faults
}

fn check(schedule: Schedule) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (receipts, changes) = LocalSet::new().block_on(&runtime, run(schedule));
    let faults = faults(&receipts, &changes);
    prop_assert!(faults.is_empty(), "{faults:#?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// No call is applied twice, none is told to be done that was not, and none that was done is told not to be.
    #[test]
    fn each_change_is_the_work_of_a_call_that_was_told_about_it(schedule in schedule()) {
        check(schedule)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    #[ignore = "slow"]
    fn each_change_of_many_schedules(schedule in schedule()) {
        check(schedule)?;
    }
}
