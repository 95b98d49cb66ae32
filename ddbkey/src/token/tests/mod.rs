//! Tokens of an attacker who knows how they are made: the fingerprint of a query is correct, and
//! everything else is not.

mod forged;
mod keys;
mod seals;

use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;
use proptest::sample::select;

use self::keys::{OrderKey, OrderPk, OrderScores, ScoresPk};
use crate::part::Plain;
use crate::query::{KeyCondition, OpenQuery, Query};

/// Generates strings that are close to each other, close to the prefixes, and at the limits.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "(ORDER#|id#|USER#)[a-c]{0,2}",
        any::<String>(),
        select(&[1023_usize, 1024, 1025, 2047, 2048, 2049]).prop_map(|length| "a".repeat(length)),
        select(&[1024_usize, 1025])
            .prop_map(|length| alloc::format!("ORDER#{}", "a".repeat(length - 6))),
    ]
}

/// Generates numbers close to each other, and strings that are not numbers.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-3_i64..9).prop_map(|number| alloc::format!("{number}")),
        (-3_i64..9).prop_map(|number| alloc::format!("{number}.5")),
        any::<i128>().prop_map(|number| alloc::format!("{number}")),
        select(&["1e999", "1E2", "007", "-0", "1.0", "+1", "NaN", "", " 1", "0x1", "١"])
            .prop_map(String::from),
        (36_usize..41).prop_map(|digits| "9".repeat(digits)),
    ]
}

fn user() -> impl Strategy<Value = String> {
    "[a-c]{1,2}"
}

/// Generates conditions of all kinds over the table and the index.
fn conditions() -> impl Strategy<Value = KeyCondition> {
    let parts = (user(), user(), user(), user(), -3_i64..9, 0_i64..4, 0_u8..4);
    (parts, 0_u8..12, any::<bool>()).prop_filter_map(
        "an empty range",
        |(parts, kind, is_descending)| {
            type Open = OpenQuery<Query<()>>;
            let (user, from, to, day, score, width, _) = parts;
            let orders = || Open::of::<OrderKey<'_>>(OrderPk { user: &user, k: &() });
            let scores =
                || Open::of::<OrderScores<'_>>(ScoresPk { game: &user, region: &from, k: &() });
            let (from, to, day) = (from.as_str(), to.as_str(), day.as_str());
            let fixed = || -> Open { scores().value::<_, i64, Plain>(0, 0, score) };
            let named = || -> Open { fixed().value::<_, String, Plain>(1, 1, from) };
            let query = match kind {
                0 => orders().finish(),
                1 => orders().value::<Query<()>, String, Plain>(0, 1, from).finish(),
                2 => orders().range::<String, Plain, _>(0, 1, from..to),
                3 => orders().range::<String, Plain, _>(0, 1, ..=to),
                4 => orders().starting_with(0, 1, from),
                5 => scores().finish(),
                6 => scores().range::<i64, Plain, _>(0, 0, score..score + width),
                7 => scores().range::<i64, Plain, _>(0, 0, score..),
                8 => fixed().finish(),
                9 => fixed().range::<String, Plain, _>(1, 1, from..),
                10 => named().range::<String, Plain, _>(2, 0, ..day),
                _ => named().value::<Query<()>, String, Plain>(2, 0, day).finish(),
            };
            let condition = query.build().ok()?;
            Some(if is_descending { condition.descending() } else { condition })
        },
    )
}

/// Generates some of the values of a token.
fn values() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(prop_oneof![text(), number()], 0..6)
}
