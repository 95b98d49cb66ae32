//! What hand-written types depend on: their languages, an ASCII alphabet or words, and the
//! check of what they write.

use proptest::prelude::proptest;

use super::automaton::{accepts, census};
use crate::language::Language;
use crate::part::tests::hostile::{neighbours, strays, texts};
use crate::part::writes;
use crate::part::{Descending, KeyPart, Padded, Plain, Shape};

/// Some are prefixes of others.
const WORDS: [&str; 7] = ["PAID", "a", "ab", "abc", "b", "é", "日本"];

fn words() -> Language {
    Shape::words("a word", &WORDS).language
}

fn ascii(min: usize, max: usize) -> Language {
    Shape::ascii("a shelf", "ABC-019", min, max).language
}

#[track_caller]
fn check(language: Language, text: &str) {
    assert_eq!(accepts(language, text), language.contains(text), "{language:?} {text:?}");
}

#[test]
fn words_are_accepted_and_nothing_else() {
    for word in WORDS {
        assert!(accepts(words(), word));
        neighbours(word).for_each(|text| check(words(), &text));
    }
    strays().for_each(|text| check(words(), &text));
    let census = census(words());
    assert_eq!((census.texts, census.shortest, census.longest), (7, 1, 6));
    assert_eq!(words().lengths(), (1, Some(6)));
}

#[test]
fn unsorted_words_are_accepted_as_well() {
    let unsorted = Shape::words("a word", &["b", "abc", "日本", "a", "PAID", "é", "ab"]).language;
    for text in WORDS.iter().flat_map(|word| neighbours(word)).chain(strays()) {
        assert_eq!(accepts(unsorted, &text), accepts(words(), &text), "{text:?}");
    }
    assert_eq!(census(unsorted).texts, 7);
}

#[test]
#[should_panic = "a word is empty"]
fn an_empty_word() {
    let _ = Shape::words("a word", &["a", ""]);
}

#[test]
#[should_panic = "there are no words"]
fn no_words() {
    let _ = Shape::words("a word", &[]);
}

#[test]
#[should_panic = "a word is there twice"]
fn a_word_twice() {
    let _ = Shape::words("a word", &["b", "a", "b"]);
}

#[test]
#[should_panic = "a word is there twice"]
fn a_word_twice_in_sorted_words() {
    let _ = Shape::words("a word", &["a", "a", "b"]);
}

#[test]
fn an_alphabet_is_counted() {
    for (min, max, texts) in [(1, 1, 7), (1, 3, 7 + 49 + 343), (4, 4, 2401)] {
        let census = census(ascii(min, max));
        assert_eq!((census.texts, census.shortest, census.longest), (texts, min, max));
        assert_eq!(ascii(min, max).lengths(), (min, Some(max)));
    }
}

#[test]
fn lengths_are_exact_up_to_255() {
    for length in 1..=257 {
        let text = "A".repeat(length);
        check(ascii(1, 255), &text);
        check(ascii(255, 255), &text);
        check(ascii(200, 255), &text);
    }
}

/// Above the limit, the automaton accepts any length from the minimum on: it has more strings than the type, never
/// fewer.
#[test]
fn lengths_are_open_above_255() {
    for length in 1..=600 {
        let text = "A".repeat(length);
        assert_eq!(accepts(ascii(300, 400), &text), length >= 300);
        assert_eq!(accepts(ascii(1, 256), &text), length >= 1);
    }
}

#[test]
fn a_value_writes_its_text_and_no_other() {
    assert!(writes::<u8, Plain>(12, "12"));
    assert!(writes::<&str, Plain>("", ""));
    for other in ["", "1", "13", "123", "2", "012", "12#"] {
        assert!(!writes::<u8, Plain>(12, other), "{other:?}");
    }
}

/// A user's type can have the shape of one of ours.
#[test]
fn languages_of_our_own_types_contain_their_texts_alone() {
    for (shape, text) in [
        (<u32 as KeyPart<Padded<4>>>::SHAPE, "0042"),
        (<i8 as KeyPart<Padded<3>>>::SHAPE, "-877"),
        (<u32 as KeyPart<Descending<4>>>::SHAPE, "9957"),
        (<i8 as KeyPart>::SHAPE, "-128"),
        (<char as KeyPart>::SHAPE, "é"),
        (<core::net::IpAddr as KeyPart>::SHAPE, "2001:db8::1"),
    ] {
        let language = shape.language;
        assert!(language.contains(text), "{text:?}");
        neighbours(text).chain(strays()).for_each(|text| check(language, &text));
    }
}

proptest! {
    #[test]
    fn automaton_and_check_agree(text in texts(), near in "[ABC019-]{0,8}", word in "[abcPé]{0,4}") {
        for text in [text, near, word] {
            check(words(), &text);
            check(ascii(2, 5), &text);
        }
    }
}
