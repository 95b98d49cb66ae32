//! `String` and the types that lend a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use proptest::prelude::{any, proptest};

use super::hostile::{strays, texts};
use super::{accepts, check_text_but, text};
use crate::{KeyPart, Plain, order};

macro_rules! each_type {
    ($check:ident $arguments:tt) => {
        $check::<String> $arguments;
        $check::<&str> $arguments;
        $check::<Cow<'_, str>> $arguments;
        $check::<Box<str>> $arguments;
        $check::<Rc<str>> $arguments;
        $check::<Arc<str>> $arguments;
    };
}

/// The empty text reads as itself, and the automaton is without it: keys refuse it for every type.
fn check<'t, T: KeyPart + From<&'t str>>(given: &'t str) {
    assert_eq!(text::<T, Plain>(&given.into()).as_deref(), Ok(given));
    check_text_but::<T, Plain>(given, str::is_empty);
}

/// Law 4, at the end of a key.
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
    let language = <String as KeyPart>::SHAPE.language();
    assert!(!accepts(language, ""));
    assert!(accepts(language, "\0"));
    assert_eq!(<String as KeyPart>::SHAPE.max_len(), None);
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
