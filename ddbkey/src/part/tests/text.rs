//! `String` and the types that lend a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use proptest::prelude::{any, proptest};

use super::hostile::{strays, texts};
use super::{accepts, check_text, text};
use crate::part::{KeyPart, Plain, order};

macro_rules! each_type {
    ($check:ident $arguments:tt) => {
        $check::<String> $arguments;
        $check::<&str> $arguments;
        $check::<Cow<'_, str>> $arguments;
        $check::<Box<str>> $arguments;
        $check::<Rc<str>> $arguments;
        $check::<Arc<str>> $arguments;
        #[cfg(feature = "compact_str")]
        $check::<compact_str::CompactString> $arguments;
        #[cfg(feature = "smol_str")]
        $check::<smol_str::SmolStr> $arguments;
    };
}

/// Checks that a string reads as itself. This includes the empty string, which the automaton rejects because keys
/// refuse it for every type.
fn check<'t, T: KeyPart + From<&'t str>>(given: &'t str) {
    assert_eq!(text::<T, Plain>(&given.into()).as_deref(), Ok(given));
    check_text::<T, Plain>(given);
}

/// Checks law 4 at the end of a key.
fn check_order<'t, T: KeyPart<Order = order::Last> + From<&'t str> + Ord>(a: &'t str, b: &'t str) {
    let (a, b) = (T::from(a), T::from(b));
    let texts = (text::<T, Plain>(&a).unwrap(), text::<T, Plain>(&b).unwrap());
    assert_eq!(a.cmp(&b), texts.0.as_bytes().cmp(texts.1.as_bytes()));
}

#[test]
fn any_text_is_itself() {
    for text in strays() {
        each_type!(check(&text));
    }
}

#[test]
fn only_the_empty_text_is_outside_the_language() {
    let language = <String as KeyPart>::SHAPE.language;
    assert!(!accepts(language, ""));
    assert!(accepts(language, "\0"));
    assert_eq!(<String as KeyPart>::SHAPE.max, None);
}

/// Strings with a maximum length, held by value.
#[cfg(feature = "arrayvec")]
mod with_arrayvec {
    use arrayvec::ArrayString;

    use super::super::automaton::census;
    use super::super::{check_text, check_value};
    use super::*;

    /// The language contains neither the empty string nor strings that are too long. The empty string reads nevertheless.
    fn check<const N: usize>(given: &str) {
        check_text::<ArrayString<N>, Plain>(given);
        assert_eq!(<ArrayString<N> as KeyPart>::read(given).is_some(), given.len() <= N);
        if let Ok(value) = ArrayString::<N>::from(given)
            && !given.is_empty()
        {
            assert_eq!(check_value::<_, Plain>(&value), given);
        }
    }

    /// The type is its own borrowed form, so that a method can return it.
    #[test]
    fn it_is_held_by_value() {
        fn check<T: for<'k> KeyPart<Ref<'k> = T, Order = order::Last> + Copy>() {}
        check::<ArrayString<8>>();
    }

    #[test]
    fn texts_up_to_the_capacity() {
        for length in 0..=300 {
            let text = "x".repeat(length);
            check::<1>(&text);
            check::<8>(&text);
            check::<255>(&text);
        }
        for text in ["é", "日本", "日本語", "\0", "a#b"] {
            check::<1>(text);
            check::<2>(text);
            check::<8>(text);
        }
        strays().for_each(|text| check::<16>(&text));
        let census = census(<ArrayString<2> as KeyPart>::SHAPE.language);
        assert_eq!((census.texts, census.shortest, census.longest), (256 + 256 * 256, 1, 2));
        assert_eq!(<ArrayString<300> as KeyPart>::SHAPE.max, Some(300));
        // The separator ends the value at any length: `#` is not one of its strings of one byte.
        assert_eq!(<ArrayString<1> as KeyPart>::SHAPE.width(), None);
    }

    proptest! {
        #[test]
        fn any_text(text in any::<String>(), other in texts()) {
            check::<8>(&text);
            check::<64>(&text);
            check::<64>(&other);
        }

        #[test]
        fn texts_sort_as_their_bytes(a in ".{0,8}", b in ".{0,8}") {
            let of = |text: &str| ArrayString::<64>::from(text).unwrap();
            assert_eq!(of(&a).cmp(&of(&b)), a.as_bytes().cmp(b.as_bytes()));
        }
    }
}

proptest! {
    #[test]
    fn texts_are_themselves(text in texts()) {
        each_type!(check(&text));
    }

    #[test]
    fn texts_sort_as_their_bytes(a in any::<String>(), b in any::<String>()) {
        each_type!(check_order(&a, &b));
    }

    #[test]
    fn a_text_sorts_behind_its_beginning(a in any::<String>(), b in any::<String>()) {
        let longer = a.clone() + &b;
        each_type!(check_order(&a, &longer));
    }
}
