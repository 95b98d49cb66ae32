//! Tests what [`KeyPart`] promises, for every type in every form.
//!
//! Each family has its own file. The laws that all families share are here. Every string, correct or not, is
//! passed to the type and to the automaton of its [`Language`](super::Language),
//! and the two must agree. Everything that the
//! automaton accepts is counted.

mod case;
mod golden;
pub(crate) mod hostile;
mod integer;
mod ip;
mod newtype;
mod scalar;
mod text;
mod versions;

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod buckets;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod calendar;
#[cfg(any(feature = "ulid", feature = "ulid1", feature = "uuid"))]
mod id;
#[cfg(feature = "ksuid")]
mod ksuid;
#[cfg(feature = "shard")]
mod shard;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod spelled;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod units;

use alloc::string::String;
use alloc::vec::Vec;
use core::any::type_name;

use super::writer::count;
use super::{KeyPart, OutOfRange, order, writes};
use crate::language::tests::automaton;
use automaton::{MODULUS, accepts, census};

/// Returns the string of a value.
fn text<T: KeyPart<F>, F: crate::part::Format>(value: &T) -> Result<String, OutOfRange> {
    let mut out = String::new();
    T::write(value.as_part(), &mut out).map(|()| out)
}

/// Checks one half of law 1: the string of the value reads as the value. Returns the string.
fn check_value<T: KeyPart<F>, F: crate::part::Format>(value: &T) -> String {
    let text = text::<T, F>(value).unwrap_or_else(|error| panic!("{}: {error}", name::<T, F>()));
    assert_eq!(T::read(&text), Some(value.as_part()), "{} from {text:?}", name::<T, F>());
    check_text::<T, F>(&text);
    text
}

/// Checks the other half of law 1: a string that reads as a value is the string of that value. The
/// automaton accepts these strings, and no other strings if its language is exact.
fn check_text<T: KeyPart<F>, F: crate::part::Format>(text: &str) {
    let language = T::SHAPE.language;
    let (read, accepted) = (T::read(text), accepts(language, text));
    let agree = match text {
        // Keys refuse it for every type.
        "" => !accepted,
        _ => read.is_some() == accepted || accepted && !language.is_sure_of(text),
    };
    assert!(agree, "{}, automaton {accepted}: {text:?}", name::<T, F>());
    if let Some(value) = read {
        let mut written = String::new();
        assert_eq!(T::write(value, &mut written), Ok(()), "{} from {text:?}", name::<T, F>());
        assert_eq!(written, text, "{}", name::<T, F>());
        assert!(writes::<T, F>(value, text), "{} from {text:?}", name::<T, F>());
        assert_eq!(T::text_len(value), text.len(), "{} from {text:?}", name::<T, F>());
        assert_eq!(count::<T, F>(value), text.len(), "{} from {text:?}", name::<T, F>());
    }
    if accepted {
        check_shape::<T, F>(text);
    }
}

/// Checks that the string has the length of the shape, and only characters of its alphabet.
fn check_shape<T: KeyPart<F>, F: crate::part::Format>(text: &str) {
    let (shape, length) = (T::SHAPE, text.len());
    let range = shape.min..=shape.max.unwrap_or(usize::MAX);
    assert!(range.contains(&length), "{}: {range:?} {text:?}", name::<T, F>());
    assert!(shape.width().is_none_or(|width| width == length), "{}: {text:?}", name::<T, F>());
    let alphabet = shape.alphabet;
    assert!(text.bytes().all(|byte| alphabet.contains(byte)), "{}: {text:?}", name::<T, F>());
}

/// Checks law 4: strings sort like values, and no string is a prefix of another. Values without a string are
/// left out. Values that truncation makes equal count as one.
fn check_order<T: KeyPart<F, Order = order::Always> + Ord, F: crate::part::Format>(
    mut values: Vec<T>,
) {
    values.sort();
    let mut texts: Vec<_> = values.iter().filter_map(|value| text::<T, F>(value).ok()).collect();
    texts.dedup();
    // Neighbours suffice: every string between a string and an extension of it also starts with it.
    for pair in texts.windows(2) {
        assert!(pair[0] < pair[1], "{}: {pair:?}", name::<T, F>());
        assert!(!pair[1].starts_with(&pair[0]), "{}: {pair:?}", name::<T, F>());
    }
}

/// Checks that the automaton accepts this many strings, and that they have the lengths of the shape. If there are as
/// many strings as values, and each value's string is accepted, the automaton has no others.
fn check_census<T: KeyPart<F>, F: crate::part::Format>(texts: u128) {
    let (shape, census) = (T::SHAPE, census(T::SHAPE.language));
    assert_eq!(census.texts, texts % MODULUS, "{}", name::<T, F>());
    assert_eq!(census.shortest, shape.min, "{}", name::<T, F>());
    assert_eq!(Some(census.longest), shape.max, "{}", name::<T, F>());
}

fn name<T, F>() -> String {
    alloc::format!("{} as {}", type_name::<T>(), type_name::<F>())
}
