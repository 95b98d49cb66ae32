//! Printed schemas of declarations: each prints what it stores, and is parsed without a change.

use crate::listed::printed as printed_entity;
use ddbkey::schema::TableSchema;
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_tools::{Cost, Schema, SchemaChange, check_snapshot};
use ulid::Ulid;

use super::document::check_document;
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

const SNAPSHOT: &str = include_str!("shop.schema.toml");

#[test]
fn a_schema_prints_as_it_is_committed() {
    check_snapshot(Shop::SCHEMA, "tests/rows/production/shop.schema.toml").unwrap();
    check_snapshot(League::SCHEMA, "tests/rows/production/league.schema.toml").unwrap();
}

#[test]
fn nothing_changed() {
    let own = [Shop::SCHEMA, League::SCHEMA, widest::Table::SCHEMA, entered::Table::SCHEMA];
    let others = [deals::SCHEMA, gaming::SCHEMA, seeds::COMMANDS, seeds::LIBRARY];
    for schema in own.into_iter().chain(others) {
        check_document(schema);
    }
    assert_eq!(since(&SNAPSHOT.replace('\n', "\r\n"), Shop::SCHEMA), []);
}

/// The changes since a snapshot.
fn since(text: &str, schema: &TableSchema) -> Vec<SchemaChange> {
    ddbkey_tools::diff(&Schema::parse(text).unwrap(), &Schema::of(schema))
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
    let printed: Vec<_> = alike::ALL.iter().map(|own| printed_entity(own)).collect();
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

/// A field in the place of another is a renamed field only if the struct no longer has the other.
#[test]
fn another_field_is_not_the_field_renamed() {
    let cost = |schema: &TableSchema| {
        let changes = since(&Schema::of(schema).to_string().replace("{now:", "{old:"), schema);
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
    let printed = Schema::of(widest::Table::SCHEMA).to_string();
    assert!(printed.contains("pk = \"A#{shelf(): text}\"\n"), "{printed}");
    assert!(printed.contains("_shelf = \"{shelf(): text}\"\n"), "{printed}");
    let markdown = ddbkey_tools::markdown(&Schema::of(widest::Table::SCHEMA));
    assert!(markdown.contains("`A#{shelf()}`"), "{markdown}");
    // A field that had the name before.
    let changes = since(&printed.replace("shelf()", "shelf"), widest::Table::SCHEMA);
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
    let printed = Schema::of(entered::Table::SCHEMA).to_string();
    let joined = |attributes: &str| {
        let (start, _) = printed.split_once("[entity.Order.index.by_state").unwrap();
        let (_, end) = printed.split_once("[entity.Order.field.").unwrap();
        format!("{start}{attributes}[entity.Order.field.{end}")
    };
    let line = |old: &str| {
        let changes = since(old, entered::Table::SCHEMA);
        let change =
            changes.iter().find(|own| own.to_string().contains("is now in index")).unwrap();
        (change.cost(), change.to_string())
    };
    let (cost, text) = line(&joined(""));
    assert_eq!(cost, Cost::EachItemUpdated);
    assert!(text.contains("with `state`, `id_key`: one update per item"), "{text}");
    // All of them are fields or attributes that old items have.
    let old = joined(
        "[entity.Order.index.other]\nentries = [\"id_key\"]\n\n[entity.Order.index.other.key]\ngsk = \"{state: text}\"\n\
         id_key = \"{id: text}\"\n\n",
    );
    let other = "[index.other]\nkind = \"global\"\npk = [\"gsk\"]\nsk = [\"id_key\"]\n\n[entity.";
    let old = old.replacen("[entity.", other, 1);
    let (cost, text) = line(&old);
    assert_eq!(cost, Cost::Nothing, "{text}");
    assert!(text.contains("stored items are in it, if they hold `user`, `state`"), "{text}");
}
