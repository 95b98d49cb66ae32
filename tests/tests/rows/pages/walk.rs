//! Walks over an engine with tokens alone, while rows are added and removed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::token::{HmacSha256, Unsealed};
use ddbkey::{DdbKeys, KeyCondition};
use ddbkey_aws::prelude::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

use super::orders::{By, Order, Orders};
use crate::store::Store;

const PLACES: u16 = 12;

/// A page, and what happens before the next one.
#[derive(Clone, Debug)]
struct Turn {
    limit: usize,
    /// The number of read rows to return: all, or fewer.
    kept: Option<usize>,
    /// The positions of rows to insert.
    insert: Vec<u16>,
    /// The rows to delete.
    delete: Vec<prop::sample::Index>,
}

fn turn() -> impl Strategy<Value = Turn> {
    let kept = prop_oneof![2 => Just(None), 1 => (1_usize..4).prop_map(Some)];
    let delete = vec(any::<prop::sample::Index>(), 0..3);
    (1_usize..6, kept, vec(0..PLACES, 0..3), delete)
        .prop_map(|(limit, kept, insert, delete)| Turn { limit, kept, insert, delete })
}

/// The table, and what the walk has seen of it.
struct Walk {
    by: By,
    store: Store,
    condition: KeyCondition,
    /// The rows of the condition that are in the table, by number.
    rows: BTreeMap<usize, Order>,
    /// The numbers of rows that existed all the time, or were inserted ahead of the walk.
    due: BTreeSet<usize>,
    /// The numbers of rows that were inserted behind the walk, or removed ahead of it.
    missed: BTreeSet<usize>,
    next: usize,
}

/// Returns the number of a row that the walk has reached.
fn number(by: By, row: &Order) -> usize {
    match by {
        By::Inverted => row.user[4..].parse().unwrap(),
        _ => row.id.parse().unwrap(),
    }
}

impl Walk {
    async fn new(by: By, condition: KeyCondition, places: &[u16]) -> Self {
        let store = Store::new(Orders::SCHEMA).await;
        let mut walk = Self {
            by,
            store,
            condition,
            rows: BTreeMap::new(),
            due: BTreeSet::new(),
            missed: BTreeSet::new(),
            next: 0,
        };
        for place in places {
            let number = walk.insert(*place).await;
            walk.due.insert(number);
            walk.store.put(&by.other_row(1000 + number, *place)).await;
        }
        walk
    }

    async fn insert(&mut self, place: u16) -> usize {
        let (number, row) = (self.next, self.by.row(self.next, place));
        self.next += 1;
        self.store.put(&row).await;
        self.rows.insert(number, row);
        number
    }

    /// Returns whether the walk has yet to reach this position, or `None` if rows there tie with the last one.
    fn is_ahead(&self, place: u16, last: Option<u16>) -> Option<bool> {
        match last {
            None => Some(true),
            Some(last) if last == place => None,
            Some(last) => Some((place > last) != self.condition.is_descending()),
        }
    }

    async fn change(&mut self, turn: &Turn, last: Option<u16>) {
        for place in &turn.insert {
            let number = self.insert(*place).await;
            match self.is_ahead(*place, last) {
                Some(true) => self.due.insert(number),
                Some(false) => self.missed.insert(number),
                None => false,
            };
        }
        for index in &turn.delete {
            let numbers: Vec<_> = self.rows.keys().copied().collect();
            if numbers.is_empty() {
                break;
            }
            let number = *index.get(&numbers);
            let row = self.rows.remove(&number).unwrap();
            let key = row.start_key().unwrap().into_item();
            let delete = self.store.client.delete_item().table_name(&self.store.table);
            delete.set_key(Some(key)).send().await.unwrap();
            match self.is_ahead(self.by.place(&row), last) {
                Some(true) => {
                    self.due.remove(&number);
                    self.missed.insert(number);
                }
                // A row among ties may have been read before it was removed.
                Some(false) | None => {
                    self.due.remove(&number);
                }
            }
        }
    }

    /// Reads a page as a handler of a web API does.
    async fn page(
        &self,
        turn: &Turn,
        token: Option<&str>,
    ) -> Result<(Vec<Order>, Option<String>), TestCaseError> {
        let (seal, orders) = (HmacSha256::new("sixteen bytes..."), &self.condition);
        let query = self.store.client.query().table_name(&self.store.table);
        let query = query.key_condition(orders).limit(i32::try_from(turn.limit).unwrap());
        let page = query.start_at(orders, token, &seal).unwrap().send().await.unwrap();
        let item = |item: &HashMap<String, AttributeValue>| Order::from_item(item.clone()).unwrap();
        let mut rows: Vec<_> = page.items().iter().map(item).collect();
        if let Some(kept) = turn.kept.filter(|kept| *kept < rows.len()) {
            rows.truncate(kept);
            let start = self.by.start_key(&rows[kept - 1]);
            return Ok((rows, Some(orders.token(&start, &seal).unwrap())));
        }
        let next =
            page.last_evaluated_key().map(|key| ddbkey_aws::token(orders, key, &seal)).transpose();
        if let (Some(key), Some(row)) = (page.last_evaluated_key(), rows.last()) {
            let start = self.by.start_key(row).into_item();
            prop_assert_eq!(&start, key, "the start key of a row is what DynamoDB returns");
        }
        Ok((rows, next.unwrap()))
    }

    async fn run(mut self, turns: &[Turn], is_changing: bool) -> Result<(), TestCaseError> {
        let (mut read, mut token): (Vec<Order>, Option<String>) = (Vec::new(), None);
        for turn in turns.iter().cycle() {
            let (rows, next) = self.page(turn, token.as_deref()).await?;
            prop_assert!(rows.len() <= turn.limit);
            read.extend(rows);
            token = next;
            if token.is_none() {
                break;
            }
            if is_changing && self.next < 60 {
                let last = read.last().map(|row| self.by.place(row));
                self.change(turn, last).await;
            }
        }
        self.check(&read)
    }

    fn check(&self, read: &[Order]) -> Result<(), TestCaseError> {
        let mut places: Vec<_> = read.iter().map(|row| self.by.place(row)).collect();
        if self.condition.is_descending() {
            places.reverse();
        }
        prop_assert!(places.is_sorted(), "{:?}", places);
        let numbers: BTreeSet<_> = read.iter().map(|row| number(self.by, row)).collect();
        prop_assert_eq!(numbers.len(), read.len(), "a row twice");
        let within = |number: &usize| {
            let row = self.rows.get(number);
            row.is_some_and(|row| self.condition.matches_keys(&self.by.start_key(row)))
        };
        let due: BTreeSet<_> = self.due.iter().copied().filter(within).collect();
        prop_assert!(due.is_subset(&numbers), "missing: {:?}", due.difference(&numbers));
        prop_assert!(self.missed.is_disjoint(&numbers));
        Ok(())
    }
}

trait MatchesKeys {
    fn matches_keys(&self, keys: &ddbkey::Keys) -> bool;
}

impl MatchesKeys for KeyCondition {
    fn matches_keys(&self, keys: &ddbkey::Keys) -> bool {
        self.matches_with(|name| keys.get(name))
    }
}

fn conditions() -> impl Strategy<Value = (By, KeyCondition)> {
    (select(&By::ALL[..]), 0..PLACES / 3, PLACES / 2..PLACES, any::<bool>()).prop_map(
        |(by, from, to, is_descending)| {
            let condition = by.condition(from, to).unwrap();
            (by, if is_descending { condition.descending() } else { condition })
        },
    )
}

fn walk(cases: u32, is_changing: bool) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases, ..Config::with_source_file(file!()) });
    let strategy = (conditions(), vec(0..PLACES, 0..30), vec(turn(), 1..8));
    runner
        .run(&strategy, |((by, condition), places, turns)| {
            runtime.block_on(async {
                Walk::new(by, condition, &places).await.run(&turns, is_changing).await
            })
        })
        .unwrap();
}

#[test]
fn a_walk_is_one_unlimited_query() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for by in By::ALL {
            let ascending = by.condition(1, PLACES - 2).unwrap();
            for condition in [ascending.clone(), ascending.descending()] {
                let places: Vec<_> = (0..30).map(|number| number * 5 % PLACES).collect();
                let walk = Walk::new(by, condition, &places).await;
                let whole: Vec<Order> = {
                    let query = walk.store.client.query().table_name(&walk.store.table);
                    let page = query.key_condition(&walk.condition).send().await.unwrap();
                    assert_eq!(page.last_evaluated_key(), None);
                    page.items()
                        .iter()
                        .map(|item| Order::from_item(item.clone()).unwrap())
                        .collect()
                };
                assert!(whole.len() > 20);
                for limit in [1, 2, 7, 100] {
                    let turn = Turn { limit, kept: None, insert: Vec::new(), delete: Vec::new() };
                    let (mut read, mut token): (Vec<Order>, Option<String>) = (Vec::new(), None);
                    loop {
                        let (rows, next) = walk.page(&turn, token.as_deref()).await.unwrap();
                        read.extend(rows);
                        token = next;
                        if token.is_none() {
                            break;
                        }
                    }
                    assert_eq!(read, whole, "{by:?}");
                }
            }
        }
    });
}

#[test]
fn a_walk_with_trimmed_pages_reads_each_row_once() {
    walk(24, false);
}

#[test]
fn a_walk_goes_on_while_rows_come_and_go() {
    walk(48, true);
}

/// The entity of a start key has its own numbers: a start key continues from them, and serde writes it.
#[test]
fn a_row_of_another_entity_has_a_fraction() {
    #[derive(DdbKeys)]
    #[pk("PLAYER", id)]
    #[sk("SCORE")]
    #[gsi("ranked", pk = ("GAME", game), sk = [score])]
    #[allow(dead_code, reason = "for its queries")]
    struct Score {
        id: String,
        game: String,
        score: u32,
    }

    let ranked = Score::query_ranked(ScoreRankedPk { game: "g" }).build().unwrap();
    let s = |text: &str| AttributeValue::S(text.into());
    for (digits, is_exact) in [("1.5", true), ("-0.25", true), ("0.12345678901234567890123", false)]
    {
        let score = ("score", AttributeValue::N(digits.into()));
        let row = [("pk", s("TEAM#t")), ("sk", s("SCORE")), ("rankedpk", s("GAME#g")), score];
        let row: HashMap<_, _> = row.map(|(name, value)| (name.to_owned(), value)).into();
        let token = ddbkey_aws::token(&ranked, &row, &Unsealed).unwrap();
        let start = ranked.start_at(Some(&token), &Unsealed).unwrap().unwrap();
        assert_eq!(start.clone().into_item(), row);
        match serde_json::to_value(&start) {
            Ok(json) => assert_eq!((json["score"].to_string().as_str(), is_exact), (digits, true)),
            Err(error) => {
                let what = "a number key is neither an integer of 128 bits nor exact as an `f64`";
                assert_eq!((error.to_string().as_str(), is_exact), (what, false));
            }
        }
    }
}
