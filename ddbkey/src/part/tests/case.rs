//! Strings in one case: `{field:lower}`, `{field:ascii_upper}` and the like.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::sync::Arc;

use proptest::prelude::{any, proptest};

use super::hostile::strays;
use super::{check_text, text};
use crate::part::{AsciiLower, AsciiUpper, Format, KeyPart, Lower, Upper, order};

/// A case, and std's function for it.
trait Cased: Format {
    fn fold(text: &str) -> String;
}

impl Cased for Lower {
    fn fold(text: &str) -> String {
        text.to_lowercase()
    }
}

impl Cased for Upper {
    fn fold(text: &str) -> String {
        text.to_uppercase()
    }
}

impl Cased for AsciiLower {
    fn fold(text: &str) -> String {
        text.to_ascii_lowercase()
    }
}

impl Cased for AsciiUpper {
    fn fold(text: &str) -> String {
        text.to_ascii_uppercase()
    }
}

macro_rules! each_type {
    ($check:ident $arguments:tt) => {
        each_type!($check AsciiLower $arguments);
        each_type!($check AsciiUpper $arguments);
        each_type!($check Lower $arguments);
        each_type!($check Upper $arguments);
    };
    ($check:ident $case:ident $arguments:tt) => {
        $check::<String, $case> $arguments;
        $check::<&str, $case> $arguments;
        $check::<Cow<'_, str>, $case> $arguments;
        $check::<Box<str>, $case> $arguments;
        $check::<Rc<str>, $case> $arguments;
        $check::<Arc<str>, $case> $arguments;
        #[cfg(feature = "compact_str")]
        $check::<compact_str::CompactString, $case> $arguments;
        #[cfg(feature = "smol_str")]
        $check::<smol_str::SmolStr, $case> $arguments;
    };
}

/// Checks that the string is std's, and reads as itself.
fn check<'t, T: KeyPart<F, Order = order::Last> + From<&'t str>, F: Cased>(given: &'t str) {
    let value = T::from(given);
    let folded = F::fold(given);
    assert_eq!(text::<T, F>(&value).as_deref(), Ok(folded.as_str()));
    assert_eq!(T::text_len(value.as_part()), folded.len(), "{given:?}");
    assert!(T::read(&folded).is_some(), "{folded:?}");
    assert!(!T::CAN_TRUNCATE && T::rest(value.as_part()) == 0, "{given:?}");
    check_texts::<T, F>(&folded);
    check_texts::<T, F>(given);
}

/// Checks that a string reads if folding leaves each of its characters unchanged. The automaton only knows this for ASCII,
/// and does not accept the empty string.
fn check_texts<T: KeyPart<F>, F: Cased>(given: &str) {
    let is_folded = |character: char| F::fold(&character.to_string()) == character.to_string();
    let is_folded = given.chars().all(is_folded);
    assert_eq!(T::read(given).is_some(), is_folded, "{given:?}");
    if given.is_ascii() || is_folded {
        check_text::<T, F>(given);
    }
}

#[test]
fn texts_are_folded_as_std_does() {
    for text in
        ["", "Ann@Example.ORG", "ΟΔΟΣ", "ΣΑΣ", "ς", "Straße", "İ", "ǅ", "ŉ", "ﬁ", "K", "日本"]
    {
        each_type!(check(text));
    }
    for text in strays().filter(|text| text.len() < 100) {
        each_type!(check(&text));
    }
}

/// A string in a key reads, whatever was folded.
#[test]
fn every_character_folds_to_characters_that_are_their_own_folding() {
    for character in '\0'..=char::MAX {
        let text = format!("{character}");
        assert!(<String as KeyPart<Lower>>::read(&text.to_lowercase()).is_some(), "{character:?}");
        assert!(<String as KeyPart<Upper>>::read(&text.to_uppercase()).is_some(), "{character:?}");
    }
}

#[cfg(feature = "arrayvec")]
#[test]
fn a_text_can_outgrow_its_capacity() {
    use arrayvec::ArrayString;

    use crate::part::OutOfRange;

    let of = |text: &str| ArrayString::<4>::from(text).unwrap();
    assert_eq!(text::<_, Upper>(&of("aß")).as_deref(), Ok("ASS"));
    assert_eq!(text::<_, Upper>(&of("ŉß")), Err(OutOfRange));
    assert_eq!(text::<_, AsciiUpper>(&of("ŉß")).as_deref(), Ok("ŉß"));
    assert_eq!(<ArrayString<4> as KeyPart<Lower>>::read("abcd"), Some(of("abcd")));
    assert_eq!(<ArrayString<4> as KeyPart<Lower>>::read("abcde"), None);
    assert_eq!(<ArrayString<4> as KeyPart<Lower>>::read("Abc"), None);
    assert_eq!(<ArrayString<4> as KeyPart<Lower>>::SHAPE.max, Some(4));
}

proptest! {
    #[test]
    fn any_text(text in any::<String>(), mixed in "[A-Za-zΣςσßéÉ#@.]{0,12}") {
        each_type!(check(&text));
        each_type!(check(&mixed));
    }
}
