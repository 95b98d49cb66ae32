//! Every message, read as a list: `messages.txt` has what each constructor of `messages.rs` says.
//!
//! `DDBKEY_MESSAGES=overwrite cargo test -p ddbkey --lib` writes the list anew.

mod attributes;
mod layout;
mod tables;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::cell::Cell;
use core::net::IpAddr;
use std::panic::{UnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::{env, fs, thread_local};

use super::DeclaredKey::*;
use super::buffer::Message;
use super::disjoint::{Overlap, overlap};
use super::messages::*;
use crate::declaration::{
    Alternative, EntitySchema, IndexKind, IndexLayout, KeySchema, Layout, TableSchema,
};
use crate::part::{Padded, Plain, Unordered};
use crate::pattern::{AttributeType, OwnAttribute, Owner, Pattern, Role, Segment, rest, value};

const LIST: &str = include_str!("messages.txt");

fn pattern(role: Role, segments: Vec<Segment>) -> &'static Pattern {
    Pattern::leak_for_test("Order", role, '#', segments)
}

fn number(name: &'static str) -> Segment {
    value::<u32, Plain>(name, "")
}

fn text(name: &'static str) -> Segment {
    value::<String, Plain>(name, "")
}

/// Its forty-first byte is inside a character.
const FOREIGN: &str = "#ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ#";

/// A key that is an attribute of its own.
fn attribute(name: &'static str, segments: Vec<Segment>) -> Pattern {
    let entry = Some(OwnAttribute { name, is_field: true });
    Pattern::over("Order", Owner::Table.sk(), '#', entry, Box::leak(segments.into_boxed_slice()))
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Returns the message of a rule that panics, without printing the panic.
pub(super) fn refusal(check: impl FnOnce() + UnwindSafe) -> Option<String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                before(info);
            }
        }));
    });
    IS_QUIET.set(true);
    let panicked = catch_unwind(check).err();
    IS_QUIET.set(false);
    panicked.map(|payload| payload.downcast_ref::<String>().cloned().unwrap_or_default())
}

/// A message under the name of its constructor and, behind a colon, its circumstances.
type Named = (&'static str, Message);

fn of_parts() -> Vec<Named> {
    let sk = pattern(Owner::Table.sk(), vec![Segment::Literal("VERSION#"), number("version")]);
    let index = pattern(Owner::Index("gsi1").sk(), vec![number("version")]);
    let legacy_sk =
        pattern(Owner::LegacyKey("v1").sk(), vec![Segment::Literal("V#"), number("version")]);
    let partition = pattern(Owner::Table.pk(), vec![Segment::Literal("USER#"), number("user_id")]);
    let reused: &Pattern = Box::leak(Box::new(partition.limited_by(Owner::Index("inverted"))));
    let two = pattern(Owner::Table.pk(), vec![text("first"), text("last")]);
    let shelf = pattern(Owner::Table.sk(), vec![text("shelf")]);
    let entry = &attribute("w", vec![Segment::Literal("w"), number("n")]);
    let glued = pattern(Owner::Table.sk(), vec![text("name"), number("day")]);
    let glued_pk = pattern(Owner::Table.pk(), vec![text("name"), number("day")]);
    let glued_pk: &Pattern = Box::leak(Box::new(glued_pk.limited_by(Owner::Index("inverted"))));
    let day = pattern(Owner::Table.sk(), vec![text("day"), Segment::Literal("-"), text("n")]);
    let status = pattern(Owner::Table.sk(), vec![text("status")]);
    let foreign = vec![Segment::Literal(FOREIGN), text("status")];
    let foreign = pattern(Owner::Table.pk(), foreign);
    let dashed = Pattern::leak_for_test("Order", Owner::Table.sk(), '-', vec![text("day")]);
    let bar = Pattern::leak_for_test("Order", Owner::Table.sk(), '|', vec![text("day")]);
    vec![
        ("number_without_width", plain_number(sk, "version", None)),
        ("number_without_width: of an index", plain_number(index, "version", None)),
        ("number_without_width: of a reused key", plain_number(reused, "user_id", None)),
        ("number_without_width: of a method", plain_number(sk, "version", Some("u8"))),
        (
            "number_without_width: of a method in an index",
            plain_number(index, "version", Some("u8")),
        ),
        ("number_without_width: of an entry", plain_number(entry, "n", None)),
        ("number_without_width: of a method in an entry", plain_number(entry, "n", Some("u8"))),
        ("legacy_number_without_width", plain_number(legacy_sk, "version", None)),
        (
            "legacy_number_without_width: of a method",
            plain_number(legacy_sk, "version", Some("u8")),
        ),
        ("separator_of_variants", separator_of_variants(dashed, "owner", '#', '-')),
        ("rest_before_another", rest_before_another(glued, "name", "PATH")),
        ("value_after_payload", value_after_payload(glued, "name", "day")),
        ("payload_with_payloads", payload_with_payloads("USER")),
        ("separator_in_payload", separator_in_payload("AT", ':', '|')),
        ("owned_text", owned_text(shelf, "shelf", "Shelf")),
        ("owned_text: in an index", owned_text(index, "version", "Option<Version>")),
        ("impossible_order", impossible_order(shelf, "shelf")),
        ("alphabet_without_case", alphabet_without_case(shelf, "shelf", "lower")),
        ("free_width_neighbours", free_width_neighbours(two, "first", "last")),
        ("value_right_after", value_right_after(glued, "name", "day")),
        ("value_right_after: of a reused key", value_right_after(glued_pk, "name", "day")),
        ("order_lost", order_lost(bar, "day", '|')),
        ("literal_in_value", literal_in_value(day, "day", '-')),
        ("separator_in_word", separator_in_word(status, "status", "", "on#hold", '#')),
        ("separator_in_type", separator_in_type(dashed, "day", "", '-', '|')),
        ("separator_in_type: of another", separator_in_type(bar, "day", "", '|', '#')),
        ("longer_than_allowed", key_too_long(sk, "can be", 1030, sk.limit())),
        ("longer_than_allowed: in an index", key_too_long(reused, "can be", 1030, reused.limit())),
        (
            "longer_than_allowed: always",
            key_too_long(partition, "is at least", 6, partition.limit()),
        ),
        (
            "longer_than_allowed: a literal cut at a character",
            key_too_long(foreign, "is at least", 51, foreign.limit()),
        ),
        ("serde_writes_otherwise", serde_writes_otherwise("created_at", "createdAt")),
    ]
}

fn of_attributes() -> Vec<Named> {
    let sk = pattern(Owner::Table.sk(), vec![Segment::Literal("PROFILE")]);
    let email = vec![Segment::Literal("EMAIL#"), text("email")];
    let email = pattern(Owner::Index("GSI1").pk(), email);
    let own = pattern(Owner::Index("GSI1").sk(), vec![Segment::Literal("USER")]);
    let other = pattern(Owner::Index("GSI2").sk(), vec![text("name")]);
    let number: &Pattern = Box::leak(Box::new(attribute("n", vec![number("n")])));
    let padded = pattern(Owner::Table.sk(), vec![value::<u32, Padded<5>>("n", "05")]);
    let user = EntitySchema::leak_for_test("User", sk, None);
    vec![
        ("attribute_of_two_keys", attribute_of_two_keys("SK", email, sk)),
        ("attribute_of_two_keys: of two types", attribute_of_two_keys("n", number, padded)),
        ("attribute_of_two_keys: of two indexes", attribute_of_two_keys("GSI1SK", own, other)),
        ("field_over_key", field_over_key("email", "gsi1pk", email)),
        ("alias_of_key", alias_of_key("email", "SK", None)),
        ("alias_of_key: of an index", alias_of_key("email", "GSI1PK", Some("GSI1"))),
        ("alias_of_type_attribute", alias_of_type_attribute("kind", "type")),
        ("both_keys_in_one_attribute", both_keys_in_one_attribute(None, "key")),
        (
            "both_keys_in_one_attribute: of an index",
            both_keys_in_one_attribute(Some("GSI1"), "key"),
        ),
        ("attribute_without_name", attribute_without_name(None)),
        ("type_attribute_is_key", type_attribute_is_key("SK")),
        ("type_attribute_of_index", type_attribute_of_key("Shop", "type", user, own)),
        ("type_attribute_of_index: a value", type_attribute_of_key("Shop", "type", user, other)),
        ("field_over_type", field_over_type("User", "kind", "type", "Shop")),
        ("entities_of_one_name", entities_of_one_name("Shop", "Row")),
    ]
}

const INDEXES: &[IndexLayout] =
    &[IndexLayout::gsi("GSI1", "A", Some("B")), IndexLayout::gsi("GSI2", "C", None)];
const LAYOUT: Layout = Layout::new("PK", Some("SK"), INDEXES);
const NO_INDEXES: Layout = Layout::new("PK", Some("SK"), &[]);

fn of_layouts() -> Vec<Named> {
    let several = Layout::new(
        "PK",
        Some("SK"),
        const { &[IndexLayout::gsi_with_attributes("GSI1", &["tenant", "region"], &[])] },
    );
    let names = several.index("GSI1").expect("declared").keys.pk.list();
    vec![
        ("not_in_table", not_in_table("Admin", "Shop", "")),
        ("not_in_table: with parameters", not_in_table("Row", "Shop", "<\u{2026}>")),
        ("table_without_sort_key", table_without_sort_key("User")),
        ("entity_without_sort_key", entity_without_sort_key("User", "PK")),
        ("index_without_sort_key_in_table", index_without_sort_key_in_table("User", "GSI1")),
        ("index_without_sort_key_in_entity", index_without_sort_key_in_entity("User", "GSI1")),
        ("index_of_other_kind", index_of_other_kind("GSI1", "global", "User", "local")),
        (
            "index_of_no_table",
            unknown_index(&LAYOUT, "User", ("GSI3", IndexKind::Gsi), Joined, Joined),
        ),
        (
            "index_of_no_table: without any",
            unknown_index(&NO_INDEXES, "User", ("GSI3", IndexKind::Gsi), Joined, Nothing),
        ),
        (
            "index_of_no_table: of attributes",
            unknown_index(
                &NO_INDEXES,
                "User",
                ("GSI3", IndexKind::Gsi),
                Attributes(&[("tenant", "tenant"), ("city", "city")]),
                Attributes(&[("age", "age")]),
            ),
        ),
        (
            "index_of_no_table: of the table's own keys",
            unknown_index(&LAYOUT, "User", ("GSI3", IndexKind::Gsi), Sk, Pk),
        ),
        (
            "index_of_no_table: local",
            unknown_index(&LAYOUT, "User", ("GSI3", IndexKind::Lsi), Pk, Joined),
        ),
        (
            "other_attributes",
            attributes_of_other_names(
                Some("GSI1"),
                "User",
                &[("tenant", "tenant"), ("city", "home() -> &str")],
                names,
            ),
        ),
        (
            "other_attributes: in another order",
            attributes_of_other_names(
                Some("GSI1"),
                "User",
                &[("region", "region"), ("tenant", "tenant")],
                names,
            ),
        ),
        (
            "other_attributes: of the table",
            attributes_of_other_names(
                None,
                "User",
                &[("name", "\"N{name}\"")],
                LAYOUT.keys.pk.list(),
            ),
        ),
        ("joined_in_entity", joined_in_entity(Some("GSI1"), "User")),
    ]
}

/// `USER#{user_id}`
fn user_pk() -> &'static Pattern {
    pattern(Owner::Table.pk(), vec![Segment::Literal("USER#"), text("user_id")])
}

/// Entities of this partition key: a user, an order of a path, and one without a sort key.
fn entities() -> [&'static EntitySchema; 3] {
    let profile = pattern(Owner::Table.sk(), vec![Segment::Literal("PROFILE")]);
    let path = pattern(Owner::Table.sk(), vec![text("path")]);
    [("User", Some(profile)), ("Order", Some(path)), ("Bare", None)]
        .map(|(name, sk)| EntitySchema::leak_for_test(name, user_pk(), sk))
}

fn index(name: &'static str, key: &KeySchema) -> &'static KeySchema {
    Box::leak(Box::new(KeySchema { index: Some(name), ..*key }))
}

/// Keys of `GSI1`, sorted by a number or by one of two strings.
fn sorted_by() -> [&'static KeySchema; 3] {
    ["version", "created_at", "joined_at"].map(|name| {
        let segment = if name == "version" { number(name) } else { text(name) };
        let sk = Box::leak(Box::new(attribute(name, vec![segment])));
        index("GSI1", KeySchema::leak_for_test(user_pk(), Some(sk)))
    })
}

fn of_tables() -> Vec<Named> {
    let ([user, order, bare], [version, created, joined]) = (entities(), sorted_by());
    let gsi1 = index("GSI1", KeySchema::leak_for_test(user_pk(), None));
    vec![
        ("keys_unlike_most", keys_of_other_kind("Shop", user, order)),
        ("keys_unlike_most: no sort key", keys_of_other_kind("Shop", bare, order)),
        ("keys_unlike_most: a sort key", keys_of_other_kind("Shop", order, bare)),
        ("keys_in_other_attributes", keys_of_two_kinds(user, order)),
        ("keys_in_other_attributes: no sort key", keys_of_two_kinds(bare, order)),
        ("keys_in_other_attributes: a sort key", keys_of_two_kinds(order, bare)),
        ("type_name_without_attribute", type_name_without_attribute("Reply", "Comment", "Shop")),
        ("entities_disagree_on_index", other_index((user, gsi1), (order, version))),
        ("entities_disagree_on_index: on a name", other_index((user, created), (order, joined))),
        (
            "attribute_of_two_types",
            attribute_of_two_types("version", AttributeType::S, "User", AttributeType::N, "Order"),
        ),
        (
            "shapes_disagree_on_index",
            shapes_of_two_layouts(
                &KeySchema { called: Some("by_version"), ..*version },
                &KeySchema { called: Some("by_time"), ..*created },
            ),
        ),
        ("unknown_projection", unknown_projection("gsi1", "Shop", "User")),
        (
            "unknown_included_attribute",
            unknown_included("gsi1", "total_cent", "Shop", Some("total_cents")),
        ),
        (
            "unknown_included_attribute: without a near one",
            unknown_included("gsi1", "total", "Shop", None),
        ),
        ("ttl_of_two_names", ttl_of_two_names("Lock", "ttl", "Session", "expires_at")),
        ("field_without_ttl", field_without_ttl("Coupon", "until", "expires_at", "Session")),
        ("key_without_ttl", key_without_ttl("Coupon", "expires_at", "Session")),
    ]
}

/// What concerns entities that do not refer to their table.
fn of_references() -> Vec<Named> {
    let ([user, order, _], [version, created, _]) = (entities(), sorted_by());
    let key = KeySchema::leak_for_test(user_pk(), None);
    let names: (&[&str], &[&str]) = (&["PK"], &["SK"]);
    let index_names: (&[&str], &[&str]) = (&["A"], &["B"]);
    let of_joined = KeySchema { names: ("GSI3pk", "GSI3sk"), ..*user.key() };
    let others = [
        created,
        index("GSI3", &of_joined),
        index("GSI3", &of_joined),
        index("by_pk", user.key()),
        index("by_time", &KeySchema { kind: IndexKind::Lsi, ..*created }),
    ];
    let shop = TableSchema::new("Shop", LAYOUT, true, &[]);
    vec![
        (
            "entity_with_other_names",
            entity_with_other_names(
                "Shop",
                "User",
                user.key(),
                names,
                &refer_to_table(&shop, user),
            ),
        ),
        (
            "entity_with_other_names: with indexes that the table lacks",
            entity_with_other_names(
                "Shop",
                "User",
                user.key(),
                names,
                &refer_to_table(&shop, &user.with_indexes(&others)),
            ),
        ),
        (
            "entity_with_other_index_names",
            entity_with_other_index_names(
                "Shop",
                "User",
                "GSI1",
                key,
                index_names,
                &refer_to_table(&shop, &user.with_indexes(&[created])),
            ),
        ),
        (
            "entity_with_other_type_attribute",
            entity_with_other_type_attribute(
                "Shop",
                Some("type"),
                "User",
                None,
                &refer_to_table(&shop, user),
            ),
        ),
        (
            "longer_than_sort_key_of_index",
            longer_than_sort_key(
                &shop,
                &user.with_indexes(&[index("GSI3", &of_joined)]),
                "x",
                "h",
                Some((order, index("h", version))),
            ),
        ),
        (
            "longer_than_sort_key_of_index: of the table",
            longer_than_sort_key(&shop, user, "x", "GSI1", None),
        ),
        (
            "longer_than_sort_key_of_index: not in the layout",
            longer_than_sort_key(
                &shop,
                &user.in_table(LAYOUT),
                "x",
                "h",
                Some((order, index("h", version))),
            ),
        ),
    ]
}

fn of_overlaps() -> Vec<Named> {
    let ([user, order, bare], pk) = (entities(), user_pk());
    let profile = pattern(Owner::Table.sk(), vec![Segment::Literal("PROFILE")]);
    let rest = |role, field| pattern(role, vec![rest::<String, Plain>(field, "")]);
    let file = EntitySchema::leak_for_test("File", pk, Some(rest(Owner::Table.sk(), "path")));
    let folder =
        EntitySchema::leak_for_test("Folder", rest(Owner::Table.pk(), "path"), Some(profile));
    let address = vec![Segment::Literal("USER#"), value::<IpAddr, Plain>("address", "")];
    let address = pattern(Owner::Table.pk(), address);
    let address = EntitySchema::leak_for_test("Address", address, Some(profile));
    let legacy = |pk, sk| -> &'static KeySchema {
        let key = EntitySchema::leak_for_test("User", pk, Some(sk)).key();
        let alternative = Some(Alternative { name: "v1", is_written: false });
        Box::leak(Box::new(KeySchema { alternative, ..*key }))
    };
    let shape = |name, sk| -> &'static KeySchema {
        let key = EntitySchema::leak_for_test("User", pk, Some(sk)).key();
        let alternative = Some(Alternative { name, is_written: true });
        Box::leak(Box::new(KeySchema { alternative, ..*key }))
    };
    let kinds = pattern(Owner::Alternative("with_kind").sk(), vec![text("kind")]);
    let groups = pattern(Owner::Alternative("with_group").sk(), vec![text("group")]);
    let (kind, group) = (shape("with_kind", kinds), shape("with_group", groups));
    let old_pk = vec![Segment::Literal("USER#"), text("user_id")];
    let old_pk = pattern(Owner::LegacyKey("v1").pk(), old_pk);
    let old_profile = pattern(Owner::LegacyKey("v1").sk(), vec![Segment::Literal("PROFILE")]);
    let number = |role, value| pattern(role, vec![Segment::Literal("ORDER#"), value]);
    let padded = value::<u32, Padded<5>>("number", "05");
    let padded = EntitySchema::leak_for_test("User", pk, Some(number(Owner::Table.sk(), padded)));
    let whole = value::<u32, Padded<10>>("number", "010");
    let whole = EntitySchema::leak_for_test("User", pk, Some(number(Owner::Table.sk(), whole)));
    let unordered = value::<u32, Unordered>("number", "unordered");
    let unordered = legacy(pk, number(Owner::LegacyKey("v1").sk(), unordered));
    let (old_user, moved) = (legacy(pk, old_profile), legacy(old_pk, profile));
    let of = |one, other| -> &'static Overlap {
        Box::leak(Box::new(overlap(one, other).expect("they share keys")))
    };
    let shared = |one: &EntitySchema, other: &EntitySchema| {
        shared_keys((one, one.key()), (other, other.key()), of(one.key(), other.key()))
    };
    let keys = |one, other| overlapping_keys(one, other, of(one, other));
    let [one, other] = [("by_owner", "owner"), ("by_name", "name")].map(|(called, field)| {
        let sk = pattern(Owner::Index("gsi1").sk(), vec![text(field)]);
        let key = KeySchema::leak_for_test(pk, Some(sk));
        let (index, called) = (Some("gsi1"), Some(called));
        &*Box::leak(Box::new(KeySchema { index, called, ..*key }))
    });
    let no_example = &Overlap { example: None, is_certain: false };
    vec![
        ("keys_of_both", shared(user, order)),
        ("keys_of_both: without a sort key", shared(bare, bare)),
        ("keys_of_both: declared alike", shared(user, user)),
        ("keys_of_both: by a rest", shared(file, order)),
        ("keys_of_both: by the rest of a partition key", shared(folder, user)),
        ("keys_of_both: with texts that a type refuses", shared(address, user)),
        (
            "keys_of_both: without an example",
            shared_keys((user, user.key()), (order, order.key()), no_example),
        ),
        (
            "keys_of_both: a legacy key",
            shared_keys((user, old_user), (order, order.key()), of(old_user, order.key())),
        ),
        ("legacy_keys_overlap: another literal", keys(user.key(), old_user)),
        ("legacy_keys_overlap: a literal", keys(order.key(), old_user)),
        ("legacy_keys_overlap: more digits", keys(padded.key(), unordered)),
        ("legacy_keys_overlap: all digits", keys(whole.key(), unordered)),
        ("legacy_keys_overlap: the partition key", keys(user.key(), moved)),
        ("legacy_keys_overlap: two legacy ones", keys(old_user, moved)),
        ("legacy_keys_overlap: an alternative", keys(kind, old_user)),
        ("legacy_keys_overlap: two alternatives", keys(kind, group)),
        ("alternatives_overlap", keys(user.key(), kind)),
        ("shapes_overlap", overlapping_shapes("User", one, other, of(one, other))),
        ("shapes_overlap: without an example", overlapping_shapes("User", one, other, no_example)),
    ]
}

fn all() -> Vec<Named> {
    [of_parts(), of_attributes(), of_layouts(), of_tables(), of_references(), of_overlaps()]
        .concat()
}

#[test]
fn each_message_is_in_the_list() {
    let shown: Vec<_> =
        all().iter().map(|(name, message)| format!("== {name}\n{}\n", message.as_str())).collect();
    let shown = shown.join("\n");
    if env::var_os("DDBKEY_MESSAGES").is_some_and(|value| value == "overwrite") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/tests/messages.txt");
        fs::write(path, shown).expect("the list can be written");
        return;
    }
    let found: Vec<_> = shown.split("== ").collect();
    let expected: Vec<_> = LIST.split("== ").collect();
    assert_eq!(found, expected);
}

#[test]
fn each_constructor_is_here() {
    let here: Vec<_> = all()
        .iter()
        .map(|(name, _)| name.split(':').next().unwrap_or_default().to_string())
        .collect();
    let missing: Vec<_> =
        NAMES.iter().filter(|name| !here.contains(&(**name).to_string())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn each_is_a_fact_and_a_help() {
    for (name, message) in all() {
        let (fact, help) = message.as_str().rsplit_once("\nhelp: ").expect(name);
        for text in [fact, help] {
            let start = text.chars().next().expect("some text");
            assert!(start.is_lowercase() || start == '`' || text.starts_with("DynamoDB"), "{name}");
            assert!(!text.ends_with(['.', '!']), "{name}: {text}");
        }
    }
}
