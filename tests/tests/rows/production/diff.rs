//! Snapshots of schemas: what each kind of change is called and costs, and that no two schemas that store
//! anything differently print alike.

use ddbkey::tools::{Cost, Deploy, SchemaChange};
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ulid::Ulid;

use super::league::League;
use crate::deals;
use crate::tables::{gaming, seeds};

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
    Shop::SCHEMA.check_snapshot("tests/rows/production/shop.schema.txt").unwrap();
    League::SCHEMA.check_snapshot("tests/rows/production/league.schema.txt").unwrap();
}

#[test]
fn nothing_changed() {
    let own = [Shop::SCHEMA, League::SCHEMA, widest::Table::SCHEMA, entered::Table::SCHEMA];
    let others = [deals::SCHEMA, gaming::SCHEMA, seeds::COMMANDS, seeds::LIBRARY];
    for schema in own.into_iter().chain(others) {
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
fn check(texts: &[(&str, &str)], cost: Cost, deploy: Deploy, line: &str) {
    let changes = since(texts);
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, [format!("{line}; {}", advice(deploy))]);
    assert_eq!((changes[0].cost(), changes[0].deploy()), (cost, deploy));
}

fn advice(deploy: Deploy) -> &'static str {
    match deploy {
        Deploy::AnyOrder => "deploy in any order",
        Deploy::ReadersFirst => "deploy every reader before a writer",
        Deploy::AfterBackfill => "queries of the index lack items until it is filled",
        Deploy::Breaking => "in no order of deploys does each version find every item",
        _ => panic!("{deploy:?}"),
    }
}

#[test]
fn an_entity_that_is_new_or_gone() {
    check(
        &[(
            "User\n    pk: USER#{user_id: text}\n    sk: PROFILE\n  gsi gsi1, sparse\n  optional: email\n    gsi1pk: \
            EMAIL#{email: text}\n    gsi1sk: USER#{user_id: text}\n",
            "",
        )],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "`User` is new: stored items stay as they are",
    );
    check(
        &[("\nUser\n", "\nCart\n    pk: USER#{user_id: text}\n    sk: CART\n\nUser\n")],
        Cost::SomeItems,
        Deploy::Breaking,
        "`Cart` is gone: its stored items can no longer be read; delete them",
    );
}

#[test]
fn a_renamed_entity() {
    check(
        &[("\nUser\n", "\nCustomer\n")],
        Cost::EachItemUpdated,
        Deploy::AnyOrder,
        "`Customer` is now called `User`: one update of `kind` per item",
    );
}

#[test]
fn another_set_of_texts() {
    check(
        &[("Paid|Shipped", "\"Paid\"")],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which allows texts that \
         `\"Paid\"` does not: stored items stay as they are",
    );
    check(
        &[("Paid|Shipped", "Paid|Pending|Shipped")],
        Cost::SomeItems,
        Deploy::Breaking,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which does not allow all texts of \
         `Paid|Pending|Shipped`: items stored with the others can no longer be read; write them again or \
         delete them first",
    );
    check(
        &[("{email: text}", "{*email: text}")],
        Cost::SomeItems,
        Deploy::AfterBackfill,
        "`email` in `gsi1pk` of `User` is `text` without `#`, which does not allow all texts of `text`: \
         one update for each item stored with the others",
    );
    let replaced = since(&[("Paid|Shipped", "Paid|Pending")]);
    let deploys: Vec<_> = replaced.iter().map(SchemaChange::deploy).collect();
    assert_eq!(deploys, [Deploy::ReadersFirst, Deploy::Breaking]);
}

#[test]
fn another_key() {
    check(
        &[("integer 05", "integer 04")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "`sk` of `Order` is `ORDER#{number: integer 05}#{id: ULID}` instead of \
         `ORDER#{number: integer 04}#{id: ULID}`: every item moves to another key",
    );
    check(
        &[("gsi1sk: {id: ULID}", "gsi1sk: {id: UUID}")],
        Cost::EachItemUpdated,
        Deploy::Breaking,
        "`gsi1sk` of `Order` is `{id: ULID}` instead of `{id: UUID}`: one update per item; a new index beside it \
         would serve both versions",
    );
    // The same names at other places.
    let swapped = since(&[("{number: integer 05}#{id: ULID}", "{id: integer 05}#{number: ULID}")]);
    let [swapped] = &swapped[..] else { panic!("{swapped:?}") };
    assert_eq!((swapped.cost(), swapped.attribute()), (Cost::EachItemMoved, Some("sk")));
}

#[test]
fn renamed_attributes() {
    check(
        &[(" pk", " PK")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "key attribute `PK` is now called `pk` in the table: every item moves to a new table",
    );
    check(
        &[("gsi1sk", "GSI1SK")],
        Cost::EachItemUpdated,
        Deploy::Breaking,
        "key attribute `GSI1SK` is now called `gsi1sk` in index `gsi1`: one update per item, and DynamoDB \
         rebuilds the index; a new index beside it would serve both versions",
    );
    check(
        &[("attribute: kind", "attribute: type")],
        Cost::EachItemUpdated,
        Deploy::AnyOrder,
        "type attribute `type` is now called `kind`: one update per item",
    );
    check(
        &[("  type attribute: kind\n", "")],
        Cost::EachItemUpdated,
        Deploy::AnyOrder,
        "type attribute `kind` is new: one update per item",
    );
}

#[test]
fn a_renamed_field() {
    check(
        &[("{number:", "{no:")],
        Cost::Nothing,
        Deploy::AnyOrder,
        "field `no` is now called `number` in `Order`: stored items stay as they are, if it holds the same \
         values",
    );
    check(
        &[("table Shop", "table Store")],
        Cost::Nothing,
        Deploy::AnyOrder,
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
        .filter(|change| change.entity() == Some("User"))
        .inspect(|change| assert!(change.cost() > Cost::Nothing, "{change}"))
        .filter_map(SchemaChange::attribute)
        .collect();
    assert_eq!(of_users, ["pk", "gsi1pk", "gsi1sk"]);
}

#[test]
fn indexes() {
    check(
        &[("gsi1pk / gsi1sk", "gsi1pk / gsi1sk, keys only")],
        Cost::Index,
        Deploy::AfterBackfill,
        "index `gsi1` projects all attributes instead of the key attributes alone: recreate it",
    );
    check(
        &[("gsi1pk / gsi1sk", "gsi1sk / gsi1pk")],
        Cost::Index,
        Deploy::Breaking,
        "index `gsi1` is `gsi gsi1pk / gsi1sk` instead of `gsi gsi1sk / gsi1pk`: recreate it; a new index \
         beside it would serve both versions",
    );
    check(
        &[("gsi1, sparse\n  optional: email", "gsi1")],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "items of `User` can now be absent from index `gsi1`: stored items stay as they are",
    );
    check(
        &[("  gsi gsi1\n    gsi1pk: ORDER#{status: Paid|Shipped}\n    gsi1sk: {id: ULID}\n", "")],
        Cost::EachItemUpdated,
        Deploy::AfterBackfill,
        "`Order` is now in index `gsi1` with `gsi1pk`, `gsi1sk`: one update per item, which is missing from \
         it until then",
    );
    check(
        &[("  type", "  gsi gsi2: gsi2pk\n  type")],
        Cost::Index,
        Deploy::ReadersFirst,
        "index `gsi2` is gone: delete it once nothing queries it",
    );
    check(
        &[("  key: pk / sk", "  key: pk")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "the key of the table is `pk / sk` instead of `pk`: every item moves to a new table",
    );
    // Of another type, it is another attribute.
    check(
        &[("  key: pk / sk", "  key: id (N) / sk")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "the key of the table is `pk / sk` instead of `id (N) / sk`: every item moves to a new table",
    );
}

#[test]
fn what_is_no_snapshot_is_an_error() {
    for text in ["", "table Shop\n", "ddbkey schema 1\ntable Shop\n\nOrder\n    pk: {id}\n"] {
        let error = Shop::SCHEMA.diff(text).unwrap_err();
        let line = format!("line {}: expected ", error.line().unwrap());
        assert!(error.to_string().starts_with(&line), "{error} in {text:?}");
    }
    let newer = SNAPSHOT.replace("schema 1", "schema 2");
    let error = Shop::SCHEMA.diff(&newer).unwrap_err();
    assert!(error.to_string().contains("newer"), "{error}");
    let signed = Shop::SCHEMA.diff(&SNAPSHOT.replace("schema 1", "schema +1"));
    assert_eq!(signed.unwrap_err().to_string(), "line 1: expected a version");
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

/// What `diff` knows of a struct besides its keys.
#[allow(dead_code, reason = "only the schemas are looked at")]
mod fields {
    use serde::{Deserialize, Serialize};

    use super::*;

    macro_rules! tables {
        ($($name:ident { $($fields:tt)* })*) => {$(
            pub(super) mod $name {
                use super::*;

                #[derive(DdbKeys, Serialize, Deserialize)]
                #[pk("U", user)]
                #[sk("O", now)]
                pub(in super::super) struct Order {
                    user: String,
                    $($fields)*
                }

                #[derive(DdbTable)]
                pub(in super::super) enum Table {
                    Order(Order),
                }
            }
        )*};
    }

    tables! {
        alone { now: String }
        beside { old: String, now: String }
        skipped { #[serde(skip)] old: String, now: String }
        other_has_the_attribute { #[serde(rename = "old")] other: String, now: String }
        own_attribute { #[serde(rename = "old")] now: String }
        flattened { now: String, #[serde(flatten)] rest: Rest }
    }

    #[derive(Serialize, Deserialize)]
    pub(super) struct Rest {
        old: String,
    }
}

/// A field in the place of another is that field renamed only if the struct no longer has the other.
#[test]
fn another_field_is_not_the_field_renamed() {
    let cost = |schema: &ddbkey::schema::TableSchema| {
        let changes = schema.diff(&schema.to_string().replace("{now:", "{old:")).unwrap();
        let [change] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!(change.entity(), Some("Order"));
        change.cost()
    };
    assert_eq!(cost(fields::alone::Table::SCHEMA), Cost::Nothing);
    assert_eq!(cost(fields::own_attribute::Table::SCHEMA), Cost::Nothing);
    assert_eq!(cost(fields::beside::Table::SCHEMA), Cost::EachItemMoved);
    assert_eq!(cost(fields::skipped::Table::SCHEMA), Cost::EachItemMoved);
    assert_eq!(cost(fields::other_has_the_attribute::Table::SCHEMA), Cost::EachItemMoved);
    assert_eq!(cost(fields::flattened::Table::SCHEMA), Cost::EachItemMoved);
}

/// The widest number, and what a method computes.
#[allow(dead_code, reason = "only the schema is looked at")]
mod widest {
    use super::*;

    #[derive(DdbKeys)]
    #[ddb(table = Table)]
    #[pk("A", shelf() -> &str)]
    #[sk("{n:039}", "{signed:039}")]
    #[gsi("by_shelf", pk = [shelf() -> &str as "_shelf"], sk = ["{n:039}" as "_n"])]
    pub(super) struct Item {
        n: u128,
        signed: i128,
    }

    impl Item {
        #[expect(
            clippy::unnecessary_literal_bound,
            clippy::unused_self,
            reason = "a method of a key"
        )]
        fn shelf(&self) -> &str {
            "shelf"
        }
    }

    #[derive(DdbTable)]
    #[ddb(pk = "pk", sk = "sk")]
    #[gsi("by_shelf", pk = "_shelf", sk = "_n")]
    pub(super) enum Table {
        Item(Item),
    }
}

#[test]
fn a_computed_part_prints_as_such() {
    let printed = widest::Table::SCHEMA.to_string();
    assert!(printed.contains("    pk: A#{shelf(): text}\n"), "{printed}");
    assert!(printed.contains("    _shelf = {shelf(): text}\n"), "{printed}");
    let markdown = widest::Table::SCHEMA.markdown();
    assert!(markdown.contains("`A#{shelf()}`"), "{markdown}");
    // A field that had the name before.
    let changes = widest::Table::SCHEMA.diff(&printed.replace("shelf()", "shelf")).unwrap();
    assert!(changes.iter().any(|change| change.cost() == Cost::EachItemMoved), "{changes:?}");
}

/// Attributes that are fields, and were in a key of the entity before, are in the index at once.
#[allow(dead_code, reason = "only the schema is looked at")]
mod entered {
    use super::*;

    #[derive(DdbKeys, serde::Serialize, serde::Deserialize)]
    #[pk("U", user)]
    #[sk("O", id)]
    #[gsi("by_state", pk = [user], sk = [state, "{id}" as "id_key"])]
    pub(super) struct Order {
        user: String,
        id: String,
        state: String,
    }

    #[derive(DdbTable)]
    pub(super) enum Table {
        Order(Order),
    }
}

#[test]
fn an_index_over_fields() {
    let printed = entered::Table::SCHEMA.to_string();
    let joined = |attributes: &str| {
        let old = "  gsi by_state\n    user = {user: text}\n    state = {state: text}\n    id_key = {id: text}\n";
        assert!(printed.contains(old), "{printed}");
        printed.replace(old, attributes)
    };
    let line = |old: &str| {
        let changes = entered::Table::SCHEMA.diff(old).unwrap();
        let change = changes.iter().find(|change| change.entity().is_some()).unwrap();
        (change.cost(), change.to_string())
    };
    let (cost, text) = line(&joined(""));
    assert_eq!(cost, Cost::EachItemUpdated);
    assert!(text.contains("with `state`, `id_key`: one update per item"), "{text}");
    // All of them are fields or attributes that old items have.
    let old = joined(
        "  gsi by_state\n    gpk: {user: text}\n    gsk: {state: text}\n    id_key = {id: text}\n",
    );
    let (cost, text) = line(&old);
    assert_eq!(cost, Cost::Nothing, "{text}");
    assert!(text.contains("stored items are in it, if they hold `user`, `state`"), "{text}");
}
