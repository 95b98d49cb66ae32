//! Enums of hundreds of variants, long strings, and what is too much.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{Automaton, are_disjoint, are_trivially_disjoint, witness};
use crate::part::Shape;
use crate::pattern::{Extent, Owner, Pattern, Segment, Value};

fn key<const N: usize>(segments: [Segment; N]) -> Automaton<'static> {
    Automaton::of_key(Pattern::leak_for_test("Entity", Owner::Table.sk(), '#', segments.into()))
}

fn text(text: &'static str) -> Segment {
    Segment::Literal(text)
}

fn value(shape: Shape) -> Segment {
    Segment::Value(Value::over(shape, Extent::Part))
}

fn words(count: usize, word: impl Fn(usize) -> String) -> Shape {
    let mut words: Vec<&str> = (0..count).map(|at| &*String::leak(word(at))).collect();
    words.sort_unstable();
    Shape::words("a word", words.leak())
}

/// Returns the same words, neither sorted nor in the opposite order.
fn shuffled(count: usize, word: impl Fn(usize) -> String) -> Shape {
    let words: Vec<&str> = (0..count).map(|at| &*String::leak(word(at * 7 % count))).collect();
    Shape::words("a word", words.leak())
}

const TEXT: Shape = Shape::text("text");

fn shown(one: Automaton<'_>, other: Automaton<'_>) -> Option<String> {
    (!are_disjoint(one, other)).then(|| witness(one, other).expect("a key of both").text().into())
}

#[test]
fn the_same_enum_with_more_behind_it_takes_no_search() {
    let kind = words(300, |at| format!("ORDER_{at}"));
    let one = key([text("EVENT#"), value(kind)]);
    let other = key([text("EVENT#"), value(kind), text("#"), value(TEXT)]);
    assert!(are_trivially_disjoint(one, other));
}

#[test]
fn two_enums() {
    for long in ["", "_A_LONG_BEGINNING_THAT_ALL_VARIANTS_HAVE_IN_COMMON_"] {
        let one = key([value(words(300, |at| format!("{long}ONE{at}")))]);
        let other = key([value(words(300, |at| format!("{long}TWO{at}")))]);
        assert_eq!(shown(one, other), None);
        let beside = key([value(words(300, |at| format!("{long}ONE{}", at + 299)))]);
        assert_eq!(shown(one, beside), Some(format!("{long}ONE299")));
    }
}

#[test]
fn two_enums_with_literals_glued_to_them() {
    let (word, next) = (|at| format!("COMMON_{at}"), |at: usize| format!("COMMON_{}", at + 99));
    for (one, other) in [
        (words(100, word), words(100, next)),
        (shuffled(100, word), shuffled(100, next)),
        (shuffled(100, word), words(100, next)),
    ] {
        let (left, right) = (key([value(one), text(".")]), key([value(other), text(".")]));
        assert_eq!(shown(left, right).as_deref(), Some("COMMON_99."));
        let (left, right) = (key([value(one), text("0.")]), key([value(other), text(".")]));
        let both = shown(left, right).expect("such as 10 and 0, which is 100");
        assert!(both.starts_with("COMMON_1") && both.ends_with("0."), "{both}");
        let (left, right) = (key([value(one), text("x.")]), key([value(other), text(".")]));
        assert_eq!(shown(left, right), None);
    }
}

#[test]
fn an_enum_beside_text() {
    let letters = words(200, |at| format!("{:026b}", at * 7919).replace('0', "a"));
    let one = key([value(letters), text("#"), value(words(2, |at| format!("{at}")))]);
    assert!(shown(one, key([value(TEXT), text("#1")])).is_some());
    assert_eq!(shown(one, key([value(TEXT), text("#X")])), None);
    assert_eq!(shown(key([value(letters)]), key([value(TEXT), text("#X")])), None);
    assert_eq!(shown(key([value(letters), text(".")]), key([value(TEXT), text("-")])), None);
    let rest = key([Segment::Value(Value::over(TEXT, Extent::Rest))]);
    assert!(shown(one, rest).is_some());
}

#[test]
fn a_long_witness_is_cut_at_a_character_and_marked() {
    for long in ["a".repeat(300), format!("aa{}", "\u{e9}".repeat(150)), "\u{65e5}".repeat(90)] {
        let key = key([text(String::leak(long.clone())), value(TEXT)]);
        let shown = shown(key, key).expect("it is the same");
        let start = shown.strip_suffix('\u{2026}').expect("a mark");
        assert!(long.starts_with(start) && (254..=256).contains(&start.len()), "{shown}");
    }
    let key = key([text(String::leak("a".repeat(255))), value(TEXT)]);
    assert_eq!(shown(key, key), Some(format!("{}1", "a".repeat(255))));
}

/// What the search cannot decide is never called disjoint.
#[test]
fn too_large_is_not_disjoint() {
    let long = Shape::ascii("long", "01", 200, 250);
    let one = key([value(long), value(Shape::ascii("one", "01a", 100, 100)), text("-x")]);
    let other = key([value(long), value(Shape::ascii("other", "01b", 99, 99)), text("-x")]);
    assert!(!are_disjoint(one, other));
}
