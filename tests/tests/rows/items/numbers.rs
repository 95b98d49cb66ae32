//! Key attributes that are numbers, up to 38 digits.

use ddbkey::{DdbKeys, KeyError, KeyErrorKind};
use ddbkey_aws::ItemErrorKind;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::basics::about;
use super::formats::{not_read, read, round_trip};

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("DOC", id)]
#[sk[version]]
#[gsi("scores", pk = [game], sk = [score as "score_key", "{level:03}" as "level_key"])]
struct Document {
    id: String,
    version: i64,
    game: Option<u64>,
    score: i32,
    level: u16,
}

fn document(version: i64, game: Option<u64>) -> Document {
    Document { id: "d".into(), version, game, score: -5, level: 7 }
}

#[test]
fn numbers_are_integers() {
    for version in [i64::MIN, -1, 0, 9, i64::MAX] {
        for game in [None, Some(0), Some(u64::MAX)] {
            round_trip(&document(version, game));
        }
    }
    assert_eq!(
        round_trip(&document(9, Some(u64::MAX))),
        json!({
            "id": "d", "version": 9, "game": u64::MAX, "score": -5, "level": 7,
            "pk": "DOC#d", "score_key": -5, "level_key": "007",
        }),
    );
    let item = document(9, Some(1)).to_item().unwrap();
    assert_eq!(item["version"].as_n().unwrap(), "9");
    assert_eq!(item["score_key"].as_n().unwrap(), "-5");
    assert_eq!(item["level_key"].as_s().unwrap(), "007");
}

#[test]
fn a_number_has_its_type() {
    let mut item = round_trip(&document(9, Some(1)));
    item["version"] = json!("9");
    let error = not_read::<Document>(&item);
    assert_eq!(error.to_string(), "key attribute `version` of `Document` is not a number");
    item["version"] = json!(10);
    assert_eq!(read::<Document>(&item).unwrap(), document(10, Some(1)));
    item["id"] = json!("e");
    assert_eq!(about(&not_read::<Document>(&item)), (ItemErrorKind::Mismatch, Some("pk")));
}

/// A number of 38 digits, which is not a field: `serde_dynamo` has no integers of that size.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("ACCOUNT", id)]
#[sk[number() -> u128 as "number"]]
#[gsi("balances", pk = ("ALL"), sk = [balance() -> i128 as "balance"])]
struct Account {
    id: String,
    digits: String,
}

impl Account {
    fn number(&self) -> u128 {
        self.digits.parse().unwrap()
    }

    fn balance(&self) -> i128 {
        -self.digits.parse::<i128>().unwrap()
    }
}

#[test]
fn numbers_of_38_digits() {
    for digits in ["0", "18446744073709551616", "99999999999999999999999999999999999999"] {
        let account = Account { id: "a".into(), digits: digits.into() };
        let item = account.to_item().unwrap();
        assert_eq!(item["number"].as_n().unwrap(), digits);
        assert_eq!(Account::from_item(item).unwrap(), account);
    }
    let account = Account { id: "a".into(), digits: "1".repeat(39) };
    let error = account.to_item().unwrap_err();
    assert_eq!(error.key_error().map(KeyError::kind), Some(KeyErrorKind::OutOfRange));
    assert_eq!(error.kind(), ItemErrorKind::Key);
}
