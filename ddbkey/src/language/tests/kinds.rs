//! Languages on their own, without the type that writes them.

use alloc::format;
use alloc::string::ToString;

use super::automaton::{accepts, census};
use crate::language::{Integers, Language, Padding, Spelling};

const UNITS: [&str; 5] = ["2024", "2024-12", "2024-12-01", "2024-12-01T10", "2024-12-01T10:30"];

#[test]
fn a_calendar_unit_is_the_beginning_of_a_timestamp() {
    let timestamp = "2024-12-01T10:30:00Z";
    for (text, units) in UNITS.into_iter().zip(1..) {
        let language = Language::Strftime(Spelling::iso(units));
        for length in 0..=timestamp.len() {
            let start = &timestamp[..length];
            assert_eq!(accepts(language, start), start == text, "{units} {start}");
        }
        let census = census(language);
        assert_eq!((census.shortest, census.longest), (text.len(), text.len()));
        assert_eq!(language.lengths(), (text.len(), Some(text.len())));
    }
}

#[test]
fn a_descending_number_is_counted_from_the_end() {
    for (digits, max) in [(1, 9), (2, 99), (3, 255), (3, 999), (4, 4095), (4, 0)] {
        let language = Language::Integers(Integers::to(max, Padding::Descending(digits)));
        let power = 10u128.pow(u32::try_from(digits).unwrap());
        for number in 0..power {
            let text = format!("{:0digits$}", power - 1 - number);
            assert_eq!(accepts(language, &text), number <= max, "{text} of 0..={max}");
        }
        let census = census(language);
        assert_eq!((census.texts, census.shortest, census.longest), (max + 1, digits, digits));
        assert_eq!(language.lengths(), (digits, Some(digits)));
    }
}

#[test]
fn the_greatest_descending_number() {
    let most = 10u128.pow(38) - 1;
    let language = Language::Integers(Integers::to(most, Padding::Descending(38)));
    for number in [0, 1, most / 2, most] {
        assert!(accepts(language, &format!("{:038}", most - number)));
    }
    let u64 = Language::Integers(Integers::to(u64::MAX.into(), Padding::Descending(38)));
    let least = most - u128::from(u64::MAX);
    assert!(accepts(u64, &least.to_string()) && !accepts(u64, &(least - 1).to_string()));
}

/// Only the positions of digits and punctuation count.
#[test]
fn a_shape_is_no_calendar() {
    let day = Language::Strftime(Spelling::iso(3));
    for text in ["2023-02-29", "2023-19-39"] {
        assert!(accepts(day, text) && !day.is_sure_of(text), "{text}");
    }
    for text in ["2023-02", "2023-02-2", "2023-02-41", "2023/02/28", "2023-2-028"] {
        assert!(!accepts(day, text), "{text}");
    }
    assert!(accepts(day, "2023-02-28") && day.is_sure_of("2023-02-28"));
    for fraction in [0, 3, 6, 9] {
        let language = Language::Strftime(Spelling::timestamp(fraction));
        let digits = &".123456789"[..if fraction == 0 { 0 } else { fraction + 1 }];
        let text = format!("2024-12-01T10:30:00{digits}Z");
        assert!(accepts(language, &text) && language.is_sure_of(&text), "{text}");
        assert_eq!(language.lengths(), (text.len(), Some(text.len())));
    }
}
