//! The companions of a query: entities that the schema lists, and no others.

use std::sync::LazyLock;

use ddbkey::{DdbKeys, DdbTable, KeyCondition};
use ddbkey_tools::Schema;
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;

macro_rules! entities {
    ($($sk:meta $name:ident { $($field:ident: $type:ty),* })+) => {
        $(
            #[derive(DdbKeys, Debug)]
            #[pk("USER", user)]
            #[$sk]
            struct $name { user: String, $($field: $type),* }
        )+

        #[derive(DdbTable, Debug)]
        enum Nested {
            $($name($name)),+
        }

        fn name(key: &NestedKey<'_>) -> &'static str {
            match key {
                $(NestedKey::$name(_) => stringify!($name)),+
            }
        }
    };
}

entities! {
    sk("ORDER", at, id) Order { at: Timestamp, id: String }
    sk("ORDER", at, id, "ITEM", "{n:03}") Item { at: Timestamp, id: String, n: u16 }
    sk("ORDER", at, id, "ITEM", "{n:03}", "NOTE", text) Note { at: Timestamp, id: String, n: u16, text: String }
    sk("ORDER", at) Cart { at: Timestamp }
    sk("ORDER", "LATEST") Latest {}
    sk("ORDERS", id) Orders { id: String }
    sk("ORDER$") Dollar {}
    sk("GRADE", "{letter}{day}") Grade { letter: char, day: Date }
    sk("GRADE$") Upgrade {}
    sk("GRADE", "{letter}{day}", "BY", who) Grader { letter: char, day: Date, who: String }
}

fn id() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "ITEM", "é", "~", "\u{10FFFF}"]).prop_map(str::to_owned)
}

fn at() -> impl Strategy<Value = Timestamp> {
    (0..3i64).prop_map(|second| Timestamp::from_second(second).unwrap())
}

fn letter() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['\0', 'A', 'B', '"', '$', char::MAX])
}

fn day() -> impl Strategy<Value = Date> {
    (1..4i8).prop_map(|day| Date::new(2024, 12, day).unwrap())
}

fn row() -> impl Strategy<Value = Nested> {
    (0..10usize, at(), id(), id(), 0..2u16, letter(), day()).prop_map(
        |(kind, at, id, text, n, letter, day)| {
            let user = "u".to_owned();
            match kind {
                0 => Nested::Order(Order { user, at, id }),
                1 => Nested::Item(Item { user, at, id, n }),
                2 => Nested::Note(Note { user, at, id, n, text }),
                3 => Nested::Cart(Cart { user, at }),
                4 => Nested::Latest(Latest { user }),
                5 => Nested::Orders(Orders { user, id }),
                6 => Nested::Dollar(Dollar { user }),
                7 => Nested::Grade(Grade { user, letter, day }),
                8 => Nested::Upgrade(Upgrade { user }),
                _ => Nested::Grader(Grader { user, letter, day, who: id }),
            }
        },
    )
}

/// Returns every query of some entities with these values, with the entity's name and the number of given parts.
fn queries(
    at: (Timestamp, Timestamp),
    id: &(String, String),
    letters: (char, char),
    days: (Date, Date),
) -> Vec<(&'static str, usize, KeyCondition)> {
    let user = "u";
    let orders = || Order::query(OrderPk { user });
    let items = || Item::query(ItemPk { user });
    let carts = || Cart::query(CartPk { user });
    let grades = || Grade::query(GradePk { user });
    let ids = id.0.as_str()..=id.1.as_str();
    let built = [
        ("Order", 0, orders().build()),
        ("Order", 0, orders().at_in(at.0..at.1).build()),
        ("Order", 0, orders().at_in(at.0..=at.1).build()),
        ("Order", 0, orders().at_in(at.0..).build()),
        ("Order", 0, orders().at_in(..at.1).build()),
        ("Order", 0, orders().at_in(..=at.1).build()),
        ("Order", 0, orders().at_starting_with("19").build()),
        ("Order", 1, orders().at(at.0).build()),
        ("Order", 1, orders().at(at.0).id_in(ids).build()),
        ("Order", 1, orders().at(at.0).id_in(id.0.as_str()..).build()),
        ("Order", 1, orders().at(at.0).id_in(..id.0.as_str()).build()),
        ("Order", 1, orders().at(at.0).id_starting_with("a").build()),
        ("Order", 2, orders().at(at.0).id(&id.0).build()),
        ("Item", 0, items().at_in(at.0..at.1).build()),
        ("Item", 2, items().at(at.0).id(&id.0).build()),
        ("Item", 2, items().at(at.0).id(&id.0).n_in(1..).build()),
        ("Cart", 0, carts().build()),
        ("Cart", 0, carts().at_in(at.0..).build()),
        ("Cart", 1, carts().at(at.0).build()),
        ("Latest", 0, Latest::query(LatestPk { user }).build()),
        ("Dollar", 0, Dollar::query(DollarPk { user }).build()),
        ("Orders", 0, Orders::query(OrdersPk { user }).build()),
        ("Orders", 0, Orders::query(OrdersPk { user }).id_in(id.0.as_str()..).build()),
        ("Grade", 0, grades().build()),
        ("Grade", 0, grades().letter_in(letters.0..letters.1).build()),
        ("Grade", 0, grades().letter_in(letters.0..=letters.1).build()),
        ("Grade", 0, grades().letter_in(..=letters.1).build()),
        ("Grade", 0, grades().letter_in(letters.0..).build()),
        ("Grade", 1, grades().letter(letters.0).build()),
        ("Grade", 1, grades().letter(letters.0).day_in(days.0..).build()),
        ("Grade", 1, grades().letter(letters.0).day_in(..days.1).build()),
    ];
    built.into_iter().filter_map(|(name, given, built)| Some((name, given, built.ok()?))).collect()
}

/// Returns whether the schema says that a query of one entity with this many parts also returns another entity.
fn is_companion(one: &str, given: usize, other: &str) -> bool {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::of(Nested::SCHEMA));
    let also = &SCHEMA.entity(one).unwrap().keys[0].also_returned;
    also.get(other).is_some_and(|parts| given <= *parts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn queries_bring_along_companions_alone(
        row in row(),
        at in (at(), at()),
        id in (id(), id()),
        letters in (letter(), letter()),
        days in (day(), day()),
    ) {
        let keys = row.keys().unwrap();
        let (pk, sk) = (keys.pk(), keys.sk().unwrap());
        let other = name(&Nested::parse_key(pk, sk).unwrap());
        for (one, given, condition) in queries(at, &id, letters, days) {
            if other != one && condition.matches(pk, sk) {
                prop_assert!(is_companion(one, given, other), "{one} {given} {sk:?} {condition:?}");
            }
            for (_, text) in condition.values().skip(1) {
                if let Ok(key) = Nested::parse_key(pk, text.as_str()) {
                    let other = name(&key);
                    prop_assert!(
                        other == one || is_companion(one, given, other),
                        "{one} {given}: bound {text:?} is a key of {other}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_schema_lists_them() {
    assert!(is_companion("Order", 1, "Item"));
    assert!(!is_companion("Order", 2, "Item"));
    assert!(is_companion("Cart", 0, "Order"));
    assert!(is_companion("Order", 0, "Cart") && !is_companion("Order", 1, "Cart"));
    assert!(is_companion("Order", 0, "Latest") && !is_companion("Order", 1, "Latest"));
    assert!(!is_companion("Order", 0, "Orders") && !is_companion("Order", 0, "Dollar"));
    assert!(!is_companion("Item", 2, "Order") && !is_companion("Item", 3, "Note"));
}
