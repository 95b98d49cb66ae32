//! Languages with different strings print differently.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

use crate::language::{ByteSet, Case, Language, Runs, Spelling, Trimmed};
use crate::part::Shape;

fn words(words: &'static [&'static str]) -> String {
    Shape::words("a word", words).language.to_string()
}

fn ascii(alphabet: &str) -> String {
    Shape::ascii("letters", alphabet, 1, 4).language.to_string()
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

#[test]
fn an_alphabet_is_printed() {
    assert_eq!(ascii("cab"), "ASCII [a-c] 1..=4");
    assert_eq!(ascii("ABC"), "ASCII [A-C] 1..=4");
    assert_eq!(ascii("ABDEF-09]"), r"ASCII [\-09ABD-F\]] 1..=4");
    assert_eq!(ascii("\n\u{7f}"), r"ASCII [\u{a}\u{7f}] 1..=4");
}

#[test]
fn limits_are_printed() {
    let integer = |max, below| Language::Integer { max, below, zero: true }.to_string();
    assert_eq!(integer(u8::MAX.into(), 0), "integer u8");
    assert_eq!(integer(u128::MAX, 0), "integer u128");
    assert_eq!(integer(127, 128), "integer i8");
    assert_eq!(integer(i128::MAX as u128, i128::MAX as u128 + 1), "integer i128");
    assert_eq!(integer(127, 0), "integer from -0 to 127");
    let padded =
        |digits, max, below| Language::Padded { digits, max, below, zero: true }.to_string();
    assert_eq!(padded(3, 999, 0), "integer 03");
    assert_eq!(padded(3, 255, 0), "integer 03 to 255");
    assert_eq!(padded(3, 127, 128), "integer 03 from -128 to 127");
    assert_eq!(
        Language::Descending { digits: 5, max: 99999, zero: true }.to_string(),
        "integer desc05"
    );
}

#[test]
fn none_prints_as_another() {
    let mut printed = BTreeMap::new();
    let alphabet = ByteSet::of("xyz");
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
    let languages = [Language::TEXT, Language::Char]
        .into_iter()
        .chain(Runs::ALL.map(Language::Runs))
        .chain([Case::Lower, Case::Upper].map(|case| Language::text(Some(case), None)))
        .chain([Case::Lower, Case::Upper].map(|case| Language::text(Some(case), Some(8))))
        .chain([None, Some(3), Some(4)].map(|max| Language::Text { alphabet, min: 3, max }))
        .chain([0, 0x2F, 0x2D00, 0x5C].map(|gaps| Language::Strftime(Spelling { units: 2, gaps })))
        .chain([3, 6, 7, 8, 9].map(|units| Language::Strftime(Spelling { units, gaps: 0 })))
        .chain([8, 9].map(|units| Language::Strftime(Spelling { units, gaps: 0x5A << 48 })))
        .chain(Trimmed::ALL.map(Language::Trimmed))
        .chain([1, 2, 3, 4, 5].map(|units| Language::Strftime(Spelling::iso(units))))
        .chain([0, 3, 6, 9].map(|fraction| Language::Strftime(Spelling::timestamp(fraction))))
        .chain(limits.map(|max| Language::Integer { max, below: 0, zero: true }))
        .chain(limits.map(|max| Language::Integer { max, below: max + 1, zero: true }))
        .chain(limits.map(|max| Language::Padded { digits: 3, max, below: 0, zero: true }))
        .chain(limits.map(|max| Language::Padded { digits: 3, max, below: 128, zero: true }))
        .chain(limits.map(|max| Language::Descending { digits: 3, max, zero: true }))
        .chain(
            ["ab", "a-b", "abc", "a", "-"]
                .map(|alphabet| Shape::ascii("letters", alphabet, 1, 2).language),
        )
        .chain(lists.map(|list| Shape::words("a word", list).language));
    for language in languages {
        if let Some(other) = printed.insert(language.to_string(), language) {
            panic!("{language:?} prints as {other:?}");
        }
    }
}
