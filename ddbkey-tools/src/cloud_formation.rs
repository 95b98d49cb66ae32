//! Prints a table as a `CloudFormation` template.
//!
//! The template is JSON written by hand, with one line for each thing that can change on its own, so that it
//! reads well in a repository and in a diff.

use ddbkey::__private::IndexKind;

use crate::escape::json;
use crate::schema::{Projection, Schema, TableKey};

/// Returns a whole `CloudFormation` template with this table: its keys, indexes and time to live, billed on demand, with
/// point-in-time recovery.
///
/// The template does not name the table, so that `CloudFormation` can replace it when the key schema changes. A replaced
/// table and its data are retained. The resource has the name of the enum,
/// reduced to ASCII letters and digits: renaming the enum creates a new table.
///
/// An AWS CDK app can include the template, and finds the table in it by that name:
///
/// ```ts
/// import { CfnTable } from "aws-cdk-lib/aws-dynamodb";
/// import { CfnInclude } from "aws-cdk-lib/cloudformation-include";
///
/// const template = new CfnInclude(this, "Shop", { templateFile: "shop.template.json" });
/// const table = template.getResource("Shop") as CfnTable;
/// ```
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, cloud_formation};
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
/// let template = cloud_formation(&Schema::of(Games::SCHEMA));
/// assert!(template.contains(r#"{ "AttributeName": "score", "AttributeType": "N" }"#));
/// ```
#[must_use]
pub fn cloud_formation(schema: &Schema) -> String {
    let attributes = schema.key_attributes().map(|(name, attribute_type)| {
        let name = json(name);
        format!("{{ \"AttributeName\": {name}, \"AttributeType\": \"{attribute_type:?}\" }}")
    });
    let mut properties = Vec::from([
        property("AttributeDefinitions", attributes),
        property("KeySchema", key_schema(schema.key())),
    ]);
    for (kind, name) in
        [(IndexKind::Gsi, "GlobalSecondaryIndexes"), (IndexKind::Lsi, "LocalSecondaryIndexes")]
    {
        let indexes = schema.indexes().iter();
        let mut indexes = indexes.filter(|index| index.kind() == Some(kind)).peekable();
        if indexes.peek().is_some() {
            properties.push(property(name, indexes.map(index)));
        }
    }
    properties.extend(schema.ttl().map(|name| {
        let specification = format!(r#"{{ "AttributeName": {}, "Enabled": true }}"#, json(name));
        format!(r#""TimeToLiveSpecification": {specification}"#)
    }));
    properties.push(
        r#""PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true }"#.into(),
    );
    // `CloudFormation` allows only letters and digits.
    let id: String = schema.name().chars().filter(char::is_ascii_alphanumeric).collect();
    format!(
        r#"{{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Resources": {{
    "{}": {{
      "Type": "AWS::DynamoDB::Table",
      "DeletionPolicy": "Retain",
      "UpdateReplacePolicy": "Retain",
      "Properties": {{
        "BillingMode": "PAY_PER_REQUEST",
        {}
      }}
    }}
  }}
}}
"#,
        if id.is_empty() { "Table" } else { &id },
        properties.join(",\n        "),
    )
}

/// Formats a property of the table that is a list.
fn property(name: &str, entries: impl Iterator<Item = String>) -> String {
    let entries: Vec<_> = entries.collect();
    format!("\"{name}\": [\n          {}\n        ]", entries.join(",\n          "))
}

/// Returns the key schema of the table or of an index: the partition key attributes, then the sort key attributes.
fn key_schema(key: &TableKey) -> impl Iterator<Item = String> {
    let pk = key.partition_key().map(|(name, _)| (name, "HASH"));
    let all = pk.chain(key.sort_key().map(|(name, _)| (name, "RANGE")));
    all.map(|(name, kind)| {
        format!("{{ \"AttributeName\": {}, \"KeyType\": \"{kind}\" }}", json(name))
    })
}

fn index(key: &TableKey) -> String {
    let projection = match key.projection() {
        Projection::All => r#""ProjectionType": "ALL""#.into(),
        Projection::Keys => r#""ProjectionType": "KEYS_ONLY""#.into(),
        Projection::Include(names) => {
            let names: Vec<_> = names.iter().map(|name| json(name)).collect();
            let names = names.join(", ");
            format!(r#""ProjectionType": "INCLUDE", "NonKeyAttributes": [{names}]"#)
        }
    };
    let keys: Vec<_> = key_schema(key).collect();
    format!(
        r#"{{
            "IndexName": {},
            "KeySchema": [
              {}
            ],
            "Projection": {{ {projection} }}
          }}"#,
        json(key.index().unwrap_or_default()),
        keys.join(",\n              "),
    )
}
