//! The laws for declarations as a user writes them.

mod declared;
mod errors;
mod limits;

use ddbkey::__private::{Declare, GeneratedKey};
use ddbkey::key::{KeyPair, KeyText, KeyTexts};
use ddbkey::{DdbKeys, KeyValue, Keys};
use declared::*;
pub use declared::{Stock, StockPk};
use proptest::collection::vec;
use proptest::prelude::*;

use super::expected::Expected;
use super::values::{any_text, mutated, mutation};
use super::{cases, parts_of};

/// Checks `build`, and `build_into`, which must agree and change nothing if it fails.
fn check_key<'k, K: KeyText<'k>>(key: &K, expected: &Expected) {
    let built = key.clone().build();
    expected.check(built.as_deref().map_err(|error| *error), &K::PATTERNS[0]);
    let mut text = String::from("before#");
    assert_eq!(key.clone().build_into(&mut text).err(), built.as_ref().err().copied());
    match built {
        Ok(built) => {
            assert_eq!(built.capacity(), built.len());
            assert_eq!(text, format!("before#{built}"));
            assert_eq!(parts_of(key), expected.parts);
        }
        Err(_) => assert_eq!(text, "before#"),
    }
}

/// Checks that the strings are the ones that the pair builds.
fn check_pair<'k, P: KeyPair<'k>>(pair: &P, pk: &str, sk: Option<&str>) {
    let keys = pair.clone().keys().expect("it was built before");
    assert_eq!((keys.pk(), keys.sk()), (pk, sk));
}

/// Checks laws 1, 6 and 7 for one item. Laws 2 and 3 follow from the first: if each value of a key reads back, no other
/// value can have or change that key.
fn check_item<E: Declared>(item: &E)
where
    for<'k> E::Key<'k>: KeyPair<'k, Pk = E::Pk<'k>, Sk = E::Sk<'k>>,
{
    let expected = item.expected();
    let key = item.key();
    check_key(&key.clone().split().0, &expected[0]);
    let built = key.split().1.texts();
    match (<E::Sk<'_> as Declare<'_>>::PATTERNS, built.as_ref().map(AsRef::as_ref)) {
        ([], built) => assert_eq!(built, Ok([].as_slice())),
        ([pattern], Ok([built])) => expected[1].check(Ok(built), pattern),
        ([pattern], Err(error)) => expected[1].check(Err(*error), pattern),
        _ => panic!("a table's key has one attribute"),
    }
    match item.keys() {
        Ok(keys) => {
            assert!(expected.iter().all(Expected::is_ok));
            let wanted =
                expected.iter().map(|key| (key.attribute, KeyValue::S(key.text.as_str().into())));
            assert!(keys.iter().eq(wanted), "{keys:?}");
            let stored = item.stored();
            assert_eq!(E::Key::parse_texts(keys.pk(), keys.sk()), Ok(stored.key()));
            item.check_indexes(&keys);
            check_read_back::<E>(&keys, expected);
        }
        Err(error) => {
            assert!(expected.iter().any(|key| key.explains(error)), "{error} {expected:?}");
        }
    }
}

/// Checks that what was built reads as its parts, and that no other entity accepts it.
fn check_read_back<E: Declared>(keys: &Keys, expected: Vec<Expected>) {
    let [(entity, parts)] = <[_; 1]>::try_from(readings(keys.pk(), keys.sk())).expect("one entity");
    assert_eq!(entity, E::SCHEMA.name());
    let primary = E::SCHEMA.key_attributes().filter(|key| key.index_name().is_none()).count();
    let wanted = expected.into_iter().take(primary).flat_map(|key| key.parts);
    assert!(parts.iter().cloned().eq(wanted), "{parts:?}");
}

macro_rules! laws {
    ($entity:ident $module:ident) => {
        mod $module {
            use super::declared::$entity;
            use super::*;

            proptest! {
                #![proptest_config(cases(300))]

                #[test]
                fn keys_are_built_and_read_back(item in $entity::any()) {
                    check_item(&item);
                }

                /// Strings that are not keys are refused, by this parser and all others.
                #[test]
                fn damaged_keys_mean_what_they_say(
                    item in $entity::any(),
                    damage in vec(mutation(), 0..3),
                ) {
                    let separator = <<$entity as DdbKeys>::Pk<'_> as Declare<'_>>::PATTERNS[0].separator;
                    for key in item.expected() {
                        check_all(&mutated(&key.text, &damage, separator));
                    }
                }
            }
        }
    };
}

each!(laws);

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn any_text_is_a_key_or_an_error(text in any_text()) {
        check_all(&text);
    }
}
