//! Reads, deletes and creates of a row that is moved meanwhile: the functions of the guide's page on live tables, in
//! every order of their requests.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::types::BillingMode;
use aws_smithy_runtime_api::client::http::{
    HttpClient as _, HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use tokio::sync::Semaphore;

// The code of the guide.
include!("guide/two_keys.rs");

mod moving {
    include!("guide/moving.rs");

    pub(super) async fn run(client: &Client) -> super::Result<usize> {
        repair::<super::Shop>(client).await
    }
}

#[test]
fn they_are_those_of_the_guide() {
    let page = include_str!("../../../ddbkey-aws/src/guide/live_tables.md");
    for code in [include_str!("guide/two_keys.rs"), include_str!("guide/moving.rs")] {
        assert!(page.contains(code), "not in the guide:\n{code}");
    }
}

/// Whose turn it is to send a request.
#[derive(Clone, Debug)]
struct Turn {
    permits: Arc<Semaphore>,
    is_waiting: Arc<AtomicBool>,
}

/// Sends a request when it is its program's turn.
#[derive(Debug)]
struct InTurn {
    connector: SharedHttpConnector,
    turn: Turn,
}

impl HttpConnector for InTurn {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (connector, turn) = (self.connector.clone(), self.turn.clone());
        HttpConnectorFuture::new(async move {
            turn.is_waiting.store(true, Ordering::Relaxed);
            turn.permits.acquire().await.expect("a turn").forget();
            turn.is_waiting.store(false, Ordering::Relaxed);
            connector.call(request).await
        })
    }
}

/// A client of the same engine, for one program.
fn in_turn(client: &Client, turn: &Turn) -> Client {
    let (engine, turn) = (client.config().http_client().expect("an engine"), turn.clone());
    let http = http_client_fn(move |settings, components| {
        let connector = engine.http_connector(settings, components);
        SharedHttpConnector::new(InTurn { connector, turn: turn.clone() })
    });
    Client::from_conf(client.config().to_builder().http_client(http).build())
}

type Run = Pin<Box<dyn Future<Output = ()>>>;
type Program = fn(Client, Rc<Seen>) -> Run;

/// What the programs have seen.
#[derive(Default)]
struct Seen {
    gets: Cell<usize>,
    listed: Cell<usize>,
    created: Cell<usize>,
}

/// The number of rows at the end, and what was seen.
struct End {
    rows: usize,
    seen: Rc<Seen>,
}

fn order() -> Order {
    Order { user_id: "u1".into(), number: 7 }
}

/// Where the row is at the start.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    Legacy,
    Current,
    Absent,
}

/// Runs the programs in every order of their requests.
fn in_every_order(start: Start, programs: &[Program], mut check: impl FnMut(End)) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let (mut choices, mut orders) = (Vec::<(usize, usize)>::new(), 0);
    loop {
        let local = tokio::task::LocalSet::new();
        let end = local.block_on(&runtime, in_order(start, programs, &mut choices));
        check(end);
        orders += 1;
        // The next order: changes the last choice that has another alternative.
        while choices.pop_if(|(choice, among)| *choice + 1 == *among).is_some() {}
        match choices.last_mut() {
            Some((choice, _)) => *choice += 1,
            None => return orders,
        }
    }
}

/// Runs the programs in the order of these choices among the unfinished ones, and then always the first of them.
async fn in_order(start: Start, programs: &[Program], choices: &mut Vec<(usize, usize)>) -> End {
    let client = ddbkey_engine::in_process().expect("an engine");
    let create = client.create_table().table_name("shop").billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Shop::SCHEMA).expect("a schema").send().await.expect("a table");
    if start != Start::Absent {
        let mut item = order().to_item().expect("an item");
        if start == Start::Legacy {
            item.extend(order().v1().keys().expect("a key").into_item());
        }
        client.put_item().table_name("shop").set_item(Some(item)).send().await.expect("a put");
    }
    let seen = Rc::new(Seen::default());
    let mut running: Vec<_> = programs
        .iter()
        .map(|program| {
            let turn = Turn { permits: Arc::new(Semaphore::new(0)), is_waiting: Arc::default() };
            let program = program(in_turn(&client, &turn), seen.clone());
            (turn, tokio::task::spawn_local(program))
        })
        .collect();
    for step in 0.. {
        for (turn, program) in &running {
            while !turn.is_waiting.load(Ordering::Relaxed) && !program.is_finished() {
                tokio::task::yield_now().await;
            }
        }
        running.retain(|(_, program)| !program.is_finished());
        if running.is_empty() {
            break;
        }
        if choices.len() == step {
            choices.push((0, running.len()));
        }
        let (turn, _) = &running[choices[step].0];
        turn.is_waiting.store(false, Ordering::Relaxed);
        turn.permits.add_permits(1);
    }
    let rows = client.scan().table_name("shop").send().await.expect("a scan").count();
    End { rows: rows.try_into().expect("a count"), seen }
}

/// The mover tries refused requests again.
fn mover(client: Client, _: Rc<Seen>) -> Run {
    Box::pin(async move { drop(moving::run(&client).await) })
}

fn getter(client: Client, seen: Rc<Seen>) -> Run {
    Box::pin(async move {
        let order = get(&client, order().key()).await.expect("a get");
        seen.gets.set(seen.gets.get() + usize::from(order.is_some()));
    })
}

fn lister(client: Client, seen: Rc<Seen>) -> Run {
    Box::pin(async move { seen.listed.set(list(&client, "u1").await.expect("a list").len()) })
}

fn deleter(client: Client, _: Rc<Seen>) -> Run {
    Box::pin(async move { delete(&client, order().key()).await.expect("a delete") })
}

fn creator(client: Client, seen: Rc<Seen>) -> Run {
    Box::pin(async move {
        let is_made = create(&client, &order()).await.is_ok();
        seen.created.set(seen.created.get() + usize::from(is_made));
    })
}

#[test]
fn a_get_finds_a_row_that_is_moved() {
    for start in [Start::Legacy, Start::Current] {
        let orders = in_every_order(start, &[mover, getter], |end| {
            assert_eq!((end.rows, end.seen.gets.get()), (1, 1));
        });
        assert!(orders > 2, "{orders}");
    }
}

/// With the current key first, the row moves between the two requests, and is found under neither.
#[test]
fn the_other_way_round_it_is_lost() {
    let getter: Program = |client, seen| {
        Box::pin(async move {
            let keys: Vec<_> =
                order().key().all_keys().map(|key| key.keys().expect("a key")).collect();
            for key in keys.into_iter().rev() {
                let get = client.get_item().table_name("shop").set_key(Some(key.into_item()));
                let item = get.consistent_read(true).send().await.expect("a get").item;
                seen.gets.set(seen.gets.get() + usize::from(item.is_some()));
            }
        })
    };
    let mut lost = 0;
    in_every_order(Start::Legacy, &[mover, getter], |end| {
        lost += usize::from(end.seen.gets.get() == 0);
    });
    assert!(lost > 0);
}

#[test]
fn a_list_has_a_row_that_is_moved_once() {
    for start in [Start::Legacy, Start::Current] {
        in_every_order(start, &[mover, lister], |end| {
            assert_eq!((end.rows, end.seen.listed.get()), (1, 1));
        });
    }
}

#[test]
fn a_deleted_row_stays_deleted() {
    for start in [Start::Legacy, Start::Current] {
        in_every_order(start, &[mover, deleter], |end| assert_eq!(end.rows, 0));
    }
    in_every_order(Start::Legacy, &[mover, deleter, mover], |end| assert_eq!(end.rows, 0));
}

#[test]
fn a_create_makes_no_twin() {
    for start in [Start::Legacy, Start::Current, Start::Absent] {
        let is_there = start != Start::Absent;
        in_every_order(start, &[mover, creator, creator], |end| {
            assert_eq!((end.rows, end.seen.created.get()), (1, usize::from(!is_there)));
        });
        // Deleted in between, it can be created again.
        in_every_order(start, &[mover, deleter, creator], |end| assert!(end.rows <= 1));
    }
}

/// A row without its fields, a row under both keys, and a row that moves: the first two are left.
#[tokio::test]
async fn a_move_goes_on_past_what_it_cannot_move() {
    let client = ddbkey_engine::in_process().expect("an engine");
    let create = client.create_table().table_name("shop").billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Shop::SCHEMA).expect("a schema").send().await.expect("a table");
    let row = |number: u32| {
        let order = Order { number, ..order() };
        let mut legacy = order.to_item().expect("an item");
        legacy.extend(order.v1().keys().expect("a key").into_item());
        (order.to_item().expect("an item"), legacy)
    };
    let (_, mut unreadable) = row(1);
    unreadable.remove("user_id").expect("a field");
    let (twin, under_both) = row(2);
    let (_, moved) = row(3);
    for item in [unreadable, twin, under_both, moved] {
        client.put_item().table_name("shop").set_item(Some(item)).send().await.expect("a put");
    }
    assert_eq!(moving::run(&client).await.expect("a run"), 2);
    let items =
        client.scan().table_name("shop").send().await.expect("a scan").items.expect("items");
    let mut found: Vec<_> = items.iter().map(|item| item["sk"].as_s().expect("a string")).collect();
    found.sort();
    assert_eq!(found, ["ORDER#00001", "ORDER#00002", "ORDER2#00000002", "ORDER2#00000003"]);
}
