//! The law of reads: each row of a range comes exactly once, over all pages, limits and segments, whatever is skipped and
//! whichever answers are lost.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys as _;
use ddbkey::token::HmacSha256;
use ddbkey_aws::{ItemExt as _, SkipKind, Skipped, TableError, TableErrorKind};
use futures_util::StreamExt as _;
use proptest::collection::vec;
use proptest::prelude::*;

use super::script::Step;
use super::shop::{Fixture, Line, Order, OrderByStatusPk, OrderPk, Shop, Status, order};

/// What is stored under a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stored {
    Order,
    /// An order whose index is outdated.
    Stale,
    Unreadable,
    /// The line of an order, which is in the range of orders.
    Line,
}

#[derive(Clone, Debug)]
struct Case {
    stored: Vec<Stored>,
    page_size: u16,
    limit: usize,
    segments: u16,
    /// Which of three requests is lost, and whether its answer is.
    lost: usize,
    is_answered: bool,
}

fn case() -> impl Strategy<Value = Case> {
    use Stored::{Line, Order, Stale, Unreadable};
    let stored =
        prop_oneof![6 => Just(Order), 1 => Just(Stale), 1 => Just(Unreadable), 2 => Just(Line)];
    (vec(stored, 0..14), 1..6_u16, 1..6_usize, 1..4_u16, 0..4_usize, any::<bool>()).prop_map(
        |(stored, page_size, limit, segments, lost, is_answered)| Case {
            stored,
            page_size,
            limit,
            segments,
            lost,
            is_answered,
        },
    )
}

/// The number of a row, or that it cannot be read.
type Read = Result<u32, TableErrorKind>;

fn read(row: Result<Order, TableError>) -> Read {
    row.map(|row| row.number).map_err(|error| error.kind())
}

fn numbers(rows: &[Order]) -> Vec<u32> {
    rows.iter().map(|row| row.number).collect()
}

async fn fill(fixture: &Fixture, stored: &[Stored]) {
    for (number, stored) in (1..).zip(stored) {
        let mut item = order(number).to_item().unwrap();
        match stored {
            Stored::Order => {}
            Stored::Stale => drop(item.insert("status".into(), AttributeValue::S("Paid".into()))),
            Stored::Unreadable => drop(item.remove("total")),
            Stored::Line => {
                let line = Line { user_id: "u1".into(), number, line: 1 };
                item = line.to_item().unwrap();
            }
        }
        fixture.store.put_item(item).await;
    }
}

async fn check(case: Case) {
    let Case { stored, page_size, limit, segments, lost, is_answered } = case;
    let fixture = Fixture::new().await;
    fill(&fixture, &stored).await;
    let Fixture { shop, script, .. } = fixture;
    script.then_forever(move |at| match at % 3 == lost {
        true if is_answered => Step::LoseAnswer,
        true => Step::LoseRequest,
        false => Step::Answer,
    });
    let orders = (1..).zip(&stored).filter(|(_, stored)| **stored != Stored::Line);
    let reads: Vec<Read> = orders
        .map(|(number, stored)| match stored {
            Stored::Unreadable => Err(TableErrorKind::Item),
            _ => Ok(number),
        })
        .collect();
    let rows: Vec<u32> = reads.iter().filter_map(|read| read.ok()).collect();
    let failed = reads.len() - rows.len();
    let query = || shop.query(Order::query(OrderPk { user_id: "u1" })).page_size(page_size);

    let (mut one_by_one, mut found) = (query(), Vec::new());
    while let Some(row) = one_by_one.next().await.transpose() {
        found.push(read(row));
    }
    assert_eq!(found, reads, "one by one");
    assert_eq!(one_by_one.skipped().len(), stored.len() - reads.len());
    let found: Vec<_> = query().into_stream().map(read).collect().await;
    assert_eq!(found, reads, "as a stream");
    assert_eq!(query().count().await.unwrap(), stored.len() as u64);

    let page = query().with_skipped().await.unwrap();
    assert_eq!(numbers(&page.rows), rows);
    assert_eq!(page.rows.len() + page.skipped.len(), stored.len());
    assert_eq!(page.counts()[&SkipKind::Failed], failed);
    for skipped in &page.skipped {
        assert!(matches!(stored[skipped.place], Stored::Line | Stored::Unreadable));
    }

    let end = reads.iter().scan(0, |rows, read| {
        let is_before = *rows < limit;
        *rows += usize::from(read.is_ok());
        is_before.then_some(*read)
    });
    let limited: Result<Vec<u32>, _> = end.collect();
    let found = query().limit(limit).await;
    assert_eq!(found.map(|rows| numbers(&rows)).map_err(|error| error.kind()), limited);
    let first = query().first().await.transpose().map(read);
    assert_eq!(first, reads.first().copied());

    // By tokens: pages of the service, and pages of so many rows, also of an index with an outdated row.
    let by_status = || Order::query_by_status(OrderByStatusPk { status: Status::Open });
    let is_open = |number: &u32| stored[*number as usize - 1] == Stored::Order;
    let open: Vec<u32> = rows.iter().copied().filter(is_open).collect();
    let seal = HmacSha256::new("a secret of some length");
    for (is_index, is_limited) in [(false, false), (false, true), (true, false), (true, true)] {
        let (mut found, mut token, mut unreadable) = (Vec::new(), None::<String>, 0);
        loop {
            let query =
                if is_index { shop.query(by_status()).page_size(page_size) } else { query() };
            let query = if is_limited { query.limit(limit) } else { query };
            let page = query.page(token.as_deref(), &seal).await.unwrap();
            assert!(!is_limited || page.next.is_none() || page.rows.len() == limit);
            found.extend(numbers(&page.rows));
            let is_failed = |skipped: &&Skipped<_>| skipped.reason.kind() == SkipKind::Failed;
            unreadable += page.skipped.iter().filter(is_failed).count();
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(found, if is_index { &open[..] } else { &rows[..] }, "by tokens");
        assert_eq!(unreadable, failed);
    }

    let (mut found, mut everything) = (Vec::new(), Vec::new());
    for segment in 0..segments {
        let orders = shop.scan_as::<Order>().segment(segment, segments).page_size(page_size);
        found.extend(orders.into_stream().map(read).collect::<Vec<_>>().await);
        let all = shop.scan().segment(segment, segments).page_size(page_size);
        everything.extend(all.with_skipped().await.unwrap().rows);
        let limited = shop.scan().segment(segment, segments).limit(limit).with_skipped();
        assert!(limited.await.unwrap().rows.len() <= limit);
    }
    found.sort_by_key(|read| read.ok());
    let mut sorted = reads.clone();
    sorted.sort_by_key(|read| read.ok());
    assert_eq!(found, sorted, "in segments");
    let mut all: Vec<_> = everything.iter().map(number).collect();
    all.sort_unstable();
    let readable = |(_, stored): &(u32, &Stored)| **stored != Stored::Unreadable;
    let stored: Vec<u32> = (1..).zip(&stored).filter(readable).map(|(number, _)| number).collect();
    assert_eq!(all, stored, "of the whole table");
}

fn number(row: &Shop) -> u32 {
    match row {
        Shop::Order(order) => order.number,
        Shop::Line(line) => line.number,
        _ => unreachable!("no other entity is stored"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_row_comes_exactly_once(case in case()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check(case));
    }
}
