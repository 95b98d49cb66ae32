//! A field that is in both keys has the same string in both.

use alloc::format;
use alloc::string::String;
use core::num::NonZero;
use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::super::keys::{common_string, overlap};
use super::declaration::{Item, KINDS, Kind, MAX_ITEMS, PatternCase, item, kind, texts};
use crate::declaration::EntitySchema;
use crate::part::{Descending, Padded, Shape, Unordered};
use crate::pattern::{Extent, Owner, Pattern, Role, Segment, Value, value};

/// The name of a field of both keys.
const BOTH: &str = "both";

/// An entity, and the position of the field of both keys among the values of each.
#[derive(Clone, Debug)]
struct EntityCase {
    pk: PatternCase,
    sk: PatternCase,
    both: (usize, usize),
}

impl EntityCase {
    /// Returns the items of both keys, with a value of one kind inserted into each.
    fn of(kind: Kind, pk: &[Item], sk: &[Item], at: [Index; 2]) -> Option<Self> {
        let with_field = |items: &[Item], at: Index, names: [&'static str; MAX_ITEMS]| {
            let (mut items, at) = (items.to_vec(), at.index(items.len() + 1));
            let is_value = |item: &&Item| !matches!(item, Item::Literal(_));
            let place = items[..at].iter().filter(is_value).count();
            items.insert(at, Item::Value(kind));
            let mut names = names;
            *names.get_mut(place)? = BOTH;
            Some((PatternCase::named(&items, '#', &names)?, place))
        };
        let (pk, in_pk) = with_field(pk, at[0], ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"])?;
        let (sk, in_sk) = with_field(sk, at[1], ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"])?;
        Some(Self { pk, sk, both: (in_pk, in_sk) })
    }

    fn schema(&self) -> &'static EntitySchema {
        EntitySchema::leak_for_test("Entity", self.pk.pattern, Some(self.sk.pattern))
    }

    fn reads(&self, pk: &str, sk: &str) -> bool {
        self.pk.parses(pk)
            && self.sk.parses(sk)
            && self.pk.values(pk).unwrap()[self.both.0] == self.sk.values(sk).unwrap()[self.both.1]
    }
}

fn entity() -> impl Strategy<Value = EntityCase> {
    let items = || prop::collection::vec(item(), 0..4);
    let at = [any::<Index>(), any::<Index>()];
    (select(KINDS), items(), items(), at)
        .prop_filter_map("a rule is broken", |(kind, pk, sk, at)| {
            EntityCase::of(kind, &pk, &sk, at)
        })
}

/// Generates two entities; the second has one key of the first and most of the other.
fn relatives() -> impl Strategy<Value = (EntityCase, EntityCase)> {
    (entity(), select(KINDS), any::<[Index; 3]>(), any::<bool>(), item()).prop_filter_map(
        "a rule is broken",
        |(one, kind, [at, pk_at, sk_at], is_pk, item)| {
            let without = |items: &[Item], place: usize| {
                let mut items = items.to_vec();
                let mut values =
                    (0..items.len()).filter(|at| !matches!(items[*at], Item::Literal(_)));
                let at = values.nth(place).unwrap();
                items.remove(at);
                items
            };
            let mut pk = without(&one.pk.items, one.both.0);
            let mut sk = without(&one.sk.items, one.both.1);
            let changed = if is_pk { &mut pk } else { &mut sk };
            changed.insert(at.index(changed.len() + 1), item);
            let other = EntityCase::of(kind, &pk, &sk, [pk_at, sk_at])?;
            Some((one, other))
        },
    )
}

/// Returns the strings of the field of both keys, for both entities, in strings that both accept.
fn fields(
    one: (&PatternCase, usize),
    other: (&PatternCase, usize),
) -> HashSet<(&'static str, &'static str)> {
    let shared = texts().iter().filter(|text| one.0.parses(text) && other.0.parses(text));
    shared
        .map(|text| (one.0.values(text).unwrap()[one.1], other.0.values(text).unwrap()[other.1]))
        .collect()
}

fn check(one: &EntityCase, other: &EntityCase) {
    match overlap(one.schema().key(), other.schema().key()) {
        None => {
            let in_pk = fields((&one.pk, one.both.0), (&other.pk, other.both.0));
            let in_sk = fields((&one.sk, one.both.1), (&other.sk, other.both.1));
            assert_eq!(in_pk.intersection(&in_sk).next(), None, "missed");
        }
        Some(overlap) => {
            assert!(overlap.example.is_some() || !overlap.is_certain);
            if let Some([pk, sk]) = overlap.example.filter(|_| overlap.is_certain) {
                let (pk, sk) = (pk.text(), sk.text());
                assert!(
                    one.reads(pk, sk) && other.reads(pk, sk),
                    "{pk:?} / {sk:?} is no key of both"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    })]

    #[test]
    #[ignore = "slow: `.ci/run` runs it"]
    fn of_strangers(one in entity(), other in entity()) {
        check(&one, &other);
    }

    #[test]
    #[ignore = "slow: `.ci/run` runs it"]
    fn of_relatives((one, other) in relatives()) {
        check(&one, &other);
        check(&other, &one);
    }
}

fn key(role: Role, segments: &[Segment]) -> &'static Pattern {
    Pattern::leak_for_test("Entity", role, '#', segments.into())
}

/// Returns the example for two entities, if it is certain.
fn said(one: [&[Segment]; 2], other: [&[Segment]; 2]) -> Option<String> {
    let schema = |[pk, sk]: [&[Segment]; 2]| {
        EntitySchema::leak_for_test(
            "Entity",
            key(Owner::Table.pk(), pk),
            Some(key(Owner::Table.sk(), sk)),
        )
    };
    let (one, other) = (schema(one), schema(other));
    let overlap = overlap(one.key(), other.key())?;
    let texts = overlap.example.map(|[pk, sk]| format!("{} / {}", pk.text(), sk.text()));
    Some(format!("{}{}", if overlap.is_certain { "" } else { "? " }, texts.unwrap_or_default()))
}

fn words(name: &'static str, words: &'static [&'static str]) -> Segment {
    Segment::Value(Value::over(Shape::words("a word", words), Extent::Part).named(name, ""))
}

fn text(name: &'static str) -> Segment {
    value::<String, crate::part::Plain>(name, "")
}

fn is(text: &'static str) -> Segment {
    Segment::Literal(text)
}

/// `#[pk("U", state)] #[sk(state)]` with `#[pk("U", "A")] #[sk("B")]`, and similar pairs.
#[test]
fn a_field_of_both_keys_tells_entities_apart() {
    let state = words("state", &["A", "B"]);
    let one: [&[_]; 2] = [&[is("U#"), state], &[state]];
    assert_eq!(said(one, [&[is("U#A")], &[is("B")]]), None);
    assert_eq!(said(one, [&[is("U#A")], &[is("A")]]).as_deref(), Some("U#A / A"));
    let by_id: [&[_]; 2] = [&[is("U#"), text("id")], &[is("P#"), text("id")]];
    assert_eq!(said(by_id, [&[is("U#1")], &[is("P#2")]]), None);
    assert_eq!(said(by_id, [&[is("U#12")], &[is("P#12")]]).as_deref(), Some("U#12 / P#12"));
    assert_eq!(
        said(by_id, [&[is("U#bob")], &[is("P#"), text("x")]]).as_deref(),
        Some("U#bob / P#bob")
    );
    assert_eq!(
        said([&[is("U#"), text("x")], &[is("P#bob")]], by_id).as_deref(),
        Some("U#bob / P#bob")
    );
    // Of these three lists, each two have a word in common.
    let (left, right) = (words("left", &["A", "C"]), words("right", &["B", "C"]));
    assert_eq!(said(one, [&[is("U#"), left], &[right]]), None);
    // Literals directly next to a word.
    let glued: [&[_]; 2] = [&[state, is("x")], &[is("x"), state]];
    assert_eq!(said(glued, [&[words("a", &["Ax", "Ay"])], &[words("b", &["xB"])]]), None);
    // What the other entity has in both places never has the same string.
    let digits = value::<u8, Padded<3>>("digits", "03");
    assert_eq!(said(by_id, [&[is("U#"), digits], &[is("P#"), words("w", &["a", "b"])]]), None);
    assert_eq!(said([&[is("U#"), digits], &[is("P#"), state]], by_id), None);
}

/// The examples on the pages of `disjoint` and `disjoint::keys`.
#[test]
fn the_examples_of_the_pages() {
    let shared = [is("DOC#shared#"), text("id")];
    let document: [&[_]; 2] =
        [&[is("T#"), text("tenant")], &[is("DOC#"), text("tenant"), is("#"), text("id")]];
    assert_eq!(said(document, [&[is("T#public")], &shared]), None);
    let of_owner = said(document, [&[is("T#"), text("owner")], &shared]);
    assert_eq!(of_owner.as_deref(), Some("T#shared / DOC#shared#1"));

    let of_kind = |kind| {
        let number = value::<u32, Padded<5>>("number", "05");
        let one = key(Owner::Table.pk(), &[is("ORDER#"), text("id"), is("#"), kind]);
        let other = key(Owner::Table.pk(), &[is("ORDER#"), number, is("#X")]);
        common_string(one, other).map(|text| String::from(text.text()))
    };
    assert_eq!(of_kind(words("kind", &["XY", "Y"])), None);
    assert_eq!(of_kind(text("kind")).as_deref(), Some("ORDER#11111#X"));
}

#[test]
fn zero_is_no_nonzero() {
    let beside =
        |literal, number| said([&[is(literal)], &[is("X")]], [&[is("v"), number], &[is("X")]]);
    let plain = value::<NonZero<u32>, Unordered>("n", "unordered");
    let padded = value::<NonZero<u32>, Padded<5>>("n", "05");
    let descending = value::<NonZero<u32>, Descending<5>>("n", "desc05");
    assert_eq!(beside("v0", plain), None);
    assert_eq!(beside("v00000", padded), None);
    assert_eq!(beside("v99999", descending), None);
    assert_eq!(beside("v1", plain).as_deref(), Some("v1 / X"));
    assert_eq!(beside("v00010", padded).as_deref(), Some("v00010 / X"));
    assert_eq!(beside("v99998", descending).as_deref(), Some("v99998 / X"));
    let zero = value::<u32, Unordered>("n", "unordered");
    assert_eq!(beside("v0", zero).as_deref(), Some("v0 / X"));
}

/// An example is only called a key of both if nothing but the automata decides.
#[test]
fn what_code_can_refuse_is_not_certain() {
    let address = value::<core::net::IpAddr, crate::part::Plain>("address", "");
    let of_address =
        said([&[is("U#"), address], &[is("X")]], [&[is("U#"), text("id")], &[is("X")]]);
    assert!(of_address.is_some_and(|said| said.starts_with("? U#")));
    #[cfg(feature = "jiff")]
    {
        let day = value::<jiff::civil::Date, crate::part::Plain>("day", "");
        let beside = |day_text| said_of_day(day, day_text);
        assert_eq!(beside("2023-02-28").as_deref(), Some("2023-02-28 / X"));
        assert_eq!(beside("2023-02-29").as_deref(), Some("? 2023-02-29 / X"));
        assert_eq!(beside("2023-02-41"), None);
        let both: [&[_]; 2] = [&[is("U#"), day], &[is("P#"), day]];
        let fixed = "? U#2023-02-29 / P#2023-02-29";
        assert_eq!(
            said(both, [&[is("U#2023-02-29")], &[is("P#"), text("x")]]).as_deref(),
            Some(fixed)
        );
        assert_eq!(said(both, both).as_deref(), Some("U#1111-11-11 / P#1111-11-11"));
    }
    let by_hand = said_of_hand();
    assert!(by_hand.starts_with("? "), "{by_hand}");
}

fn said_of_hand() -> String {
    let entity = |items: &[Item]| {
        let pk = PatternCase::of(items, '#').unwrap().pattern;
        EntitySchema::leak_for_test("Entity", pk, None)
    };
    let (one, other) = (entity(&[Item::Value(kind("letters"))]), entity(&[Item::Literal("ab")]));
    let overlap = overlap(one.key(), other.key()).unwrap();
    format!("{}{}", if overlap.is_certain { "" } else { "? " }, overlap.example.unwrap()[0].text())
}

#[cfg(feature = "jiff")]
fn said_of_day(day: Segment, text: &'static str) -> Option<String> {
    said([&[day], &[is("X")]], [&[is(text)], &[is("X")]])
}
