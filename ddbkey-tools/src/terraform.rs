//! Prints a table as Terraform, in its JSON syntax, `*.tf.json`.

#[cfg(test)]
mod tests;

use ddbkey::__private::IndexKind;
use heck::ToSnakeCase;
use serde_json::{Value, json};

use crate::schema::{Schema, TableKey};

/// Returns a Terraform file in JSON syntax, `*.tf.json`, with this table: its keys and indexes, billed on demand.
///
/// The file has an `aws_dynamodb_table` with point-in-time recovery, and with a time to live if the table declares one.
/// The resource has the name of the enum in snake case, and the name of the table is a variable: `shop` and
/// `shop_table_name` for `Shop`. Because of `prevent_destroy`, Terraform refuses to destroy or replace the table.
///
/// An index with several attributes in one key uses `key_schema` blocks, which older versions of the AWS provider do not
/// support.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, terraform};
///
/// #[derive(DdbKeys)]
/// #[pk("PLAYER", player)]
/// #[sk("SCORE", game)]
/// #[gsi("scores", pk = ("GAME", game), sk = [score])]
/// struct Score { player: String, game: String, score: u32 }
///
/// #[derive(DdbTable)]
/// enum Games { Score(Score) }
///
/// let file = terraform(&Schema::of(Games::SCHEMA));
/// assert!(file.contains(r#""name": "${var.games_table_name}""#));
/// ```
#[must_use]
pub fn terraform(schema: &Schema) -> String {
    // Terraform allows letters, digits, `_` and `-`, and no digit at the start.
    let name = schema.name.to_snake_case();
    let name = if name.starts_with(|first: char| first.is_ascii_lowercase()) && name.is_ascii() {
        name
    } else {
        "table".into()
    };
    let attributes = schema.key_attributes();
    let attributes = attributes
        .map(|name| json!({ "name": string(name), "type": schema.type_of(name).letter() }));
    let mut table = json!({
        "attribute": attributes.collect::<Vec<_>>(),
        "billing_mode": "PAY_PER_REQUEST",
        "lifecycle": { "prevent_destroy": true },
        "name": format!("${{var.{name}_table_name}}"),
        "point_in_time_recovery": { "enabled": true },
    });
    add_keys(&mut table, schema.key.key_types());
    for (kind, name) in
        [(IndexKind::Gsi, "global_secondary_index"), (IndexKind::Lsi, "local_secondary_index")]
    {
        let indexes: Vec<_> = schema.indexes_of(kind).map(index).collect();
        if !indexes.is_empty() {
            table[name] = indexes.into();
        }
    }
    if let Some(name) = &schema.ttl {
        table["ttl"] = json!({ "attribute_name": string(name), "enabled": true });
    }
    let file = json!({
        "variable": { format!("{name}_table_name"): { "type": "string" } },
        "resource": { "aws_dynamodb_table": { name: table } },
    });
    format!("{file:#}\n")
}

/// Adds `hash_key` and `range_key`, which name one attribute each.
fn add_keys<'k>(table: &mut Value, keys: impl Iterator<Item = (&'k str, &'static str)>) {
    for (name, kind) in keys {
        table[if kind == "HASH" { "hash_key" } else { "range_key" }] = string(name).into();
    }
}

fn index(key: &TableKey) -> Value {
    let name = key.index().map(string);
    let mut index = json!({ "name": name, "projection_type": key.projection_type() });
    if let Some(names) = key.included() {
        index["non_key_attributes"] = names.iter().map(|name| string(name)).collect();
    }
    if key.is_local() {
        // A local index has the partition key of the table.
        add_keys(&mut index, key.key_types().skip(key.partition_key.len()));
    } else if key.partition_key.len() == 1 && key.sort_key.len() < 2 {
        add_keys(&mut index, key.key_types());
    } else {
        let typed = |(name, kind)| json!({ "attribute_name": string(name), "key_type": kind });
        index["key_schema"] = key.key_types().map(typed).collect();
    }
    index
}

/// Returns a string without templates: Terraform interprets `${` and `%{` in a string.
fn string(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}
