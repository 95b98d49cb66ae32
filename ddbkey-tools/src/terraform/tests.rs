//! The file only holds what the provider's documentation lists.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::schema::tests::sketch::sketch;

const TEXT: &str = "\
ddbkey schema 1
table MyShop
  key: pk / sk
  gsi all: sk / pk
  gsi many: \"a${b}\", region / round (N), label, include(note, \"x%{y}\")
  gsi one: gsi1pk / gsi1sk (N), keys only
  lsi newest: pk / at
  ttl: expires_at
";

/// The arguments of `aws_dynamodb_table` in the provider's documentation.
const ARGUMENTS: [&str; 10] = [
    "name",
    "billing_mode",
    "hash_key",
    "range_key",
    "attribute",
    "global_secondary_index",
    "local_secondary_index",
    "ttl",
    "point_in_time_recovery",
    "lifecycle",
];

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_table_has_the_arguments_of_the_provider() {
    let schema = sketch(TEXT);
    let file: Value = serde_json::from_str(&terraform(&schema)).unwrap();
    assert_eq!(file["variable"]["my_shop_table_name"]["type"], "string");
    let table = &file["resource"]["aws_dynamodb_table"]["my_shop"];
    assert_eq!(names(table), BTreeSet::from(ARGUMENTS));
    assert_eq!(table["name"], "${var.my_shop_table_name}");
    assert_eq!((&table["hash_key"], &table["range_key"]), (&"pk".into(), &"sk".into()));
    assert_eq!(
        table["ttl"],
        serde_json::json!({ "attribute_name": "expires_at", "enabled": true })
    );
    assert_eq!(table["point_in_time_recovery"]["enabled"], true);
    assert_eq!(table["lifecycle"]["prevent_destroy"], true);
    // The provider refuses an attribute without a key, and a key without its attribute.
    let declared = table["attribute"].as_array().unwrap().iter();
    let declared: BTreeSet<_> = declared
        .map(|own| (own["name"].as_str().unwrap(), own["type"].as_str().unwrap()))
        .collect();
    let expected = [
        ("pk", "S"),
        ("sk", "S"),
        ("a$${b}", "S"),
        ("region", "S"),
        ("round", "N"),
        ("label", "S"),
        ("gsi1pk", "S"),
        ("gsi1sk", "N"),
        ("at", "S"),
    ];
    assert_eq!(declared, BTreeSet::from(expected));
    assert_eq!(
        table["global_secondary_index"],
        serde_json::json!([
            { "name": "all", "hash_key": "sk", "range_key": "pk", "projection_type": "ALL" },
            {
                "name": "many",
                "key_schema": [
                    { "attribute_name": "a$${b}", "key_type": "HASH" },
                    { "attribute_name": "region", "key_type": "HASH" },
                    { "attribute_name": "round", "key_type": "RANGE" },
                    { "attribute_name": "label", "key_type": "RANGE" },
                ],
                "projection_type": "INCLUDE",
                "non_key_attributes": ["note", "x%%{y}"],
            },
            { "name": "one", "hash_key": "gsi1pk", "range_key": "gsi1sk", "projection_type": "KEYS_ONLY" },
        ])
    );
    assert_eq!(
        table["local_secondary_index"],
        serde_json::json!([{ "name": "newest", "range_key": "at", "projection_type": "ALL" }])
    );
}

#[test]
fn a_plain_table_has_no_block_of_indexes() {
    let schema = sketch("ddbkey schema 1\ntable T\n  key: id\n");
    let file: Value = serde_json::from_str(&terraform(&schema)).unwrap();
    let table = &file["resource"]["aws_dynamodb_table"]["t"];
    let absent = ["range_key", "global_secondary_index", "local_secondary_index", "ttl"];
    assert!(absent.iter().all(|name| table.get(name).is_none()), "{table}");
}
