//! An entity is in the list of also returned entities exactly if one of its keys starts like the query's keys.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::super::{Automaton, witness};
use super::declaration::{
    Item, PatternCase, declaration, kind, relatives, texts, with_a_shared_key,
};
use crate::entity::EntitySchema;
use crate::layout::Layout;
use crate::pattern::{Pattern, Role, Segment};
use crate::rules::check_entity;
use crate::rules::tests::refusal;
use crate::table::TableSchema;

fn entity(name: &'static str, declaration: &PatternCase) -> &'static EntitySchema {
    let literal = alloc::vec![Segment::Literal("P")];
    let partition = Pattern::leak_for_test("Any", Role::PartitionKey, '#', literal);
    EntitySchema::leak_for_test(name, partition, Some(declaration.pattern))
}

/// Returns the number of given parts with which a query of one entity may also return the other, if it may.
fn parts(one: &PatternCase, other: &PatternCase) -> Option<usize> {
    let entities: [_; 2] = [entity("One", one), entity("Other", other)];
    let layout = Layout::new("pk", Some("sk"), &[]);
    let table = TableSchema::new("Table", layout, false, Box::leak(Box::new(entities)));
    table.also_returned(entities[0]).map(|other| other.parts()).next()
}

/// Returns, for each number of parts that a query can give while leaving others open, the end of the fixed
/// string.
fn ends(declaration: &PatternCase) -> Vec<usize> {
    let items = &declaration.items;
    let is_literal = |at: usize| matches!(items.get(at), Some(Item::Literal(_)));
    let behind_literal = |at: usize| at + usize::from(is_literal(at));
    let values = (0..items.len()).filter(|at| !is_literal(*at)).map(|at| behind_literal(at + 1));
    core::iter::once(behind_literal(0)).chain(values).filter(|end| *end < items.len()).collect()
}

fn check_also_returned(one: &PatternCase, other: &PatternCase, texts: &[String]) {
    let parts = parts(one, other);
    let keys: Vec<_> = texts.iter().filter(|text| other.parses(text)).collect();
    for (given, end) in ends(one).into_iter().enumerate() {
        let is_returned = |key: &&&String| one.starts(end, key);
        if parts.is_none_or(|parts| parts < given) {
            let missed = keys.iter().find(is_returned);
            assert_eq!(missed, None, "with {given} parts");
        } else if !one.is_exception() && !other.is_exception() {
            let run = Automaton::starting(one.pattern, end);
            // Otherwise the search at run time did not have enough room to prove that no key is shared.
            let Some(key) = witness(run, Automaton::whole(other.pattern)) else { continue };
            let key = key.text();
            assert!(other.parses(key) && one.starts(end, key), "with {given} parts: {key:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    })]

    #[test]
    fn of_strangers(one in declaration(), other in declaration()) {
        check_also_returned(&one, &other, texts());
    }

    #[test]
    fn of_relatives((one, other) in relatives()) {
        check_also_returned(&one, &other, texts());
        check_also_returned(&other, &one, texts());
    }

    /// The key of one continues where the key of the other ends.
    #[test]
    fn of_parents((one, other, key) in with_a_shared_key(), longer in declaration()) {
        let items: Vec<_> = one.items.iter().chain(&longer.items).copied().collect();
        if let Some(child) = PatternCase::of(&items, one.pattern.separator) {
            let key = longer.key(&[0]).map(|end| key + &end);
            check_also_returned(&other, &child, key.as_slice());
        }
    }
}

/// A field in both keys is shown with one value.
#[test]
fn the_key_in_the_message_is_one() {
    let user = [Item::Literal("USER#"), Item::Value(kind("text"))];
    let user = PatternCase::of(&user, '#').expect("it keeps the rules").pattern;
    let own = EntitySchema::leak_for_test("User", user, Some(user));
    let friend = EntitySchema::leak_for_test("Friend", user, Some(user));
    let entities: [&EntitySchema; 2] = [own, friend];
    let layout = Layout::new("pk", Some("sk"), &[]);
    let table = TableSchema::new("Table", layout, false, Box::leak(Box::new(entities)));
    let message = refusal(|| check_entity(&table, 1)).expect("they overlap");
    let says = "`User` and `Friend` share keys: `USER#1` / `USER#1` reads as both";
    assert!(message.starts_with(says), "{message}");
}

/// After a string of variable width, the end of a query decides nothing: `a10` and a date start the
/// keys of both, cut differently.
#[cfg(feature = "jiff")]
#[test]
fn values_of_fixed_width_behind_a_text() {
    let declare = |kinds: [&str; 3]| {
        let values = kinds.map(|name| Item::Value(kind(name)));
        let items: Vec<_> = values.into_iter().chain([Item::Literal("#a")]).collect();
        PatternCase::of(&items, '#').expect("it keeps the rules")
    };
    let (one, other) = (declare(["text", "date", "u8:02"]), declare(["text", "u8:02", "date"]));
    assert!(other.parses("a102024-02-29#a"));
    check_also_returned(&one, &other, &["a102024-02-29#a".into()]);
    // The search at run time does not have enough room to prove that 3 are too many.
    assert!(parts(&one, &other) >= Some(2));
}

/// Their lengths differ, but a small search does not notice that.
#[cfg(feature = "ulid")]
#[test]
fn texts_that_cannot_have_one_length_do_not_meet() {
    let (ulid, text, a) =
        (Item::Value(kind("ulid")), Item::Value(kind("text")), Item::Literal("a"));
    let rest = Item::Rest(kind("text"));
    let one = PatternCase::of(&[a, ulid, a, rest], '#').unwrap();
    let other = PatternCase::of(&[a, text, ulid, a, rest], '#').unwrap();
    check_also_returned(&one, &other, texts());
    assert_eq!(parts(&one, &other), Some(0));
}
