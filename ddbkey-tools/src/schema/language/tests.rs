//! Languages with different strings print differently.

use std::collections::BTreeMap;

use ddbkey::__private::engine::{
    ByteSet, Case, Integers, Language as Automaton, Padding, Runs, Spelling, Trimmed, Variant,
    Variants,
};

use super::Language;

fn words(words: &[&str]) -> String {
    Language::of_words(words.iter().map(ToString::to_string).collect()).to_string()
}

fn printed(language: Automaton) -> String {
    Language::of(language).to_string()
}

fn integers(max: u128, below: u128, padding: Padding) -> Automaton {
    Automaton::Integers(Integers { below, ..Integers::to(max, padding) })
}

fn bytes(alphabet: &str) -> ByteSet {
    alphabet.bytes().fold(ByteSet::EMPTY, |all, byte| all.or(ByteSet::byte(byte)))
}

fn ascii(alphabet: &str) -> String {
    printed(Automaton::Text { alphabet: bytes(alphabet), min: 1, max: Some(4) })
}

#[test]
fn the_order_of_words_does_not_matter() {
    assert_eq!(words(&["PENDING", "PAID"]), "PAID|PENDING");
    assert_eq!(words(&["PAID", "PENDING"]), "PAID|PENDING");
}

#[test]
fn words_are_escaped() {
    assert_eq!(words(&["a|b", "c"]), r"a\|b|c");
    assert_eq!(words(&["a", "b", "c"]), "a|b|c");
    assert_eq!(words(&["a}#{", r"\"]), r"\\|a\}#\{");
    assert_eq!(words(&["a\nb", "c"]), r"a\u{a}b|c");
    assert_eq!(words(&["text"]), "\"text\"");
    assert_eq!(words(&["\"text\""]), r#""\"text\"""#);
}

/// The schema changes with the count of shards, and would change with the function.
#[test]
fn function_and_count_of_shards_are_printed() {
    assert_eq!(printed(integers(15, 0, Padding::Shard)), "shard(16, xxh64)");
    assert_eq!(printed(integers(9, 0, Padding::Shard)), "shard(10, xxh64)");
}

/// Words with a payload print sorted too, with what means something escaped.
#[test]
fn payloads_are_printed() {
    const OWNERS: &[Variant] = &[
        Variant::of::<String>("USER"),
        Variant::of::<u8>("ORG"),
        Variant::of::<bool>("US"),
        Variant::rest::<String>("PATH"),
        Variant::word("OR"),
        Variant::word("GLOBAL"),
    ];
    const ESCAPED: &[Variant] = &[Variant::of::<char>("a{"), Variant::word("| b")];
    assert_eq!(
        printed(Automaton::Variants(Variants::new('#', OWNERS))),
        "GLOBAL | OR | ORG#{integer u8} | PATH#{*text} | US#{false|true} | USER#{text}"
    );
    let escaped = Variants::new('\\', ESCAPED);
    assert_eq!(printed(Automaton::Variants(escaped)), r"a\{\\{char} | \| b");
}

#[test]
fn an_alphabet_is_printed() {
    assert_eq!(ascii("cab"), "ASCII [a-c] 1..=4");
    assert_eq!(ascii("ABC"), "ASCII [A-C] 1..=4");
    assert_eq!(ascii("ABDEF-09]"), r"ASCII [\-09ABD-F\]] 1..=4");
    assert_eq!(ascii("\n\u{7f}"), r"ASCII [\u{a}\u{7f}] 1..=4");
}

#[test]
fn limits_are_printed() {
    let integer = |max, below| printed(integers(max, below, Padding::None));
    assert_eq!(integer(u8::MAX.into(), 0), "integer u8");
    assert_eq!(integer(u128::MAX, 0), "integer u128");
    assert_eq!(integer(127, 128), "integer i8");
    assert_eq!(integer(i128::MAX as u128, i128::MAX as u128 + 1), "integer i128");
    assert_eq!(integer(127, 0), "integer from -0 to 127");
    let padded = |digits, max, below| printed(integers(max, below, Padding::Zeros(digits)));
    assert_eq!(padded(3, 999, 0), "integer 03");
    assert_eq!(padded(3, 255, 0), "integer 03 to 255");
    assert_eq!(padded(3, 127, 128), "integer 03 from -128 to 127");
    let descending = integers(99999, 0, Padding::Descending(5));
    assert_eq!(printed(descending), "integer desc05");
}

#[test]
fn none_prints_as_another() {
    let mut printed = BTreeMap::new();
    let alphabet = bytes("xyz");
    let limits = [9, 99, 127, 255, 999];
    let lists: [&[&str]; 10] = [
        &["text"],
        &["char"],
        &["ULID"],
        &["a", "b"],
        &["a|b"],
        &["a\\", "b"],
        &["a\\|b"],
        &["date"],
        &["ASCII [a-b] 1..=2"],
        &["integer 03"],
    ];
    let languages = [Automaton::TEXT, Automaton::Char]
        .into_iter()
        .chain(Runs::ALL.map(Automaton::Runs))
        .chain([Case::Lower, Case::Upper].map(|case| Automaton::text(Some(case), None)))
        .chain([Case::Lower, Case::Upper].map(|case| Automaton::text(Some(case), Some(8))))
        .chain([None, Some(3), Some(4)].map(|max| Automaton::Text { alphabet, min: 3, max }))
        .chain([0, 0x2F, 0x2D00, 0x5C].map(|gaps| Automaton::Strftime(Spelling { units: 2, gaps })))
        .chain([3, 6, 7, 8, 9].map(|units| Automaton::Strftime(Spelling { units, gaps: 0 })))
        .chain([8, 9].map(|units| Automaton::Strftime(Spelling { units, gaps: 0x5A << 48 })))
        .chain(Trimmed::ALL.map(Automaton::Trimmed))
        .chain([1, 2, 3, 4, 5].map(|units| Automaton::Strftime(Spelling::iso(units))))
        .chain([0, 3, 6, 9].map(|fraction| Automaton::Strftime(Spelling::timestamp(fraction))))
        .chain(limits.map(|max| integers(max, 0, Padding::None)))
        .chain(limits.map(|max| integers(max, max + 1, Padding::None)))
        .chain(limits.map(|max| integers(max, 0, Padding::Zeros(3))))
        .chain(limits.map(|max| integers(max, 128, Padding::Zeros(3))))
        .chain(limits.map(|max| integers(max, 0, Padding::Descending(3))))
        .chain(["ab", "a-b", "abc", "a", "-"].map(|own| Automaton::Text {
            alphabet: bytes(own),
            min: 1,
            max: Some(2),
        }))
        .map(Language::of);
    let words = lists.map(|own| Language::of_words(own.iter().map(ToString::to_string).collect()));
    for language in languages.chain(words) {
        if let Some(other) = printed.insert(language.to_string(), language.clone()) {
            panic!("{language:?} prints as {other:?}");
        }
        assert_eq!(Language::read(&language.to_string()), Some(language));
    }
}
