//! Prints a table as a `CloudFormation` template.

use ddbkey::__private::IndexKind;
use serde_json::{Value, json};

use crate::schema::{Schema, TableKey};

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
/// assert!(template.contains(r#""DeletionPolicy": "Retain""#));
/// ```
#[must_use]
pub fn cloud_formation(schema: &Schema) -> String {
    let attributes = schema.key_attributes().map(
        |name| json!({ "AttributeName": name, "AttributeType": schema.type_of(name).letter() }),
    );
    let mut properties = json!({
        "AttributeDefinitions": attributes.collect::<Vec<_>>(),
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": key_schema(&schema.key),
        "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true },
    });
    for (kind, name) in
        [(IndexKind::Gsi, "GlobalSecondaryIndexes"), (IndexKind::Lsi, "LocalSecondaryIndexes")]
    {
        let indexes: Vec<_> = schema.indexes_of(kind).map(index).collect();
        if !indexes.is_empty() {
            properties[name] = indexes.into();
        }
    }
    if let Some(name) = &schema.ttl {
        properties["TimeToLiveSpecification"] = json!({ "AttributeName": name, "Enabled": true });
    }
    // `CloudFormation` allows only letters and digits.
    let id: String = schema.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let template = json!({
        "AWSTemplateFormatVersion": "2010-09-09",
        "Resources": {
            if id.is_empty() { "Table" } else { &id }: {
                "Type": "AWS::DynamoDB::Table",
                "DeletionPolicy": "Retain",
                "UpdateReplacePolicy": "Retain",
                "Properties": properties,
            },
        },
    });
    format!("{template:#}\n")
}

/// Returns the key schema of the table or of an index: the partition key attributes, then the sort key attributes.
fn key_schema(key: &TableKey) -> Vec<Value> {
    let typed = |(name, kind)| json!({ "AttributeName": name, "KeyType": kind });
    key.key_types().map(typed).collect()
}

fn index(key: &TableKey) -> Value {
    let mut projection = json!({ "ProjectionType": key.projection_type() });
    if let Some(names) = key.included() {
        projection["NonKeyAttributes"] = json!(names);
    }
    json!({ "IndexName": key.index, "KeySchema": key_schema(key), "Projection": projection })
}
