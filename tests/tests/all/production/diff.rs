//! Snapshots of schemas: what each kind of change is called and costs, and that no two schemas that store
//! anything differently print alike.

use ddbkey::tools::{Cost, SchemaChange, SnapshotError};
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ulid::Ulid;

use super::league::League;

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = (id))]
struct Order {
    user_id: String,
    number: u32,
    id: Ulid,
    status: Status,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Shipped,
    Paid,
}

/// Declared in another order than it prints.
#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "kind")]
#[gsi("gsi1")]
enum Shop {
    User(User),
    Order(Order),
}

const SNAPSHOT: &str = include_str!("shop.schema.txt");

#[test]
fn a_schema_prints_as_it_is_committed() {
    assert_eq!(Shop::SCHEMA.to_string(), SNAPSHOT);
    assert_eq!(League::SCHEMA.to_string(), include_str!("league.schema.txt"));
}

#[test]
fn nothing_changed() {
    for schema in [Shop::SCHEMA, League::SCHEMA] {
        assert_eq!(schema.diff(&schema.to_string()), Ok(vec![]));
    }
    assert_eq!(Shop::SCHEMA.diff(&SNAPSHOT.replace('\n', "\r\n")), Ok(vec![]));
}

/// The changes since a snapshot that differs from the committed one in these texts.
fn since(texts: &[(&str, &str)]) -> Vec<SchemaChange> {
    let old = texts.iter().fold(SNAPSHOT.to_owned(), |text, (new, old)| {
        assert!(text.contains(new), "{new}");
        text.replace(new, old)
    });
    Shop::SCHEMA.diff(&old).unwrap()
}

#[track_caller]
fn check(texts: &[(&str, &str)], cost: Cost, line: &str) {
    let changes = since(texts);
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, [line]);
    assert_eq!(changes[0].cost(), cost);
}

#[test]
fn an_entity_that_is_new_or_gone() {
    check(
        &[(
            "User\n    pk: USER#{user_id: text}\n    sk: PROFILE\n  gsi gsi1, sparse\n    gsi1pk: \
            EMAIL#{email: text}\n    gsi1sk: USER#{user_id: text}\n",
            "",
        )],
        Cost::Nothing,
        "`User` is new: stored items stay as they are",
    );
    check(
        &[("\nUser\n", "\nCart\n    pk: USER#{user_id: text}\n    sk: CART\n\nUser\n")],
        Cost::SomeItems,
        "`Cart` is gone: its stored items can no longer be read; delete them",
    );
}

#[test]
fn a_renamed_entity() {
    check(
        &[("\nUser\n", "\nCustomer\n")],
        Cost::EachItemUpdated,
        "`Customer` is now called `User`: one update of `kind` per item",
    );
}

#[test]
fn another_set_of_texts() {
    check(
        &[("Paid|Shipped", "\"Paid\"")],
        Cost::Nothing,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which allows texts that \
         `\"Paid\"` does not: stored items stay as they are; deploy every reader before a writer",
    );
    check(
        &[("Paid|Shipped", "Paid|Pending|Shipped")],
        Cost::SomeItems,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which does not allow all texts of \
         `Paid|Pending|Shipped`: items stored with the others can no longer be read; write them again or \
         delete them first",
    );
    check(
        &[("{email: text}", "{*email: text}")],
        Cost::SomeItems,
        "`email` in `gsi1pk` of `User` is `text` without `#`, which does not allow all texts of `text`: \
         items stored with the others can no longer be read; write them again or delete them first",
    );
    assert_eq!(since(&[("Paid|Shipped", "Paid|Pending")]).len(), 2);
}

#[test]
fn another_key() {
    check(
        &[("integer 05", "integer 04")],
        Cost::EachItemMoved,
        "`sk` of `Order` is `ORDER#{number: integer 05}#{id: ULID}` instead of \
         `ORDER#{number: integer 04}#{id: ULID}`: every item moves to another key",
    );
    check(
        &[("gsi1sk: {id: ULID}", "gsi1sk: {id: UUID}")],
        Cost::EachItemUpdated,
        "`gsi1sk` of `Order` is `{id: ULID}` instead of `{id: UUID}`: one update per item",
    );
    // The same names at other places.
    let swapped = since(&[("{number: integer 05}#{id: ULID}", "{id: integer 05}#{number: ULID}")]);
    assert!(matches!(&swapped[..], [SchemaChange::KeyChanged { is_primary: true, .. }]));
}

#[test]
fn renamed_attributes() {
    check(
        &[(" pk", " PK")],
        Cost::EachItemMoved,
        "key attribute `PK` is now called `pk` in the table: every item moves to a new table",
    );
    check(
        &[("gsi1sk", "GSI1SK")],
        Cost::EachItemUpdated,
        "key attribute `GSI1SK` is now called `gsi1sk` in index `gsi1`: one update per item, and the index \
         is created anew",
    );
    check(
        &[("attribute: kind", "attribute: type")],
        Cost::EachItemUpdated,
        "type attribute `type` is now called `kind`: one update per item",
    );
    check(
        &[("  type attribute: kind\n", "")],
        Cost::EachItemUpdated,
        "type attribute `kind` is new: one update per item",
    );
}

#[test]
fn a_renamed_field() {
    check(
        &[("{number:", "{no:")],
        Cost::Nothing,
        "field `no` is now called `number` in `Order`: stored items stay as they are, if it holds the same \
         values",
    );
    check(
        &[("table Shop", "table Store")],
        Cost::Nothing,
        "table `Store` is now called `Shop`: stored items stay as they are; `cloud_formation` prints a \
         resource of another name",
    );
}

/// Each of two fields is where the other one was: neither was renamed, and stored keys mean something else.
#[test]
fn swapped_fields() {
    let swap = [
        ("{email: text}", "{none: text}"),
        ("{user_id: text}", "{email: text}"),
        ("{none: text}", "{user_id: text}"),
    ];
    let old = swap.iter().fold(SNAPSHOT.to_owned(), |old, (from, to)| old.replace(from, to));
    let changes = Shop::SCHEMA.diff(&old).unwrap();
    let of_users: Vec<_> = changes
        .iter()
        .filter_map(|change| match change {
            SchemaChange::KeyChanged { entity, attribute, .. } if entity == "User" => {
                Some(attribute.as_str())
            }
            SchemaChange::FieldRenamed { entity, .. } => {
                assert_ne!(entity, "User", "{change}");
                None
            }
            _ => None,
        })
        .collect();
    assert_eq!(of_users, ["pk", "gsi1pk", "gsi1sk"]);
}

#[test]
fn indexes() {
    check(
        &[("gsi1pk / gsi1sk", "gsi1pk / gsi1sk, keys only")],
        Cost::Index,
        "index `gsi1` projects all attributes instead of the key attributes alone: it is created anew",
    );
    check(
        &[("gsi1pk / gsi1sk", "gsi1sk / gsi1pk")],
        Cost::Index,
        "index `gsi1` is `gsi gsi1pk / gsi1sk` instead of `gsi gsi1sk / gsi1pk`: it is created anew",
    );
    check(
        &[("gsi1, sparse", "gsi1")],
        Cost::Nothing,
        "items of `User` can now be absent from index `gsi1`: stored items stay as they are",
    );
    check(
        &[("  gsi gsi1\n    gsi1pk: ORDER#{status: Paid|Shipped}\n    gsi1sk: {id: ULID}\n", "")],
        Cost::EachItemUpdated,
        "`Order` is now in index `gsi1` with `gsi1pk`, `gsi1sk`: one update per item, which is missing from \
         it until then",
    );
    check(
        &[("  type", "  gsi gsi2: gsi2pk\n  type")],
        Cost::Index,
        "index `gsi2` is gone: delete it once nothing queries it",
    );
    check(
        &[("  key: pk / sk", "  key: pk")],
        Cost::EachItemMoved,
        "the key of the table is `pk / sk` instead of `pk`: every item moves to a new table",
    );
    // Of another type, it is another attribute.
    check(
        &[("  key: pk / sk", "  key: id (N) / sk")],
        Cost::EachItemMoved,
        "the key of the table is `pk / sk` instead of `id (N) / sk`: every item moves to a new table",
    );
}

#[test]
fn what_is_no_snapshot_is_an_error() {
    for text in ["", "table Shop\n", "ddbkey schema 1\ntable Shop\n\nOrder\n    pk: {id}\n"] {
        assert!(matches!(Shop::SCHEMA.diff(text), Err(SnapshotError::Line { .. })), "{text}");
    }
    let newer = SNAPSHOT.replace("schema 1", "schema 2");
    assert_eq!(Shop::SCHEMA.diff(&newer), Err(SnapshotError::Version { version: 2 }));
}

/// Schemas that are close to each other, and store something differently.
#[allow(dead_code, reason = "only the schemas are looked at")]
mod alike {
    use super::*;

    macro_rules! entities {
        ($($(#[$attribute:meta])* $name:ident: $ty:ty;)*) => {
            pub(super) const ALL: &[&ddbkey::schema::EntitySchema] = &[$($name::Item::SCHEMA),*];
            $(
                mod $name {
                    use super::*;
                    #[derive(DdbKeys)]
                    $(#[$attribute])*
                    pub(super) struct Item {
                        id: $ty,
                    }
                }
            )*
        };
    }

    entities! {
        #[pk("A", id)]
        joined: String;
        #[pk("A", "{*id}")]
        rest: String;
        #[ddb(separator = "|")]
        #[pk("A#{id}")]
        separated: String;
        #[pk(id)]
        alone: String;
        #[ddb(separator = "|")]
        #[pk(id)]
        alone_and_separated: String;
        #[pk[id as "pk"]]
        entry: String;
        #[pk["{id:05}" as "pk"]]
        padded: u32;
        #[pk[id as "pk"]]
        number: u32;
        #[pk("{id:unordered} (N)")]
        literal: u32;
        #[pk("{{id: text}}", id)]
        braces: String;
        #[pk("A\\", id)]
        backslash: String;
        #[pk("A\n", id)]
        newline: String;
        #[pk("A\\n", id)]
        escaped_newline: String;
        #[pk("A ", id)]
        space: String;
    }
}

#[test]
fn what_stores_anything_differently_prints_differently() {
    let printed: Vec<_> = alike::ALL.iter().map(ToString::to_string).collect();
    for (at, text) in printed.iter().enumerate() {
        for other in &printed[..at] {
            assert_ne!(text, other);
        }
    }
}
