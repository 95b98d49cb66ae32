//! What `diff` says of a changed field, against what serde reads of the rows of the other version.

use ddbkey::schema::TableSchema;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_tools::{Deploy, Schema, SchemaChange, diff};
use serde::{Deserialize, Serialize};

/// A version of an entity: its schema, the rows that it writes, and whether it reads a row.
struct Version {
    name: &'static str,
    schema: &'static TableSchema,
    rows: fn() -> Vec<Item>,
    reads: fn(&Item) -> bool,
}

type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

macro_rules! versions {
    (@notes) => {
        [()]
    };
    (@notes $ty:ty, $($value:expr),*) => {
        [$($value),*]
    };
    (@order $note:ident) => {{
        let () = $note;
        Order { user: "u".into() }
    }};
    (@order $note:ident $ty:ty) => {
        Order { user: "u".into(), note: $note }
    };
    ($($name:ident $(($($strict:ident)?))? { $($(#[$serde:meta])* note: $ty:ty = [$($value:expr),*])? })*) => {
        $(#[allow(dead_code, reason = "only the schema and the rows matter")]
        mod $name {
            use super::*;

            #[derive(DdbKeys, Serialize, Deserialize)]
            $($(#[serde($strict)])?)?
            #[pk("U", user)]
            #[sk("O")]
            pub(super) struct Order {
                user: String,
                $($(#[$serde])* note: $ty,)?
            }

            #[derive(DdbTable)]
            pub(super) enum Table {
                Order(Order),
            }

            pub(super) fn rows() -> Vec<Item> {
                let notes = versions!(@notes $($ty, $($value),*)?);
                let orders = notes.into_iter().map(|note| versions!(@order note $($ty)?));
                orders.map(|order| order.to_item().unwrap()).collect()
            }
        })*

        const VERSIONS: &[Version] = &[$(Version {
            name: stringify!($name),
            schema: $name::Table::SCHEMA,
            rows: $name::rows,
            reads: |item| $name::Order::from_item(item.clone()).is_ok(),
        }),*];
    };
}

versions! {
    text { note: String = ["a".to_owned()] }
    optional { note: Option<String> = [None, Some("a".to_owned())] }
    skipped { #[serde(skip_serializing_if = "Option::is_none")] note: Option<String> = [None, Some("a".to_owned())] }
    defaulted { #[serde(default)] note: String = ["a".to_owned()] }
    omitted { #[serde(default, skip_serializing_if = "String::is_empty")] note: String = [String::new(), "a".to_owned()] }
    renamed { #[serde(rename = "remark")] note: String = ["a".to_owned()] }
    aliased { #[serde(alias = "remark")] note: String = ["a".to_owned()] }
    turned { #[serde(rename = "remark", alias = "note")] note: String = ["a".to_owned()] }
    number { note: u32 = [7, u32::MAX] }
    wide { note: u64 = [7, u64::MAX] }
    signed { note: i64 = [-1, 7] }
    float { note: f64 = [1.5, 7.0] }
    truth { note: bool = [true] }
    letter { note: char = ['a'] }
    optional_number { note: Option<u32> = [None, Some(7)] }
    bare {}
    strict (deny_unknown_fields) {}
    strict_text (deny_unknown_fields) { note: String = ["a".to_owned()] }
}

fn deploy(old: &Version, new: &Version) -> Deploy {
    let changes = diff(&Schema::of(old.schema), &Schema::of(new.schema));
    changes.iter().map(SchemaChange::deploy).max().unwrap_or(Deploy::AnyOrder)
}

#[test]
fn no_version_fails_on_rows_that_it_is_said_to_read() {
    let mut careful = Vec::new();
    for old in VERSIONS {
        for new in VERSIONS {
            let said = deploy(old, new);
            let is_read = (old.rows)().iter().all(new.reads);
            let is_read_before = (new.rows)().iter().all(old.reads);
            let pair = format!("{} to {}", old.name, new.name);
            assert!(is_read || said == Deploy::Breaking, "{pair}: {said:?}");
            assert!(is_read_before || said >= Deploy::ReadersFirst, "{pair}: {said:?}");
            if is_read && is_read_before && said != Deploy::AnyOrder {
                careful.push(pair);
            }
        }
    }
    // Rows of earlier releases may have NULL, and other values than these samples.
    assert!(careful.len() < 20, "{careful:#?}");
}

/// The examples of the guide.
#[test]
fn changes_of_a_field_have_their_order() {
    let version = |name: &str| VERSIONS.iter().find(|own| own.name == name).unwrap();
    for (old, new, expected) in [
        ("text", "aliased", Deploy::AnyOrder),
        ("aliased", "turned", Deploy::AnyOrder),
        ("text", "turned", Deploy::Breaking),
        ("text", "renamed", Deploy::Breaking),
        ("text", "optional", Deploy::ReadersFirst),
        ("optional", "defaulted", Deploy::Breaking),
        ("number", "text", Deploy::Breaking),
        ("number", "wide", Deploy::ReadersFirst),
        ("wide", "number", Deploy::Breaking),
        ("text", "bare", Deploy::ReadersFirst),
        ("bare", "text", Deploy::Breaking),
        ("bare", "defaulted", Deploy::AnyOrder),
        ("bare", "optional", Deploy::AnyOrder),
        ("strict", "defaulted", Deploy::ReadersFirst),
        ("text", "strict", Deploy::Breaking),
    ] {
        assert_eq!(deploy(version(old), version(new)), expected, "{old} to {new}");
    }
}
