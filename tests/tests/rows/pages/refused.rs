//! Tokens with which no query continues.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::KeyCondition;
use ddbkey::token::{HmacSha256, Seal, TokenError, Unsealed};
use ddbkey_aws::prelude::*;

use super::orders::{By, Order};

fn all(by: By) -> KeyCondition {
    by.condition(0, 100).unwrap()
}

fn token(by: By, seal: &impl Seal) -> String {
    all(by).token(&by.start_key(&by.row(3, 5)), seal).unwrap()
}

fn seal() -> HmacSha256 {
    HmacSha256::new("sixteen bytes...")
}

#[test]
fn a_token_comes_back_as_the_start_key() {
    for by in By::ALL {
        let start = by.start_key(&by.row(3, 5));
        assert_eq!(all(by).start_at(Some(&token(by, &seal())), &seal()), Ok(Some(start)));
    }
}

/// Even unsealed, a token's content cannot leave the query.
#[test]
fn the_token_of_another_query_is_refused() {
    for (at, by) in By::ALL.into_iter().enumerate() {
        for (other_at, other) in By::ALL.into_iter().enumerate() {
            let expected = if at == other_at { Ok(()) } else { Err(TokenError::OtherQuery) };
            let sealed = all(other).start_at(Some(&token(by, &seal())), &seal());
            assert_eq!(sealed.map(drop), expected, "{by:?} {other:?}");
            let unsealed = all(other).start_at(Some(&token(by, &Unsealed)), &Unsealed);
            assert_eq!(unsealed.map(drop), expected);
        }
        let descending = all(by).descending().start_at(Some(&token(by, &seal())), &seal());
        assert_eq!(descending, Err(TokenError::OtherQuery));
        let secret =
            all(by).start_at(Some(&token(by, &seal())), &HmacSha256::new("sixteen others.."));
        assert_eq!(secret, Err(TokenError::Seal));
        let sealed = all(by).start_at(Some(&token(by, &Unsealed)), &seal());
        assert_eq!(sealed, Err(TokenError::Seal));
    }
}

#[test]
fn the_token_of_another_tenant_is_refused() {
    use super::orders::OrderPk;
    use ddbkey::DdbKeys;

    let orders = |user| Order::query(OrderPk { user }).build().unwrap();
    let token = token(By::Key, &Unsealed);
    assert!(orders("u1").start_at(Some(&token), &Unsealed).is_ok());
    assert_eq!(orders("u2").start_at(Some(&token), &Unsealed), Err(TokenError::OtherQuery));
    // The whole partition has rows of every key, so it is another query.
    let partition = OrderPk { user: "u1" }.condition().unwrap();
    assert_eq!(partition.start_at(Some(&token), &Unsealed), Err(TokenError::OtherQuery));
}

#[test]
fn the_range_may_move() {
    for by in By::ALL {
        let token = token(by, &seal());
        let opened = |from, to| by.condition(from, to).unwrap().start_at(Some(&token), &seal());
        let start = Ok(Some(by.start_key(&by.row(3, 5))));
        assert_eq!(opened(5, 5), start);
        assert_eq!(opened(2, 900), start);
        assert_eq!(opened(6, 900), Err(TokenError::Outside));
        assert_eq!(opened(0, 4), Err(TokenError::Outside));
    }
}

#[test]
fn a_row_that_the_query_does_not_have_makes_no_token() {
    for by in By::ALL {
        let other = by.other_row(3, 5);
        if by != By::Gift {
            assert_eq!(all(by).token(&by.start_key(&other), &seal()), Err(TokenError::OtherRow));
        }
        let table_key = By::Key.start_key(&by.row(3, 5));
        let token = all(by).token(&table_key, &seal());
        match by {
            By::Key | By::Inverted => assert!(token.is_ok()),
            _ => assert!(matches!(token, Err(TokenError::Attribute { .. }))),
        }
    }
}

#[test]
fn numbers_are_those_that_dynamodb_writes() {
    let start = By::Score.start_key(&By::Score.row(3, 5)).into_item();
    let token = |digits: &str| {
        let score = ("score".to_owned(), AttributeValue::N(digits.to_owned()));
        let start: HashMap<_, _> = start.clone().into_iter().chain([score]).collect();
        ddbkey_aws::token(&all(By::Score), &start, &Unsealed)
    };
    for digits in ["-5", "0", "7", "7.5"] {
        let token = token(digits).unwrap();
        let keys = all(By::Score).start_at(Some(&token), &Unsealed).unwrap().unwrap();
        assert_eq!(keys.get("score"), Some(digits));
    }
    for digits in ["1e999", "1E1", "-0", "007", "+1", "1.0", "", "NaN", &"1".repeat(39)] {
        assert_eq!(
            token(digits).unwrap_err().to_string(),
            "key attribute `score` of the row is missing or cannot be a key"
        );
    }
}

/// A string of 1 MiB costs nothing.
#[test]
fn a_text_that_is_too_long_is_not_even_decoded() {
    let (orders, text) = (all(By::Key), "A".repeat(1 << 20));
    let allocated = allocation_counter::measure(|| {
        assert_eq!(orders.start_at(Some(&text), &Unsealed), Err(TokenError::Malformed));
    });
    assert_eq!(allocated.bytes_max, 0);
    let longest = "A".repeat(24 * 1024);
    let allocated = allocation_counter::measure(|| {
        assert_eq!(orders.start_at(Some(&longest), &Unsealed), Err(TokenError::Malformed));
    });
    assert!(allocated.bytes_max < 20 * 1024);
}

#[test]
fn errors_hold_no_text() {
    for error in
        [TokenError::Malformed, TokenError::OtherQuery, TokenError::Outside, TokenError::Seal]
    {
        let _: &(dyn std::error::Error + Send + Sync + 'static) = &error;
        assert!(!error.to_string().is_empty());
    }
}
