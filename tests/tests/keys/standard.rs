//! What the traits of std do for keys and their values.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use ddbkey::key::{KeyPair, KeyText};
use ddbkey::{DdbKeys, KeyValue};

#[derive(DdbKeys, Clone)]
#[pk("ROOM", room)]
#[sk("SEAT", room, "{number:03}")]
#[gsi("by_guest", pk = [guest], sk = [number])]
struct Seat {
    room: String,
    number: u16,
    guest: Option<String>,
}

fn seat() -> Seat {
    Seat { room: "a".into(), number: 7, guest: Some("ann".into()) }
}

/// Prints like a derive of std, with a field of both keys once.
#[test]
fn keys_are_shown_with_their_fields() {
    let seat = seat();
    assert_eq!(format!("{:?}", SeatPk { room: "a" }), r#"SeatPk { room: "a" }"#);
    assert_eq!(
        format!("{:?}", SeatSk { room: "a", number: 7 }),
        r#"SeatSk { room: "a", number: 7 }"#
    );
    assert_eq!(format!("{:?}", seat.key()), r#"SeatKey { room: "a", number: 7 }"#);
    assert_eq!(
        format!("{:?}", seat.by_guest().unwrap()),
        r#"SeatByGuest { guest: "ann", number: 7 }"#
    );
    assert_eq!(
        format!("{:?}", seat.key().keys().unwrap()),
        r#"{"pk": S("ROOM#a"), "sk": S("SEAT#a#007")}"#
    );
}

/// A hash set distinguishes the values of keys, and equal keys have the same hash.
#[test]
fn keys_are_hashed_by_their_fields() {
    let seat = seat();
    let rooms = ["a", "b", "ab"];
    let keys: HashSet<_> = rooms
        .iter()
        .flat_map(|room| (0..3).map(move |number| SeatKey { room, number }))
        .chain([seat.key(), SeatKey { room: "a", number: 7 }])
        .collect();
    assert_eq!(keys.len(), 10);
    let state = RandomState::new();
    let hashes: HashSet<_> = keys.iter().map(|key| state.hash_one(key)).collect();
    assert_eq!(hashes.len(), keys.len());
    let hashes: HashSet<_> =
        (0..3).map(|number| state.hash_one(SeatSk { room: "a", number })).collect();
    assert_eq!(hashes.len(), 3);
}

#[test]
fn values_are_used_as_their_text() {
    let keys = seat().keys().unwrap();
    let values: Vec<_> = keys.iter().map(|(_, value)| value).collect();
    let texts: Vec<_> = values.iter().map(KeyValue::as_str).collect();
    assert_eq!(texts, ["ROOM#a", "SEAT#a#007", "ann", "7"]);
    let number: &KeyValue<'_> = &values[3];
    assert!(matches!((number, &values[2]), (KeyValue::N(_), KeyValue::S(_))));
    let text: &str = number.as_ref();
    assert_eq!(text, "7");
    assert_eq!(format!("{number}, {number:>3}"), "7,   7");
}

/// The iterators know how many attributes are left.
#[test]
fn attributes_are_counted() {
    let keys = seat().keys().unwrap();
    assert_eq!(keys.len(), 4);
    let mut borrowed = keys.iter();
    let mut owned = keys.clone().into_iter();
    for left in (0..=4).rev() {
        assert_eq!((borrowed.len(), owned.len()), (left, left));
        assert_eq!(borrowed.next(), owned.next());
    }
}

/// The texts of a pair in code that knows no entity.
#[test]
fn generic_code_builds_the_texts_of_a_pair() {
    fn texts<'k, P>(pair: P) -> [String; 2]
    where
        P: KeyPair<'k>,
        P::Pk: KeyText<'k>,
        P::Sk: KeyText<'k>,
    {
        [pair.clone().pk().unwrap(), pair.sk().unwrap()]
    }
    assert_eq!(texts(seat().key()), ["ROOM#a", "SEAT#a#007"]);
}

#[test]
fn a_schema_names_the_indexes() {
    let indexes: Vec<_> =
        Seat::SCHEMA.key_attributes().filter_map(|key| key.index_name()).collect();
    assert_eq!(indexes, ["by_guest"; 2]);
}
