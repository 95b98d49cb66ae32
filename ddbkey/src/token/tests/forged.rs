//! Forged contents with the correct fingerprint.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::super::content::attributes;
use super::super::content::{fingerprint, read};
use super::super::{TokenError, Unsealed};
use super::{conditions, number, text, values};
use crate::key::{KeyValue, Keys};
use crate::pattern::AttributeType;
use crate::query::KeyCondition;

fn print_of(condition: &KeyCondition) -> [u8; 8] {
    fingerprint(condition, condition.schema().table())
}

fn content(condition: &KeyCondition, values: &[String]) -> Vec<u8> {
    let mut content = print_of(condition).to_vec();
    for value in values {
        content.extend_from_slice(&u16::try_from(value.len()).unwrap().to_be_bytes());
        content.extend_from_slice(value.as_bytes());
    }
    content
}

/// Checks that DynamoDB would accept a start key for this condition: it has all attributes, each with a possible value,
/// and its row belongs to the condition.
fn check(condition: &KeyCondition, keys: &Keys) {
    assert!(condition.matches_with(|name| keys.get(name)), "{condition:?} {keys:?}");
    let index: &[&str] = match condition.index_name() {
        Some(_) => &["game", "region", "score", "id_key", "day"],
        None => &[],
    };
    let names: Vec<_> = keys.iter().map(|(name, _)| name).collect();
    assert_eq!(names, [&["pk", "sk"], index].concat());
    for (name, value) in keys {
        match value {
            KeyValue::S(text) => {
                let limit = if ["pk", "game", "region"].contains(&name) { 2048 } else { 1024 };
                assert!(name != "score" && (1..=limit).contains(&text.len()));
            }
            KeyValue::N(digits) => {
                assert_eq!(name, "score");
                assert!(digits.trim_start_matches('-').len() <= 39);
                assert!(digits.parse::<f64>().unwrap().is_finite());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_start_key_leaves_the_condition(condition in conditions(), values in values()) {
        if let Ok(keys) = read(&condition, &content(&condition, &values)) {
            check(&condition, &keys);
        }
    }

    /// The same with the correct number of values, of the correct types.
    #[test]
    fn no_start_key_of_the_right_form_leaves_the_condition(
        condition in conditions(),
        texts in proptest::collection::vec(text(), 6),
        number in number(),
    ) {
        let row = attributes(&condition, condition.schema().table());
        let open = row.iter().filter(|attribute| attribute.fixed.is_none());
        let values: Vec<_> = open.zip(&texts).map(|(attribute, text)| match attribute.kind {
            AttributeType::S => text.clone(),
            AttributeType::N => number.clone(),
        }).collect();
        match read(&condition, &content(&condition, &values)) {
            Ok(keys) => check(&condition, &keys),
            Err(error) => {
                prop_assert!(matches!(error, TokenError::Malformed | TokenError::Outside));
            }
        }
    }

    /// The content of a token comes out as it went in.
    #[test]
    fn a_token_is_the_only_text_of_its_start_key(condition in conditions(), values in values()) {
        let content = content(&condition, &values);
        if let Ok(keys) = read(&condition, &content) {
            let token = condition.token(&keys, &Unsealed).unwrap();
            prop_assert_eq!(condition.start_at(Some(&token), &Unsealed), Ok(Some(keys)));
            prop_assert_eq!(token, super::super::text::print(&content).unwrap());
        }
    }

    #[test]
    fn a_token_of_another_query_is_refused(
        condition in conditions(),
        other in conditions(),
        values in values(),
    ) {
        let keys = read(&condition, &content(&other, &values));
        let is_same = print_of(&condition) == print_of(&other);
        prop_assert_eq!(keys == Err(TokenError::OtherQuery), !is_same);
        let fixed = |condition: &KeyCondition| {
            let fixed: Vec<_> = condition.fixed().map(|(_, text)| String::from(text)).collect();
            (condition.index_name(), condition.is_descending(), fixed)
        };
        prop_assert_eq!(is_same, fixed(&condition) == fixed(&other));
    }

    #[test]
    fn no_bytes_panic(
        condition in conditions(),
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        has_fingerprint in any::<bool>(),
    ) {
        let start = if has_fingerprint { print_of(&condition).to_vec() } else { Vec::new() };
        if let Ok(keys) = read(&condition, &[start, bytes].concat()) {
            check(&condition, &keys);
        }
    }
}
