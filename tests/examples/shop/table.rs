//! The table, wherever it is: what it must look like, and the few requests that the steps share.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    KeyType, Projection, ProjectionType, ScalarAttributeType, TableDescription,
};
use ddbkey::{KeyCondition, QueryExt};

use super::Result;

/// An item as the SDK has it.
pub(crate) type Item = HashMap<String, AttributeValue>;

const KEYS: [&str; 2] = ["pk", "sk"];
const INDEX: &str = "gsi1";
const INDEX_KEYS: [&str; 2] = ["gsi1pk", "gsi1sk"];

pub(crate) struct Table {
    pub(crate) client: Client,
    pub(crate) name: String,
}

impl Table {
    pub(crate) async fn create_if_missing(&self) -> Result<()> {
        let create = self
            .client
            .create_table()
            .table_name(&self.name)
            .billing_mode(BillingMode::PayPerRequest)
            .set_attribute_definitions(Some(definitions()?))
            .set_key_schema(Some(key_schema(KEYS)?))
            .global_secondary_indexes(index()?);
        match create.send().await.map_err(SdkError::into_service_error) {
            Ok(_) | Err(CreateTableError::ResourceInUseException(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// That it is there and has the keys and the index of the shop.
    pub(crate) async fn check(&self) -> Result<()> {
        let answer = self.client.describe_table().table_name(&self.name).send().await;
        match answer {
            Ok(answer) if answer.table().is_some_and(fits) => Ok(()),
            Ok(_) => Err(self.unfit("has other keys or indexes than the shop").into()),
            Err(error) => match error.as_service_error() {
                Some(error) if error.is_resource_not_found_exception() => {
                    Err(self.unfit("does not exist").into())
                }
                _ => Err(error.into()),
            },
        }
    }

    fn unfit(&self, fact: &str) -> String {
        let name = &self.name;
        format!(
            "table `{name}` {fact}
help: this makes one that fits:

  aws dynamodb create-table --table-name {name} --billing-mode PAY_PER_REQUEST \\
    --attribute-definitions AttributeName=pk,AttributeType=S AttributeName=sk,AttributeType=S \\
        AttributeName=gsi1pk,AttributeType=S AttributeName=gsi1sk,AttributeType=S \\
    --key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE \\
    --global-secondary-indexes 'IndexName=gsi1,Projection={{ProjectionType=ALL}},KeySchema=[\\
        {{AttributeName=gsi1pk,KeyType=HASH}},{{AttributeName=gsi1sk,KeyType=RANGE}}]'"
        )
    }

    /// A query with this key condition.
    pub(crate) fn query(&self, condition: &KeyCondition) -> QueryFluentBuilder {
        self.client.query().table_name(&self.name).key_condition(condition)
    }

    /// All items of a key condition, page after page.
    pub(crate) async fn items(&self, condition: &KeyCondition) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        let mut pages = self.query(condition).into_paginator().items().send();
        while let Some(item) = pages.next().await {
            items.push(item?);
        }
        Ok(items)
    }
}

/// The text of an attribute that every item has.
pub(crate) fn text<'i>(item: &'i Item, name: &str) -> Result<&'i str> {
    let value = item.get(name).and_then(|value| value.as_s().ok());
    Ok(value.ok_or_else(|| format!("an item without the text `{name}`"))?)
}

fn fits(table: &TableDescription) -> bool {
    let has_index = table
        .global_secondary_indexes()
        .iter()
        .any(|index| index.index_name() == Some(INDEX) && names(index.key_schema()) == INDEX_KEYS);
    has_index && names(table.key_schema()) == KEYS
}

fn names(schema: &[KeySchemaElement]) -> Vec<&str> {
    schema.iter().map(KeySchemaElement::attribute_name).collect()
}

fn index() -> Result<GlobalSecondaryIndex> {
    let all = Projection::builder().projection_type(ProjectionType::All);
    let index = GlobalSecondaryIndex::builder().index_name(INDEX);
    Ok(index.set_key_schema(Some(key_schema(INDEX_KEYS)?)).projection(all.build()).build()?)
}

fn key_schema([pk, sk]: [&str; 2]) -> Result<Vec<KeySchemaElement>> {
    [(pk, KeyType::Hash), (sk, KeyType::Range)]
        .into_iter()
        .map(|(name, key_type)| {
            let element = KeySchemaElement::builder().attribute_name(name);
            Ok(element.key_type(key_type).build()?)
        })
        .collect()
}

fn definitions() -> Result<Vec<AttributeDefinition>> {
    let names = KEYS.into_iter().chain(INDEX_KEYS);
    names
        .map(|name| {
            let definition = AttributeDefinition::builder().attribute_name(name);
            Ok(definition.attribute_type(ScalarAttributeType::S).build()?)
        })
        .collect()
}
