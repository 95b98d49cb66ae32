//! The laws for an entity with several keys: they hold for each key, and no strings are two of them.

use ddbkey::DdbKeys;
use ddbkey::key::PrimaryKey;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::cases;
use super::expected::Expected;
use super::texts::padded;
use super::values::{mutated, mutation, text};

#[derive(DdbKeys, Clone, Debug)]
#[pk("USER", user)]
#[sk("BOX", "{number:05}")]
#[or("placed", pk = ("PLACE", place, user), sk = ("BOX", "{number:05}", "L", label))]
#[or("labelled", sk = ("BOX", "{number:05}", "L", label))]
#[was("v1", sk = ("BOX", "{number:05}", label_length() -> bool))]
struct Crate {
    user: String,
    number: u32,
    label: Option<String>,
    place: Option<String>,
}

impl Crate {
    fn label_length(&self) -> bool {
        self.label.is_some()
    }
}

fn any() -> impl Strategy<Value = Crate> {
    let number = prop_oneof![0..100_u32, any_number()];
    (text("#"), number, option::of(text("#")), option::of(text("#")))
        .prop_map(|(user, number, label, place)| Crate { user, number, label, place })
}

fn any_number() -> impl Strategy<Value = u32> {
    99_990..100_010_u32
}

/// The keys, built by hand, and the kind of the key.
fn expected(item: &Crate) -> (Option<&'static str>, [Expected; 2]) {
    let pk = || Expected::new("pk", 2048);
    let sk = || {
        let number = padded(item.number.into(), 5);
        Expected::new("sk", 1024).literal("BOX#").ranged("number", number)
    };
    let labelled = |label| sk().literal("#L#").text("label", label, "#");
    let of_user = || pk().literal("USER#").text("user", &item.user, "#");
    match (&item.label, &item.place) {
        (Some(label), Some(place)) => {
            let pk = pk().literal("PLACE#").text("place", place, "#").literal("#");
            (Some("placed"), [pk.text("user", &item.user, "#"), labelled(label)])
        }
        (Some(label), None) => (Some("labelled"), [of_user(), labelled(label)]),
        (None, _) => (None, [of_user(), sk()]),
    }
}

/// The number of keys with these strings.
fn readers(pk: &str, sk: &str) -> usize {
    let readers = [
        CratePlain::parse(pk, sk).is_ok(),
        CratePlaced::parse(pk, sk).is_ok(),
        CrateLabelled::parse(pk, sk).is_ok(),
        CrateV1::parse(pk, sk).is_ok(),
    ];
    readers.into_iter().filter(|is_one| *is_one).count()
}

/// Every string that parses as a key is built from its parts, and is a key of one kind.
fn check_texts(pk: &str, sk: &str) {
    let any = CrateAnyKey::parse(pk, sk);
    assert_eq!(readers(pk, sk), usize::from(any.is_ok()));
    if let Ok(key) = any {
        assert_eq!((key.pk().as_deref(), key.sk().as_deref()), (Ok(pk), Ok(sk)));
    }
    match Crate::parse_key(pk, sk) {
        Ok(key) => {
            assert_eq!((key.pk().as_deref(), key.sk().as_deref()), (Ok(pk), Ok(sk)));
            assert_eq!(any, Ok(key.into()));
        }
        Err(_) => assert!(any.is_err() || matches!(any, Ok(CrateAnyKey::V1(_)))),
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn keys_are_built_and_read_back(item in any()) {
        let (name, expected) = expected(&item);
        let key = item.key();
        let found = match key {
            CrateKey::Placed(_) => Some("placed"),
            CrateKey::Labelled(_) => Some("labelled"),
            CrateKey::Plain(_) => None,
        };
        prop_assert_eq!(found, name);
        match item.keys() {
            Ok(keys) => {
                prop_assert!(expected.iter().all(Expected::is_ok));
                let [pk, sk] = expected.each_ref().map(|key| key.text.as_str());
                prop_assert_eq!((keys.pk(), keys.sk()), (pk, Some(sk)));
                prop_assert_eq!(CrateKey::parse_texts(pk, sk), Ok(key));
                check_texts(pk, sk);
            }
            Err(error) => {
                prop_assert!(expected.iter().any(|key| key.explains(error)), "{error} {expected:?}");
            }
        }
    }

    #[test]
    fn damaged_keys_mean_what_they_say(
        item in any(),
        damage in vec(mutation(), 0..3),
        more in vec(mutation(), 0..2),
    ) {
        let (_, [pk, sk]) = expected(&item);
        check_texts(&mutated(&pk.text, &more, '#'), &mutated(&sk.text, &damage, '#'));
    }
}
