//! `bool` and `char`.

use alloc::string::ToString;
use alloc::vec;

use proptest::prelude::proptest;

use super::hostile::{neighbours, strays, texts};
use super::{check_census, check_order, check_text, check_value};
use crate::part::Plain;

#[test]
fn a_bool_is_true_or_false() {
    assert_eq!(check_value::<bool, Plain>(&true), "true");
    assert_eq!(check_value::<bool, Plain>(&false), "false");
    check_order::<bool, Plain>(vec![true, false]);
    check_census::<bool, Plain>(2);
    for text in neighbours("true").chain(neighbours("false")).chain(strays()) {
        check_text::<bool, Plain>(&text);
    }
    check_text::<bool, Plain>("True");
}

#[test]
fn a_char_is_itself() {
    // Every byte sequence of the form of UTF-8, including sequences that are not UTF-8 and never occur in a string.
    check_census::<char, Plain>(128 + 30 * 64 + 16 * 64 * 64 + 5 * 64 * 64 * 64);
    for value in chars() {
        assert_eq!(check_value::<char, Plain>(&value), value.to_string());
    }
    for text in strays().chain(neighbours("a")).chain(neighbours("日")) {
        check_text::<char, Plain>(&text);
    }
}

#[test]
fn chars_sort_as_their_texts() {
    check_order::<char, Plain>(chars().collect());
}

/// All characters near the ones where the length of the string changes, and one in 61 of the others.
fn chars() -> impl Iterator<Item = char> {
    let is_near = |code| code < 0x1000 || (0xD700..0xE100).contains(&code) || code % 0x1_0000 < 64;
    let is_taken = move |code| is_near(code) || code % 61 == 0;
    (char::MIN..=char::MAX).filter(move |value| is_taken(u32::from(*value)))
}

proptest! {
    #[test]
    fn other_texts_are_refused(text in texts()) {
        check_text::<bool, Plain>(&text);
        check_text::<char, Plain>(&text);
    }
}
