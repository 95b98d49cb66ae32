//! Numbers in every place: the extremes of each integer type and their neighbours, and the 38 digits
//! that DynamoDB keeps.

use std::fmt::Debug;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::key::PrimaryKey as _;
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, KeyErrorKind};
use ddbkey_aws::UpdateItems;
use ddbkey_aws::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check::{get, put_and_repair};
use super::engine::Engine;
use crate::store::{Item, Store};

const MOST: i128 = 10_i128.pow(38) - 1;

/// Returns the numbers, in order.
fn numbers() -> Vec<String> {
    let extremes = [8, 16, 32, 64].map(|bits| {
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        [-half - 1, -half, half - 1, half, whole - 1, whole]
    });
    let small = [-1, 0, 1];
    let wide = [MOST - 1, MOST, MOST + 1, -MOST + 1, -MOST, -MOST - 1, i128::MIN, i128::MAX];
    let mut numbers = [extremes.as_flattened(), &small, &wide].concat();
    numbers.sort_unstable();
    numbers.dedup();
    let texts = numbers.iter().map(i128::to_string);
    texts.chain([u128::MAX.to_string()]).collect()
}

fn digits(number: &str) -> usize {
    number.trim_start_matches('-').len()
}

/// Returns whether the engines store a number by its value. moto keeps any number of digits.
fn is_stored(number: &str) -> bool {
    let significant = digits(number.trim_end_matches('0')) <= 38;
    significant || Engine::of_env() == Engine::Moto
}

trait Numbered: DdbKeys + Serialize + DeserializeOwned + PartialEq + Debug {
    type Table: DdbTable + UpdateItems + Debug;

    /// Returns the number as this type, or `None` if the type does not have it.
    fn of(number: &str) -> Option<Self>;

    fn by_hand(number: &str) -> Item;

    /// Returns the queries of the table and of each index that find only this row.
    fn alone(&self) -> Vec<Result<KeyCondition, KeyError>>;

    /// Returns a query for the rows of an index that sorts by the number.
    fn between(from: Bound<&Self>, to: Bound<&Self>) -> Result<KeyCondition, KeyError>;
}

/// Declares an entity for each type, with the number in every place of a key. `serde_dynamo` has no integers of 128 bits:
/// that field is a string, and its key attributes have other names.
macro_rules! numbered {
    ($($module:ident: $type:ty as $attribute:tt $(with $digits:tt)?;)+) => {
        $(#[allow(dead_code, reason = "no test uses all of what is generated")]
        mod $module {
            use std::ops::Bound;

            use aws_sdk_dynamodb::types::AttributeValue;
            use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError};
            use serde::{Deserialize, Serialize};

            use super::{Numbered, item};
            use crate::store::Item;

            #[derive(DdbKeys, Serialize, Deserialize, PartialEq, Debug)]
            #[pk[n as "partition"]]
            #[sk[n as "sort"]]
            #[gsi("one", pk = [n as $attribute])]
            #[gsi("sorted", pk = ("ALL"), sk = [n as $attribute])]
            #[gsi("several", pk = ["ALL" as "all", n as $attribute], sk = ["ALL" as "every", n as "last"])]
            pub(super) struct Row {
                $(#[serde(with = $digits)])?
                n: $type,
            }

            #[derive(DdbTable, Debug)]
            pub(super) enum Table {
                Row(Row),
            }

            impl Numbered for Row {
                type Table = Table;

                fn of(number: &str) -> Option<Self> {
                    number.parse().ok().map(|n| Self { n })
                }

                fn by_hand(number: &str) -> Item {
                    let mut item = item(
                        &["partition", "sort", $attribute, "last"].map(|name| (name, number)),
                        &[("sortedpk", "ALL"), ("all", "ALL"), ("every", "ALL")],
                    );
                    let text = || AttributeValue::S(number.to_owned());
                    item.entry("n".to_owned()).or_insert_with(text);
                    item
                }

                fn alone(&self) -> Vec<Result<KeyCondition, KeyError>> {
                    let n = self.n;
                    vec![
                        Self::query(RowPk { n }).build(),
                        Self::query(RowPk { n }).n(n).build(),
                        Self::query(RowPk { n }).n_in(n..=n).build(),
                        Self::query_one(RowOnePk { n }).build(),
                        Self::query_sorted(RowSortedPk).n(n).build(),
                        Self::query_several(RowSeveralPk { n }).build(),
                        Self::query_several(RowSeveralPk { n }).n(n).build(),
                    ]
                }

                fn between(
                    from: Bound<&Self>,
                    to: Bound<&Self>,
                ) -> Result<KeyCondition, KeyError> {
                    let range = (from.map(|row| row.n), to.map(|row| row.n));
                    Self::query_sorted(RowSortedPk).n_in(range).build()
                }
            }
        })+

        #[tokio::test]
        #[ignore = "slow: `.ci/run` runs it"]
        async fn numbers_in_every_place() {
            $(check::<$module::Row>().await;)+
        }
    };
}

numbered! {
    of_u8: u8 as "n";
    of_u16: u16 as "n";
    of_u32: u32 as "n";
    of_u64: u64 as "n";
    of_u128: u128 as "number" with "super::text";
    of_i8: i8 as "n";
    of_i16: i16 as "n";
    of_i32: i32 as "n";
    of_i64: i64 as "n";
    of_i128: i128 as "number" with "super::text";
    of_non_zero: std::num::NonZeroU64 as "n";
}

/// A number as a string.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        number: &impl Display,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub(super) fn deserialize<'de, D, T>(from: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

fn item(numbers: &[(&str, &str)], texts: &[(&str, &str)]) -> Item {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let numbers = numbers.iter().map(owned).map(|(name, text)| (name, AttributeValue::N(text)));
    let texts = texts.iter().map(owned).map(|(name, text)| (name, AttributeValue::S(text)));
    numbers.chain(texts).collect()
}

async fn check<R: Numbered>() {
    let store = Store::new(R::Table::SCHEMA).await;
    let mut rows = Vec::new();
    for number in numbers() {
        match R::of(&number) {
            Some(row) if digits(&number) <= 38 => {
                check_allowed(&store, &row, &number).await;
                rows.push(row);
            }
            row => check_refused(&store, row, &number).await,
        }
    }
    check_queries(&store, &rows).await;
}

async fn check_allowed<R: Numbered>(store: &Store, row: &R, number: &str) {
    let (item, key) = (row.to_item().unwrap(), row.key().keys().unwrap().into_item());
    assert_eq!(item, R::by_hand(number), "{row:?}");
    put_and_repair::<R::Table>(store, row, &key).await;
    assert_eq!(get(store, &key).await.as_ref(), Some(&item), "{row:?}: repaired");
    let delete = store.client.delete_item().table_name(&store.table);
    delete.set_key(Some(key.clone())).send().await.unwrap();
    assert_eq!(get(store, &key).await, None, "{row:?}: deleted");
    store.put_item(item).await;
    let stored = get(store, &key).await.unwrap();
    assert_eq!(R::from_item(stored).unwrap(), *row, "{row:?}: put");
}

/// Checks a number of another type, or one that is too long for DynamoDB. The engine may store it; reading it is then
/// an error.
async fn check_refused<R: Numbered>(store: &Store, row: Option<R>, number: &str) {
    if let Some(row) = row {
        let is_cause = |error: &KeyError| error.kind() == KeyErrorKind::OutOfRange;
        let error = row.to_item().unwrap_err();
        assert!(error.key_error().is_some_and(is_cause), "{error}");
        assert!(row.alone().iter().all(|asked| asked.as_ref().is_err_and(is_cause)), "{row:?}");
        assert!(R::between(Included(&row), Unbounded).is_err_and(|error| is_cause(&error)));
    }
    let item = R::by_hand(number);
    let put = store.client.put_item().table_name(&store.table).set_item(Some(item.clone()));
    assert_eq!(put.send().await.is_ok(), is_stored(number), "{number}");
    if is_stored(number) {
        let mut key = item.clone();
        key.retain(|name, _| ["partition", "sort"].contains(&&**name));
        assert_eq!(get(store, &key).await, Some(item.clone()), "{number}");
        assert!(R::from_item(item.clone()).is_err(), "{number}");
        assert!(R::Table::from_item(item).is_err(), "{number}");
        let delete = store.client.delete_item().table_name(&store.table);
        delete.set_key(Some(key)).send().await.unwrap();
    }
}

async fn check_queries<R: Numbered>(store: &Store, rows: &[R]) {
    let all = R::between(Unbounded, Unbounded).unwrap();
    check_rows(store, &all, rows).await;
    let descending: Vec<_> = rows.iter().rev().collect();
    check_rows(store, &all.descending(), descending).await;
    for (at, row) in rows.iter().enumerate() {
        for asked in row.alone() {
            check_rows(store, &asked.unwrap(), [row]).await;
        }
        let (below, above) = (&rows[..at], &rows[at + 1..]);
        for (from, to, meant) in
            [(Unbounded, Excluded(row), below), (Excluded(row), Unbounded, above)]
        {
            match R::between(from, to) {
                Ok(condition) => check_rows(store, &condition, meant).await,
                // No value of the type is there.
                Err(error) => {
                    assert!(
                        error.kind() == KeyErrorKind::EmptyRange && meant.is_empty(),
                        "{error}"
                    );
                }
            }
        }
    }
}

/// Checks that the engine returns these rows in this order.
async fn check_rows<'r, R: Numbered + 'r>(
    store: &Store,
    condition: &KeyCondition,
    meant: impl IntoIterator<Item = &'r R>,
) {
    let query = store.client.query().table_name(&store.table).key_condition(condition);
    let items = query.send().await.unwrap().items.unwrap_or_default();
    let found: Vec<_> = items.into_iter().map(|item| R::from_item(item).unwrap()).collect();
    let meant: Vec<_> = meant.into_iter().collect();
    assert!(found.iter().eq(meant.iter().copied()), "{found:?} instead of {meant:?}");
}
