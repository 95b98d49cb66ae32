//! Languages with so few strings that all of them can be listed.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use crate::language::{ByteSet, Integers, Language, Padding};
use crate::part::Shape;

/// Returns languages that all differ, with all their strings.
fn languages() -> Vec<(Language, Vec<String>)> {
    let words = |words: &'static [&'static str]| {
        (Shape::words("a word", words).language, words.iter().map(|&word| word.into()).collect())
    };
    let ascii = |alphabet: &str, min, max| {
        let language = Language::Text { alphabet: ByteSet::of(alphabet), min, max: Some(max) };
        let is_in = |text: &String| {
            (min..=max).contains(&text.len()) && text.chars().all(|one| alphabet.contains(one))
        };
        (language, texts().into_iter().filter(is_in).collect())
    };
    let integer = |max: i32, below: i32| {
        let texts = (-below..=max).map(|number| format!("{number}"));
        let (max, below) = (max.unsigned_abs().into(), below.unsigned_abs().into());
        (Integers { below, ..Integers::to(max, Padding::None) }, texts.collect())
    };
    let padded = |digits: usize, max: u32| {
        let texts = (0..=max).map(|number| format!("{number:0digits$}"));
        (Integers::to(max.into(), Padding::Zeros(digits)), texts.collect())
    };
    let below_zero = |digits: usize, max: u32, below: u32| {
        let texts = (0..=max).map(|number| format!("{number:0digits$}"));
        let below_zero = (1..=below)
            .map(|number| format!("-{:0digits$}", 10_u32.pow(digits.try_into().unwrap()) - number));
        let upwards = Integers::to(max.into(), Padding::Zeros(digits));
        (Integers { below: below.into(), ..upwards }, texts.chain(below_zero).collect())
    };
    let descending = |digits: usize, max: u32| {
        let greatest = 10_u32.pow(digits.try_into().unwrap()) - 1;
        let texts = (0..=max).map(|number| format!("{:0digits$}", greatest - number));
        (Integers::to(max.into(), Padding::Descending(digits)), texts.collect())
    };
    let without_zero = |(integers, mut texts): (Integers, Vec<String>)| {
        let zero = match integers.padding {
            Padding::Zeros(digits) => "0".repeat(digits),
            Padding::Descending(digits) => "9".repeat(digits),
            Padding::None | Padding::Shard => "0".into(),
        };
        texts.retain(|text| *text != zero);
        (Integers { zero: false, ..integers }, texts)
    };
    let integers = [
        integer(12, 0),
        integer(11, 0),
        integer(12, 1),
        integer(11, 2),
        padded(2, 12),
        padded(2, 11),
        padded(3, 12),
        below_zero(2, 12, 1),
        below_zero(2, 12, 2),
        descending(2, 12),
        descending(2, 11),
        descending(3, 12),
        without_zero(integer(12, 0)),
        without_zero(integer(9, 0)),
        without_zero(integer(11, 2)),
        without_zero(padded(1, 9)),
        without_zero(padded(2, 12)),
        without_zero(padded(3, 90)),
        without_zero(padded(3, 123)),
        without_zero(below_zero(2, 12, 2)),
        without_zero(below_zero(3, 101, 12)),
        without_zero(descending(2, 12)),
        without_zero(descending(3, 110)),
    ];
    let integers = integers.map(|(own, texts)| (Language::Integers(own), texts));
    let others = [
        words(&["a", "ab", "b0"]),
        words(&["a", "ab"]),
        ascii("ab", 1, 2),
        ascii("a0", 1, 2),
        ascii("ab", 1, 3),
        ascii("ab", 2, 2),
    ];
    others.into_iter().chain(integers).collect()
}

/// Returns every string of up to three of a few characters.
fn texts() -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut start = 0;
    for _ in 0..3 {
        let end = texts.len();
        for at in start..end {
            texts.extend(
                "ab019-".chars().map(|one| format!("{}{one}", texts[at])).collect::<Vec<_>>(),
            );
        }
        start = end;
    }
    texts
}

#[test]
fn a_text_is_in_the_language_or_begins_one_that_is() {
    for (language, members) in languages() {
        for text in texts() {
            assert_eq!(
                language.contains(&text),
                members.contains(&text),
                "{text:?} in {language:?}"
            );
            let begins = members.iter().any(|member| member.starts_with(&text));
            assert_eq!(language.has_prefix(&text), begins, "{text:?} begins one in {language:?}");
        }
    }
}

#[test]
fn a_short_text_is_neither_empty_nor_too_long() {
    let short = Language::text(None, Some(3));
    for (text, is_in) in [("", false), ("a", true), ("abc", true), ("éa", true), ("éab", false)] {
        assert_eq!(short.contains(text), is_in, "{text:?}");
    }
}
