//! Templates: valid JSON that describes the table that `CreateTableExt` creates.
//!
//! `.ci/cfn-lint.sh` lets the tests write them to a folder and runs cfn-lint on them.

use std::path::Path;

use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
use aws_sdk_dynamodb::operation::update_time_to_live::UpdateTimeToLiveInput;
use aws_sdk_dynamodb::types::{BillingMode, KeySchemaElement, Projection};
use ddbkey::schema::TableSchema;
use ddbkey_aws::prelude::*;
use ddbkey_tools::{Schema, cloud_formation};
use serde_json::{Value, json};

use super::included::Shop;
use super::league::League;
use crate::deals;
use crate::tables::{gaming, seeds};

fn schemas() -> [&'static TableSchema; 6] {
    [deals::SCHEMA, gaming::SCHEMA, seeds::COMMANDS, seeds::LIBRARY, League::SCHEMA, Shop::SCHEMA]
}

#[test]
fn templates_describe_the_table_that_is_created() {
    for schema in schemas() {
        let template: Value = serde_json::from_str(&cloud_formation(&Schema::of(schema))).unwrap();
        let resources = template["Resources"].as_object().unwrap();
        let (id, table) = resources.iter().next().unwrap();
        assert_eq!((resources.len(), id.as_str()), (1, schema.name()));
        assert_eq!(table["Type"], "AWS::DynamoDB::Table");
        assert_eq!(table["DeletionPolicy"], "Retain");
        assert_eq!(table["UpdateReplacePolicy"], "Retain");
        assert_eq!(table["Properties"], properties(schema), "{id}");
    }
}

/// Returns the input of `CreateTable` in the words of CloudFormation, which are the same.
fn properties(schema: &TableSchema) -> Value {
    let input = CreateTableInput::builder()
        .table_name("not in the template")
        .billing_mode(BillingMode::PayPerRequest)
        .table_schema(schema)
        .unwrap()
        .build()
        .unwrap();
    let definitions = input.attribute_definitions().iter().map(|definition| {
        json!({
            "AttributeName": definition.attribute_name(),
            "AttributeType": definition.attribute_type().as_str(),
        })
    });
    let mut properties = json!({
        "BillingMode": input.billing_mode().unwrap().as_str(),
        "AttributeDefinitions": definitions.collect::<Vec<_>>(),
        "KeySchema": key_schema(input.key_schema()),
        // This is a separate request of the API.
        "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true },
    });
    let global = input.global_secondary_indexes().iter();
    let global = global.map(|own| index(own.index_name(), own.key_schema(), own.projection()));
    let local = input.local_secondary_indexes().iter();
    let local = local.map(|own| index(own.index_name(), own.key_schema(), own.projection()));
    for (name, indexes) in [
        ("GlobalSecondaryIndexes", global.collect::<Vec<_>>()),
        ("LocalSecondaryIndexes", local.collect()),
    ] {
        if !indexes.is_empty() {
            properties[name] = indexes.into();
        }
    }
    // `UpdateTimeToLive` is a separate request.
    let ttl = UpdateTimeToLiveInput::builder().table_name("any").time_to_live_schema(schema);
    if let Some(ttl) = ttl.get_time_to_live_specification() {
        properties["TimeToLiveSpecification"] =
            json!({ "AttributeName": ttl.attribute_name(), "Enabled": ttl.enabled() });
    }
    properties
}

fn index(name: &str, keys: &[KeySchemaElement], projection: Option<&Projection>) -> Value {
    let projection = projection.unwrap();
    let mut index = json!({
        "IndexName": name,
        "KeySchema": key_schema(keys),
        "Projection": { "ProjectionType": projection.projection_type().unwrap().as_str() },
    });
    if !projection.non_key_attributes().is_empty() {
        index["Projection"]["NonKeyAttributes"] = projection.non_key_attributes().into();
    }
    index
}

fn key_schema(elements: &[KeySchemaElement]) -> Value {
    let elements = elements.iter().map(|element| {
        json!({
            "AttributeName": element.attribute_name(),
            "KeyType": element.key_type().as_str(),
        })
    });
    elements.collect()
}

#[test]
fn a_template_has_what_an_index_includes_and_the_time_to_live() {
    let template = cloud_formation(&Schema::of(Shop::SCHEMA));
    let template: Value = serde_json::from_str(&template).unwrap();
    let table = &template["Resources"]["Shop"]["Properties"];
    let indexes = table["GlobalSecondaryIndexes"].as_array().unwrap();
    let included =
        json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": ["kind", "note", "total"] });
    assert!(indexes.iter().any(|own| own["Projection"] == included), "{table:#}");
    let ttl = json!({ "AttributeName": "expires_at", "Enabled": true });
    assert_eq!(table["TimeToLiveSpecification"], ttl);
}

/// For cfn-lint. Without the variable there is nothing to do.
#[test]
fn templates_are_written_where_asked() {
    let Ok(folder) = std::env::var("CFN_TEMPLATES") else { return };
    for schema in schemas() {
        let file = Path::new(&folder).join(format!("{}.json", schema.name()));
        std::fs::write(file, cloud_formation(&Schema::of(schema))).unwrap();
    }
}

/// The whole text once, since people read it.
#[test]
fn a_template_reads_well() {
    let template = cloud_formation(&Schema::of(League::SCHEMA));
    assert_eq!(template, include_str!("league.template.json"));
}
