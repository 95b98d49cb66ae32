//! Law 2: different parts build different texts.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;

use ddbkey::key::KeyText;
use ulid::Ulid;

use super::declared::*;

/// Every text of one to three of these characters.
fn texts(characters: &[char]) -> Vec<String> {
    let mut texts = vec![String::new()];
    for _ in 0..3 {
        let longer =
            texts.iter().flat_map(|text| characters.iter().map(move |c| format!("{text}{c}")));
        texts = longer.chain([String::new()]).collect();
    }
    texts.retain(|text| !text.is_empty());
    texts.sort();
    texts.dedup();
    texts
}

/// Law 2 for all of these keys, those that can be built.
fn check_distinct<'k, K: KeyText<'k> + PartialEq + Debug>(keys: impl Iterator<Item = K>) {
    let mut seen = HashMap::new();
    let mut refused = 0;
    for key in keys {
        match key.build() {
            Ok(text) => {
                if let Some(other) = seen.insert(text, key) {
                    assert_eq!(other, key, "two keys with one text");
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(!seen.is_empty() && refused > 0);
}

/// Law 2 where it is hardest: all short texts over what the literals are made of.
#[test]
fn different_parts_build_different_texts() {
    let short = texts(&['a', '#', 'b', 'y']);
    check_distinct(
        short
            .iter()
            .flat_map(|topic| short.iter().map(|author| NoteSk { topic, author, user: "u" })),
    );
    check_distinct(short.iter().flat_map(|drive| short.iter().map(|path| FileSk { drive, path })));
    let glued = texts(&['@', 'v', '0', '#']);
    check_distinct(glued.iter().flat_map(|id| (0..100).map(|version| DocumentSk { id, version })));
    let wide = texts(&['é', '本', '日', '#']);
    check_distinct(wide.iter().flat_map(|name| wide.iter().map(|tail| WordSk { name, tail })));
    let pipe = texts(&['|', 'b', '#', 'c']);
    check_distinct(
        pipe.iter().flat_map(|name| pipe.iter().map(|kind| PipeSk { name, kind, tenant: "t" })),
    );
    let digits = texts(&['0', '1', '-', '#']);
    let days = ["0000-01-01", "1000-01-01", "0100-01-01", "1010-10-10", "0010-01-01"];
    let days = days.map(|day| day.parse().unwrap());
    check_distinct(digits.iter().flat_map(|name| days.map(|day| EventSk { day, name })));
    let (id, place) = (Ulid::nil(), "x");
    let visits = digits.iter().flat_map(|name| {
        days.iter().flat_map(move |day| {
            let day = *day;
            days.map(|end| VisitPk { place, day, name, id, begin: day, other: name, end })
        })
    });
    check_distinct(visits);
    let numbers = (-128..=127)
        .flat_map(|change| [0, 1, 10, 100, u64::MAX].map(|number| DraftSk { number, change }));
    let texts: BTreeSet<_> = numbers.clone().map(|key| key.build().unwrap()).collect();
    assert_eq!(texts.len(), numbers.count());
}
