use alloc::boxed::Box;
use alloc::string::String;

use super::{pattern, refusal, text};
use crate::declaration::{EntitySchema, KeySchema};
use crate::part::Plain;
use crate::pattern::{OwnAttribute, Owner, Pattern, Segment, of_attribute, value};
use crate::rules::{check_field, check_index_at, check_indexes};

/// An index whose partition key is one attribute, which holds this field.
fn index(name: &'static str, field: &'static str) -> &'static KeySchema {
    let entry = Some(OwnAttribute { name, is_field: name == field });
    let segments = Box::leak(Box::new(of_attribute([value::<String, Plain>(field, "")])));
    let pattern = Pattern::over("Order", Owner::Index("gsi1").pk(), '#', entry, segments);
    KeySchema::leak_for_test(Box::leak(Box::new(pattern)), None)
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Whether the indexes of an entity keep the rule, all at once and each in its place.
fn check(indexes: &[&'static KeySchema]) -> (bool, [bool; NAMES.len()]) {
    let key = pattern(Owner::Table.pk(), [text("id")].into());
    let entity = EntitySchema::leak_for_test("Order", key, None).with_indexes(indexes);
    let is_kept = refusal(|| check_indexes(&entity)).is_none();
    let each = core::array::from_fn(|place| refusal(|| check_index_at(&entity, place)).is_none());
    (is_kept, each)
}

#[test]
fn each_attribute_has_one_value() {
    assert_eq!(check(&NAMES.map(|name| index(name, name))), (true, [true; 4]));
    assert_eq!(check(&NAMES.map(|_| index("a", "a"))), (true, [true; 4]));
    for second in 0..NAMES.len() {
        for (first, name) in NAMES.iter().enumerate().take(second) {
            let mut indexes = NAMES.map(|name| index(name, name));
            indexes[second] = index(name, "other");
            let mut each = [true; 4];
            each[second] = false;
            assert_eq!(check(&indexes), (false, each), "{first} and {second}");
        }
    }
}

/// A key of an index under a name, which an item has if these fields have values.
fn shape(
    index: &'static str,
    name: &'static str,
    literal: &'static str,
    optional: &'static [&'static str],
) -> &'static KeySchema {
    let entry = Some(OwnAttribute { name, is_field: false });
    let segments = Box::leak(Box::new(of_attribute([Segment::Literal(literal)])));
    let pattern = Pattern::over("Order", Owner::Index(index).pk(), '#', entry, segments);
    let key = KeySchema::leak_for_test(Box::leak(Box::new(pattern)), None);
    Box::leak(Box::new(KeySchema { index: Some(index), optional, ..*key }))
}

/// If two indexes share an attribute, no item has different keys in them.
#[test]
fn an_attribute_has_another_value_only_where_another_key_is_written() {
    let one = [shape("gsi1", "a", "X", &["x"]), shape("gsi1", "a", "Y", &[])];
    assert!(check(&one).0);
    let with = |others: [(&'static str, &'static [&'static str]); 2]| {
        let others = others.map(|(literal, optional)| shape("gsi2", "a", literal, optional));
        check(&[one.as_slice(), &others].concat()).0
    };
    assert!(with([("X", &["x"]), ("Y", &[])]), "alike");
    assert!(with([("X", &["x", "y"]), ("Y", &["y"])]), "alike where `y` has a value");
    assert!(!with([("X", &["y"]), ("Y", &[])]), "`X` and `Y` where `x` alone has a value");
    assert!(!with([("Y", &["y"]), ("X", &["x"])]), "`X` and `Y` where both have one");
    assert!(!with([("X", &["x"]), ("Z", &[])]), "`Y` and `Z` where `x` has none");
}

/// The keys of an index have the same attributes, and no string is two of them.
#[test]
fn the_keys_of_an_index_differ_in_their_strings_alone() {
    let one = shape("gsi1", "a", "X", &["x"]);
    assert!(check(&[one, shape("gsi1", "a", "Y", &[])]).0);
    assert!(!check(&[one, shape("gsi1", "a", "X", &[])]).0, "the same strings");
    assert!(!check(&[one, shape("gsi1", "b", "Y", &[])]).0, "another attribute");
}

/// The attribute of the table's own key, too.
#[test]
fn an_index_does_not_change_the_key_of_the_table() {
    for place in 0..NAMES.len() {
        let mut indexes = NAMES.map(|name| index(name, name));
        indexes[place] = index("pk", "other");
        let mut each = [true; 4];
        each[place] = false;
        assert_eq!(check(&indexes), (false, each), "{place}");
    }
}

/// A field must not overwrite a joined key, unless the key is the string of the field alone.
#[test]
fn a_field_does_not_take_the_place_of_a_joined_key() {
    let pk = pattern(Owner::Table.pk(), [Segment::Literal("USER#"), text("id")].into());
    let sk = pattern(Owner::Table.sk(), [text("name")].into());
    let entity =
        EntitySchema::leak_for_test("Order", pk, Some(sk)).with_indexes(&[index("a", "a")]);
    let is_refused =
        |field, name, is_text| refusal(|| check_field(&entity, field, name, is_text)).is_some();
    assert!(is_refused("id", "pk", true) && is_refused("id", "pk", false));
    assert!(!is_refused("name", "sk", true) && is_refused("name", "sk", false));
    assert!(!is_refused("a", "a", false) && !is_refused("id", "id", false));
}
