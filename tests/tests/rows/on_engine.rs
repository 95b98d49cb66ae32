//! Queries on the engine: over random rows of several entities in one partition, it returns the
//! rows that `matches` selects, in the order of their UTF-8 bytes.

use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, KeyErrorKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use std::ops::Bound;

use crate::store::{Item, Store, text};

/// A sort key with a number, then a string, which is last.
#[derive(DdbKeys)]
#[pk("P", p)]
#[sk("A", "{n:02}", name)]
struct Numbered {
    p: String,
    n: u8,
    name: String,
}

/// Nested under the first.
#[derive(DdbKeys)]
#[pk("P", p)]
#[sk("A", "{n:02}", name, "ITEM", item)]
struct Nested {
    p: String,
    n: u8,
    name: String,
    item: String,
}

/// A literal directly after a value, at the end of the key.
#[derive(DdbKeys)]
#[pk("P", p)]
#[sk("B", "{n:02}x")]
struct Glued {
    p: String,
    n: u8,
}

#[derive(DdbTable)]
enum Mixed {
    Numbered(Numbered),
    Nested(Nested),
    Glued(Glued),
}

const NAMES: [&str; 9] = ["a", "a!", "a ", "ab", "a\0", "~", "\u{10FFFF}", "é", "A"];

fn row() -> impl Strategy<Value = String> {
    let n = 0..12u8;
    prop_oneof![
        (n.clone(), select(&NAMES[..]))
            .prop_map(|(n, name)| NumberedSk { n, name }.build().unwrap()),
        (n.clone(), select(&NAMES[..]), select(&NAMES[..])).prop_map(|(n, name, item)| NestedSk {
            n,
            name,
            item
        }
        .build()
        .unwrap()),
        n.prop_map(|n| GluedSk { n }.build().unwrap()),
        select(&["A", "A$", "B#", "B#03y", "B$", "C", "A#03$"][..]).prop_map(str::to_owned),
    ]
}

fn bound<T: Clone + std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Bound<T>> {
    (value, 0..3).prop_map(|(value, kind)| match kind {
        0 => Bound::Included(value),
        1 => Bound::Excluded(value),
        _ => Bound::Unbounded,
    })
}

fn condition() -> impl Strategy<Value = Result<KeyCondition, KeyError>> {
    let n = 0..12u8;
    let numbered = || Numbered::query(NumberedPk { p: "p" });
    let glued = || Glued::query(GluedPk { p: "p" });
    let name = || select(&NAMES[..]);
    prop_oneof![
        Just(numbered().build()),
        Just(glued().build()),
        Just(NumberedPk { p: "p" }.condition()),
        (bound(n.clone()), bound(n.clone())).prop_map(move |range| numbered().n_in(range).build()),
        (bound(n.clone()), bound(n.clone())).prop_map(move |range| glued().n_in(range).build()),
        n.clone().prop_map(move |n| numbered().n(n).build()),
        (n.clone(), name()).prop_map(move |(n, name)| numbered().n(n).name(name).build()),
        (n.clone(), bound(name()), bound(name()))
            .prop_map(move |(n, from, to)| numbered().n(n).name_in((from, to)).build()),
        (n, select(&["a", "", "é"][..]))
            .prop_map(move |(n, start)| numbered().n(n).name_starting_with(start).build()),
    ]
}

fn item(sk: &str) -> Item {
    use aws_sdk_dynamodb::types::AttributeValue::S;
    [("pk", "P#p"), ("sk", sk)].map(|(name, text)| (name.into(), S(text.into()))).into()
}

#[test]
fn the_engine_returns_the_rows_that_match() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 12, ..Config::with_source_file(file!()) });
    let cases = (vec(row(), 1..40), vec(condition(), 20));
    runner
        .run(&cases, |(mut rows, conditions)| {
            rows.sort();
            rows.dedup();
            runtime.block_on(async {
                let store = Store::new(Mixed::SCHEMA).await;
                for sk in &rows {
                    store.put_item(item(sk)).await;
                }
                for condition in conditions {
                    check(&store, &rows, condition).await?;
                }
                Ok(())
            })
        })
        .unwrap();
}

async fn check(
    store: &Store,
    rows: &[String],
    condition: Result<KeyCondition, KeyError>,
) -> Result<(), TestCaseError> {
    let condition = match condition {
        Ok(condition) => condition,
        Err(error) => {
            let is_empty = error.kind() == KeyErrorKind::EmptyRange;
            prop_assert!(is_empty, "{error}");
            return Ok(());
        }
    };
    let expected: Vec<_> = rows.iter().filter(|sk| condition.matches("P#p", *sk)).collect();
    let items = store.items(&condition).await;
    let returned: Vec<_> = items.iter().map(|item| text(item, "sk")).collect();
    prop_assert_eq!(returned, expected, "{:?}", condition);
    Ok(())
}
