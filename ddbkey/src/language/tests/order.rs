//! Languages that can be ordered everywhere in a key: no string is a prefix of another.

use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::accepts;
use crate::language::{Integers, Language, Padding, Runs, Spelling, Trimmed};
use crate::part::Shape;

/// Returns whether no string of up to four of these characters is a prefix of another, tried one by one.
fn is_prefix_free(language: Language) -> bool {
    let mut texts = std::vec![String::new()];
    let mut start = 0;
    for _ in 0..4 {
        let end = texts.len();
        for at in start..end {
            texts.extend(['-', '0', '1', '9', 'a', '\u{e9}'].map(|character| {
                let mut text = texts[at].clone();
                text.push(character);
                text
            }));
        }
        start = end;
    }
    let texts: Vec<_> = texts.into_iter().filter(|text| accepts(language, text)).collect();
    assert!(!texts.is_empty(), "{language:?}");
    !texts.iter().any(|one| texts.iter().any(|other| one != other && one.starts_with(other)))
}

#[test]
fn no_text_is_the_beginning_of_another() {
    let words = |list| Shape::words("a word", list).language;
    let ascii = |min, max| Shape::ascii("letters", "0a", min, max).language;
    let integers =
        |max, below, padding| Language::Integers(Integers { below, ..Integers::to(max, padding) });
    for language in [
        Language::TEXT,
        Language::Char,
        ascii(1, 1),
        ascii(1, 2),
        ascii(3, 3),
        words(&["0"]),
        words(&["0", "1a", "9"]),
        words(&["0", "1", "1a"]),
        words(&["1a", "0", "1"]),
        words(&["1a", "0a", "0-"]),
        words(&["a", "a-", "b"]),
        integers(9, 0, Padding::None),
        integers(9, 9, Padding::None),
        integers(10, 0, Padding::None),
        integers(9, 10, Padding::None),
        integers(99, 0, Padding::Zeros(2)),
        integers(99, 100, Padding::Zeros(2)),
        integers(255, 0, Padding::Descending(3)),
        Language::Strftime(Spelling::iso(1)),
    ] {
        assert_eq!(language.is_prefix_free(), is_prefix_free(language), "{language:?}");
    }
    for language in [
        Language::Runs(Runs::ULID),
        Language::Runs(Runs::UUID),
        Language::Strftime(Spelling::timestamp(3)),
    ] {
        assert!(language.is_prefix_free());
    }
    for time in Trimmed::ALL {
        let (whole, digits) = ("2024-12-01T10:30:00", ".123456");
        let [short, long] = [whole.into(), [whole, digits].concat()].map(|mut text: String| {
            text.push_str(time.tail);
            text
        });
        let language = Language::Trimmed(time);
        assert!(accepts(language, &short) && accepts(language, &long), "{language:?}");
        assert_eq!(language.is_prefix_free(), !long.starts_with(&short), "{language:?}");
        assert_eq!(language.sorts_before().is_some(), long.starts_with(&short), "{language:?}");
    }
}
