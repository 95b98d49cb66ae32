//! An attribute of a partition key that is also in a sort key has the limit of a sort key, in every function.

use ddbkey::{DdbKeys, DdbTable, KeyError, KeyErrorKind};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

/// The key of the table is also the sort key of an index.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk[id]]
#[sk("X")]
#[gsi("hhh" as h, pk = [x], sk = [id])]
struct Table {
    id: String,
    x: String,
}

/// The partition key of one index is the sort key of another, or of the table.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("A", id)]
#[sk["{y}" as "y_key"]]
#[gsi("ggg" as g, pk = ["{x}" as "z"])]
#[gsi("hhh" as h, pk = [id], sk = ["{x}" as "z"])]
#[gsi("ttt" as t, pk = ["{y}" as "y_key"])]
struct Indexes {
    id: String,
    x: String,
    y: String,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "y_key")]
enum Shop {
    Indexes(Indexes),
}

fn text(length: usize) -> String {
    "x".repeat(length)
}

fn is_long<T>(result: &Result<T, KeyError>) -> bool {
    match result {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error.kind(), KeyErrorKind::TooLong);
            assert!(error.reason().to_string().contains("is 1025 bytes"), "{error}");
            true
        }
    }
}

#[test]
fn a_key_of_the_table() {
    for (length, expected) in [(1024, false), (1025, true)] {
        let row = Table { id: text(length), x: "x".into() };
        assert_eq!(is_long(&row.pk()), expected);
        assert_eq!(is_long(&row.keys()), expected);
        assert_eq!(is_long(&row.key().keys()), expected);
        assert_eq!(is_long(&row.start_key()), expected);
        assert_eq!(is_long(&row.h().keys()), expected);
        assert_eq!(is_long(&Table::query(TablePk { id: &row.id }).build()), expected);
        assert_eq!(is_long(&TablePk { id: &row.id }.condition()), expected);
        assert_eq!(Table::parse_pk(&row.id).is_err(), expected);
        assert_eq!(row.to_item().is_err(), expected);
    }
    let error = Table { id: text(1025), x: "x".into() }.pk().unwrap_err();
    let said =
        "is 1025 bytes; DynamoDB allows 1024 here, because index `hhh` uses it as its sort key";
    assert!(error.to_string().ends_with(said), "{error}");
}

#[test]
fn a_key_of_an_index() {
    for (length, expected) in [(1024, false), (1025, true)] {
        let row = Indexes { id: "i".into(), x: text(length), y: "y".into() };
        assert_eq!(is_long(&row.g().keys()), expected);
        assert_eq!(is_long(&row.g_start_key()), expected);
        assert_eq!(is_long(&Indexes::query_g(IndexesGPk { x: &row.x }).build()), expected);
        assert_eq!(Indexes::parse_g(&row.x).is_err(), expected);
        assert_eq!(is_long(&row.keys()), expected);
        assert_eq!(is_long(&Shop::from(row).keys()), expected);
    }
}

#[test]
fn a_key_of_an_index_that_is_the_sort_key_of_the_table() {
    for (length, expected) in [(1024, false), (1025, true)] {
        let row = Indexes { id: "i".into(), x: "x".into(), y: text(length) };
        assert_eq!(is_long(&row.t().keys()), expected);
        assert_eq!(is_long(&Indexes::query_t(IndexesTPk { y: &row.y }).build()), expected);
        assert_eq!(Indexes::parse_t(&row.y).is_err(), expected);
    }
    let row = Indexes { id: "i".into(), x: "x".into(), y: text(1025) };
    let error = row.t().keys().unwrap_err();
    let said =
        "is 1025 bytes; DynamoDB allows 1024 here, because the table uses it as its sort key";
    assert!(error.to_string().ends_with(said), "{error}");
}
