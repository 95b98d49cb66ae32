//! Tests the proof: it never misses an overlap, every overlap that it finds is real, and its
//! automaton accepts exactly the keys that the parser accepts.

mod declaration;
mod keys;
mod size;

use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use self::declaration::{
    Item, PatternCase, declaration, kind, relatives, texts, with_a_shared_key,
};
use super::{Automaton, Outline, are_disjoint, are_trivially_disjoint, witness};
use crate::declaration::KeySchema;

impl Outline {
    /// Returns whether the outlines prove that no string is a key of both.
    fn differs_from(&self, other: &Self) -> bool {
        self.separator == other.separator
            && (self.bytes ^ other.bytes) & self.known & other.known != 0
    }
}

/// Returns the string that both accept according to the search.
fn found(one: &PatternCase, other: &PatternCase) -> Option<String> {
    let [left, right] =
        [one, other].map(|case| Outline::of(KeySchema::leak_for_test(case.pattern, None)));
    let (one, other) = (Automaton::of_key(one.pattern), Automaton::of_key(other.pattern));
    let is_empty = are_disjoint(one, other);
    if left.differs_from(&right) || are_trivially_disjoint(one, other) {
        assert!(is_empty);
    }
    assert_eq!(are_disjoint(other, one), is_empty);
    (!is_empty).then(|| witness(one, other).expect("a key of both").text().into())
}

/// Checks that the search agrees with brute force over these strings, and that what it finds is a key of both.
fn check_pair(one: &PatternCase, other: &PatternCase, texts: &[String]) {
    let shared: Vec<_> =
        texts.iter().filter(|text| one.parses(text) && other.parses(text)).collect();
    let found = found(one, other);
    if found.is_none() {
        assert!(shared.is_empty(), "missed {:?}", shared[0]);
    }
    if let Some(key) = found.filter(|_| !one.is_exception() && !other.is_exception()) {
        assert!(one.parses(&key) && other.parses(&key), "a false alarm: {key:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    })]

    #[test]
    fn strangers(one in declaration(), other in declaration()) {
        check_pair(&one, &other, texts());
    }

    #[test]
    fn relations((one, other) in relatives()) {
        check_pair(&one, &other, texts());
    }

    #[test]
    fn a_shared_key_is_never_missed((one, other, key) in with_a_shared_key()) {
        check_pair(&one, &other, &[key]);
    }

    /// Parser, automaton and brute force agree on every string, and no string has two readings.
    #[test]
    #[ignore = "slow: `.ci/run` runs it"]
    fn one_language(
        declaration in declaration(),
        choices in prop::collection::vec(any::<usize>(), 1..9),
    ) {
        let key = declaration.key(&choices);
        for text in texts().iter().chain(&key) {
            let parses = declaration.parses(text);
            prop_assert_eq!(usize::from(parses), declaration.ways(text), "{:?}", text);
            let runs = declaration.runs(text);
            prop_assert!(runs >= parses && (declaration.is_exception() || runs == parses), "{:?}", text);
        }
    }
}

/// The rest after a string of variable width may contain what that string must not.
#[cfg(feature = "jiff")]
#[test]
fn a_rest_with_separators_behind_a_text() {
    let items = [Item::Value(kind("text")), Item::Rest(kind("date"))];
    let declaration = PatternCase::of(&items, '-').expect("it keeps the rules");
    assert!(declaration.parses("a2024-02-29"));
    assert!(!declaration.parses("a-2024-02-29"));
}

/// A key may end where another continues with a string that may be empty.
#[test]
fn a_text_that_may_be_empty() {
    let declare = |items: &[Item]| PatternCase::of(items, '#').expect("it keeps the rules");
    let empty = || Item::Value(kind("empty"));
    let (hash, two) = (Item::Literal("#"), Item::Literal("##"));
    let one = declare(&[hash, empty()]);
    assert_eq!(found(&one, &declare(&[hash])).as_deref(), Some("#"));
    assert_eq!(found(&one, &declare(&[Item::Literal("a"), hash, empty()])), None);
    let (ends, both) = (declare(&[empty(), two]), declare(&[hash, empty(), hash, empty()]));
    assert_eq!(found(&ends, &both).as_deref(), Some("##"));
    assert_eq!(found(&one, &both), None);
    assert_eq!(found(&declare(&[empty(), hash, empty()]), &declare(&[hash])).as_deref(), Some("#"));
}

/// The strings of one declaration may contain the separator of the other.
#[test]
fn different_separators() {
    let text = |separator| PatternCase::of(&[Item::Value(kind("text"))], separator).unwrap();
    let pair = |literal, separator| {
        let items = [Item::Value(kind("text")), Item::Literal(literal), Item::Value(kind("text"))];
        PatternCase::of(&items, separator).unwrap()
    };
    assert_eq!(found(&text('#'), &pair("@", '@')).as_deref(), Some("1@1"));
    assert_eq!(found(&text('@'), &pair("@", '@')), None);
    assert_eq!(found(&pair("#", '#'), &pair("@", '@')).as_deref(), Some("1#@1"));
    assert_eq!(found(&pair("@", '#'), &pair("@", '@')).as_deref(), Some("1@1"));
}

/// Next to a value of fixed width that contains neither separator, the literals distinguish them.
#[test]
fn different_separators_that_no_value_contains() {
    let declare = |separator, literal| {
        let items = [Item::Literal("a"), Item::Value(kind("u8:02")), Item::Literal(literal)];
        PatternCase::of(&items, separator).unwrap()
    };
    let (one, other) = (declare('#', "#a"), declare('@', "@a"));
    let (one, other) = (Automaton::of_key(one.pattern), Automaton::of_key(other.pattern));
    assert!(are_trivially_disjoint(one, other));
}

/// The string up to the first separator determines where variants end, if the same words have a payload.
#[test]
fn variants_of_the_same_words_end_at_the_same_separator() {
    let declare = |of: &str, after: &[Item]| {
        let items = [&[Item::Value(kind(of)), Item::Literal("#")], after].concat();
        PatternCase::of(&items, '#').expect("it keeps the rules")
    };
    let text = || Item::Value(kind("text"));
    let is_trivial = |one: &PatternCase, other: &PatternCase| {
        are_trivially_disjoint(Automaton::of_key(one.pattern), Automaton::of_key(other.pattern))
    };
    for other in ["owner", "renter"] {
        let owner = declare("owner", &[Item::Literal("a"), text()]);
        let apart = declare(other, &[Item::Literal("b"), text()]);
        assert!(is_trivial(&owner, &apart) && found(&owner, &apart).is_none(), "{other}");
        let beside = declare(other, &[Item::Literal("ab"), text()]);
        assert!(found(&owner, &beside).is_some(), "{other}");
    }
    let owner = declare("owner", &[text(), Item::Literal("#b")]);
    let lodger = declare("lodger", &[Item::Literal("b")]);
    assert_eq!(found(&owner, &lodger).as_deref(), Some("0#1#b"));
}

/// An outline compares fields by their first byte, by their hash and by their number.
#[test]
fn outlines() {
    let literal = |text| Item::Literal(text);
    let (text, rest) = (|| Item::Value(kind("text")), || Item::Rest(kind("text")));
    let differ = |one: &[Item], other: &[Item]| {
        let [one, other] = [one, other].map(|items| PatternCase::of(items, '#').unwrap());
        let [left, right] =
            [&one, &other].map(|case| Outline::of(KeySchema::leak_for_test(case.pattern, None)));
        let are_apart = left.differs_from(&right);
        assert_eq!(are_apart, right.differs_from(&left));
        assert!(!are_apart || found(&one, &other).is_none());
        are_apart
    };
    let [a, b, ab, at] = ["a#", "b#", "ab#", "a"].map(literal);
    assert!(differ(&[a, text()], &[b, text()]));
    assert!(differ(&[a, text()], &[ab, text()]));
    assert!(differ(&[text(), literal("#a")], &[text(), literal("#b")]));
    assert!(differ(&[at, text()], &[literal("b"), text()]));
    assert!(differ(&[a, text()], &[a, text(), literal("#"), text()]));
    assert!(differ(&[a, rest()], &[b, rest()]));
    assert!(!differ(&[a, rest()], &[a, text(), literal("#"), text()]));
    assert!(!differ(&[at, text()], &[literal("ab"), text()]));
    assert!(!differ(&[rest()], &[b, text()]));
    assert!(!differ(&[literal("#"), text()], &[Item::Value(kind("empty")), literal("#1")]));
}
