//! Prints a table as Terraform.
//!
//! The output is Terraform's JSON syntax, a `*.tf.json`, with one line for each thing that can change on its own.

#[cfg(test)]
mod tests;

use ddbkey::__private::IndexKind;
use heck::ToSnakeCase;

use crate::escape::json;
use crate::schema::{Projection, Schema, TableKey};

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
/// assert!(file.contains(r#"{ "name": "score", "type": "N" }"#));
/// ```
#[must_use]
pub fn terraform(schema: &Schema) -> String {
    let table = schema.key();
    let attributes = schema
        .key_attributes()
        .map(|(name, kind)| format!("{{ \"name\": {}, \"type\": \"{kind:?}\" }}", string(name)));
    let mut arguments = Vec::from([r#""billing_mode": "PAY_PER_REQUEST""#.to_owned()]);
    arguments.extend(keys(table));
    arguments.push(blocks("attribute", &attributes.collect::<Vec<_>>()));
    for (kind, name) in
        [(IndexKind::Gsi, "global_secondary_index"), (IndexKind::Lsi, "local_secondary_index")]
    {
        let indexes = schema.indexes().iter().filter(|index| index.kind() == Some(kind));
        let indexes: Vec<_> = indexes.map(|key| index(kind, key)).collect();
        if !indexes.is_empty() {
            arguments.push(blocks(name, &indexes));
        }
    }
    arguments.extend(schema.ttl().map(|name| {
        format!(r#""ttl": {{ "attribute_name": {}, "enabled": true }}"#, string(name))
    }));
    arguments.extend([
        r#""point_in_time_recovery": { "enabled": true }"#.into(),
        r#""lifecycle": { "prevent_destroy": true }"#.into(),
    ]);
    // Terraform allows letters, digits, `_` and `-`, and no digit at the start.
    let name = schema.name().to_snake_case();
    let name = if name.starts_with(|first: char| first.is_ascii_lowercase()) && name.is_ascii() {
        name
    } else {
        "table".into()
    };
    format!(
        r#"{{
  "variable": {{
    "{name}_table_name": {{ "type": "string" }}
  }},
  "resource": {{
    "aws_dynamodb_table": {{
      "{name}": {{
        "name": "${{var.{name}_table_name}}",
        {}
      }}
    }}
  }}
}}
"#,
        arguments.join(",\n        ")
    )
}

/// Returns `hash_key` and `range_key`, which name one attribute each.
fn keys(key: &TableKey) -> Vec<String> {
    let named = |argument: &str, name: &str| format!("\"{argument}\": {}", string(name));
    let pk = key.partition_key().map(|(name, _)| named("hash_key", name));
    pk.chain(key.sort_key().map(|(name, _)| named("range_key", name))).collect()
}

/// Returns the same for an index, or `key_schema` if a key has several attributes.
fn index_keys(kind: IndexKind, key: &TableKey) -> Vec<String> {
    if kind == IndexKind::Lsi {
        // A local index has the partition key of the table.
        return keys(key).into_iter().skip(key.partition_key().count()).collect();
    }
    if key.partition_key().count() == 1 && key.sort_key().count() < 2 {
        return keys(key);
    }
    let typed = |(name, kind): (&str, &str)| {
        let name = string(name);
        format!("              {{ \"attribute_name\": {name}, \"key_type\": \"{kind}\" }}")
    };
    let pk = key.partition_key().map(|(name, _)| (name, "HASH"));
    let all = pk.chain(key.sort_key().map(|(name, _)| (name, "RANGE")));
    let all: Vec<_> = all.map(typed).collect();
    Vec::from([format!("\"key_schema\": [\n{}\n            ]", all.join(",\n"))])
}

fn index(kind: IndexKind, key: &TableKey) -> String {
    let mut arguments =
        Vec::from([format!("\"name\": {}", string(key.index().unwrap_or_default()))]);
    arguments.extend(index_keys(kind, key));
    arguments.extend(match key.projection() {
        Projection::All => Vec::from([r#""projection_type": "ALL""#.into()]),
        Projection::Keys => Vec::from([r#""projection_type": "KEYS_ONLY""#.into()]),
        Projection::Include(names) => {
            let names: Vec<_> = names.iter().map(|name| string(name)).collect();
            let names = format!("\"non_key_attributes\": [{}]", names.join(", "));
            Vec::from([r#""projection_type": "INCLUDE""#.into(), names])
        }
    });
    format!("{{\n            {}\n          }}", arguments.join(",\n            "))
}

/// Formats a list of blocks.
fn blocks(name: &str, blocks: &[String]) -> String {
    format!("\"{name}\": [\n          {}\n        ]", blocks.join(",\n          "))
}

/// Formats a string in JSON without templates: Terraform interprets `${` and `%{` in a string.
fn string(text: &str) -> String {
    json(&text.replace("${", "$${").replace("%{", "%%{"))
}
