//! The layout of a table, which is a schema without entities: its key attributes and its indexes, as
//! `aws dynamodb describe-table` lists them, or guessed from names that come in pairs.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey_tools::cli::Failure;
use ddbkey_tools::{IndexKind, Schema, TableKey};
use serde_json::Value;

use super::words;

/// The attribute names for a line that only has the strings of a key.
pub(super) const KEY_LINE: (&str, &str) = ("pk", "sk");

/// Reads a table as `create-table` has it.
pub(super) fn created(table: &Value) -> Result<Schema, Failure> {
    let types = |letter: &'static str| {
        list(&table["AttributeDefinitions"])
            .filter(move |own| own["AttributeType"] == letter)
            .filter_map(|own| own["AttributeName"].as_str())
    };
    if let Some(name) = types("B").next() {
        let text = "is binary, and `ddbkey` supports no binary keys";
        return Err(format!("key attribute `{name}` {text}").into());
    }
    let half = |own: &Value, kind: &str| -> Vec<String> {
        let keys = list(&own["KeySchema"]).filter(|own| own["KeyType"] == kind);
        keys.filter_map(|own| own["AttributeName"].as_str()).map(ToOwned::to_owned).collect()
    };
    let key = |own: &Value, kind: Option<IndexKind>| {
        let projection = &own["Projection"];
        let names = list(&projection["NonKeyAttributes"]).filter_map(Value::as_str);
        let mut key = TableKey::default();
        key.projection = match projection["ProjectionType"].as_str() {
            Some("KEYS_ONLY") => Some(BTreeSet::new()),
            Some("INCLUDE") => Some(names.map(ToOwned::to_owned).collect()),
            _ => None,
        };
        (key.index, key.kind) = (own["IndexName"].as_str().map(ToOwned::to_owned), kind);
        (key.partition_key, key.sort_key) = (half(own, "HASH"), half(own, "RANGE"));
        key
    };
    let mut layout = Schema::default();
    layout.key = key(table, None);
    match (layout.key.partition_key.len(), layout.key.sort_key.len()) {
        (0, _) => return Err(failed("no `KeySchema`")),
        (1, 0 | 1) => {}
        _ => return Err(failed("a table has one partition key")),
    }
    let global = list(&table["GlobalSecondaryIndexes"]).map(|own| key(own, Some(IndexKind::Gsi)));
    let local = list(&table["LocalSecondaryIndexes"]).map(|own| key(own, Some(IndexKind::Lsi)));
    layout.indexes = global.chain(local).collect();
    layout.numbers = types("N").map(ToOwned::to_owned).collect();
    Ok(layout)
}

/// Returns the names of the attributes that a line of keys has.
pub(super) fn line_names(layout: &Schema) -> (&str, &str) {
    let mut names = layout.key.names();
    (names.next().unwrap_or(KEY_LINE.0), names.next().unwrap_or(KEY_LINE.1))
}

/// Returns whether this is the name of an attribute, or `pk` or `sk` for a key of the table.
pub(super) fn is_name_of(layout: &Schema, name: &str, attribute: &str) -> bool {
    let key = layout.key.names().position(|own| own == attribute);
    let role = key.and_then(|key| ["pk", "sk"].get(key).copied());
    name == attribute || role.is_some_and(|role| name.eq_ignore_ascii_case(role))
}

/// Returns whether an attribute is a key of the table or of an index.
pub(super) fn is_key(layout: &Schema, name: &str) -> bool {
    layout.keys().any(|key| key.has(name))
}

/// Common names of the table's own keys.
const TABLE_KEYS: &str = "pk/sk PK/SK Pk/Sk _pk/_sk hk/rk hash/range hashKey/rangeKey HashKey/RangeKey \
    hash_key/range_key partitionKey/sortKey PartitionKey/SortKey partition_key/sort_key \
    pkey/skey";

/// Reads the output of `aws dynamodb describe-table`, the input of `create-table`, or a CloudFormation template. `resource` names
/// one of several tables in it.
pub(super) fn described(text: &str, resource: Option<&str>) -> Result<Schema, Failure> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('{') {
        return Err(failed(
            "not JSON; `aws cloudformation get-template` prints a template as JSON",
        ));
    }
    let described: Value = serde_json::from_str(text).map_err(failed)?;
    let Some(resources) = described["Resources"].as_object() else {
        return created(described.get("Table").unwrap_or(&described));
    };
    let is_table = |own: &Value| {
        own["Type"] == "AWS::DynamoDB::Table" || own["Type"] == "AWS::DynamoDB::GlobalTable"
    };
    let is_it = |(name, own): &(&String, &Value)| {
        is_table(own) && resource.is_none_or(|resource| resource == *name)
    };
    let tables: Vec<_> = resources.iter().filter(is_it).collect();
    match &tables[..] {
        [(_, table)] => created(&table["Properties"]),
        [] => Err(failed("no such table in the template")),
        _ => {
            let names: Vec<_> = tables.iter().map(|(name, _)| format!("`{name}`")).collect();
            let names = names.join(", ");
            Err(failed(format!("it has several tables; choose one with `--resource`: {names}")))
        }
    }
}

/// Returns the elements of a list, if it is one.
pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn failed(why: impl std::fmt::Display) -> Failure {
    format!("the description of the table cannot be read: {why}").into()
}

/// Guesses the keys from attribute names, given the number of rows with each name.
pub(super) fn guessed(names: &BTreeMap<String, u64>, rows: u64) -> Result<Schema, Failure> {
    let is_always = |name: &str| names.get(name).is_some_and(|count| *count * 100 >= rows * 95);
    let key = |index: Option<String>, pk: &str, sk: Option<&str>| {
        let mut key = TableKey::default();
        key.kind = index.is_some().then_some(IndexKind::Gsi);
        (key.index, key.partition_key) = (index, vec![pk.into()]);
        key.sort_key = sk.into_iter().map(ToOwned::to_owned).collect();
        key
    };
    let mut pairs = table_keys().chain([KEY_LINE]).filter(|(pk, _)| is_always(pk));
    let Some((pk, sk)) = pairs.next() else {
        let help = "pass what `aws dynamodb describe-table` prints with `--table`";
        return Err(format!("no two attributes have names like `pk` and `sk`\nhelp: {help}").into());
    };
    let sk = is_always(sk).then_some(sk);
    let is_sk = |name: &String| sk == Some(name);
    let mut indexes = Vec::new();
    for name in names.keys().filter(|name| *name != pk && !is_sk(name)) {
        let Some((stem, ending)) = stem(name, "pk") else { continue };
        let sort_key = names.keys().find(|other| {
            self::stem(other, "sk").is_some_and(|(own, _)| own == stem) && !is_sk(other)
        });
        let trimmed = stem.trim_end_matches(['_', '-']).trim_start_matches('_');
        let index = if trimmed.is_empty() { ending } else { trimmed };
        // DynamoDB asks for three characters.
        let index = if index.len() < 3 { format!("gsi{index}") } else { index.into() };
        let is_name = |own: char| own.is_ascii_alphanumeric() || matches!(own, '_' | '-' | '.');
        if index.chars().all(is_name) {
            indexes.push(key(Some(index), name, sort_key.map(String::as_str)));
        }
    }
    let mut layout = Schema::default();
    (layout.key, layout.indexes) = (key(None, pk, sk), indexes);
    Ok(layout)
}

fn table_keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE_KEYS.split(' ').filter_map(|own| own.split_once('/'))
}

/// Returns whether an attribute has the name of a key and nothing else, so that it is not a field: `pk`, `GSI1SK`,
/// `partition_key`, `gsi2Hash`.
pub(super) fn is_key_name(name: &str) -> bool {
    const WORDS: [&str; 8] = ["pk", "sk", "hk", "rk", "hash", "range", "sort", "partition"];
    let words = words::words(name);
    let is_plain = |word: &String| {
        let stem = word.trim_end_matches(|own: char| own.is_ascii_digit());
        matches!(stem, "" | "gsi" | "lsi" | "gs" | "ls" | "index" | "key") || WORDS.contains(&stem)
    };
    let has_word = words
        .iter()
        .any(|word| WORDS.contains(&word.trim_end_matches(|own: char| own.is_ascii_digit())));
    has_word && words.iter().all(is_plain)
        || ["pk", "sk"].iter().any(|ending| stem(name, ending).is_some())
        || table_keys().any(|(pk, sk)| pk == name || sk == name)
}

/// Returns what precedes this ending in a name, if that is the name of an index: `GSI1` in `GSI1PK`, `gsi1_` in `gsi1_pk`.
/// A number can follow instead: `1` in `pk1`.
fn stem<'n>(name: &'n str, ending: &str) -> Option<(&'n str, &'n str)> {
    if !name.is_ascii() || name.len() < 3 {
        return None;
    }
    let (start, end) = name.split_at(name.len() - 2);
    let before = start.chars().next_back()?;
    let is_apart = before.is_ascii_digit() || matches!(before, '_' | '-') || {
        // `statusPk` is one, `task` is not.
        before.is_ascii_lowercase() && end.starts_with(|first: char| first.is_ascii_uppercase())
    };
    if end.eq_ignore_ascii_case(ending) && is_apart {
        return Some((start, end));
    }
    let (start, digits) = name.split_at(2);
    let is_numbered = digits.bytes().all(|byte| byte.is_ascii_digit());
    (start.eq_ignore_ascii_case(ending) && is_numbered).then_some((digits, digits))
}
