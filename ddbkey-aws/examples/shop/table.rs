//! The table on any engine: what it must look like, and the few requests that the steps share.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::operation::describe_table::DescribeTableError;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, BillingMode};
use ddbkey::KeyCondition;
use ddbkey_aws::prelude::*;

use super::Result;
use super::entities::Shop;

/// An item as the SDK represents it.
pub(crate) type Item = HashMap<String, AttributeValue>;

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
            .table_schema(Shop::SCHEMA)?;
        match create.send().await.map_err(SdkError::into_service_error) {
            Ok(_) | Err(CreateTableError::ResourceInUseException(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Checks that the table exists and has the keys and the indexes of the shop.
    pub(crate) async fn check(&self) -> Result<()> {
        let answer = self.client.describe_table().table_name(&self.name).send().await;
        let answer = match answer.map_err(SdkError::into_service_error) {
            Ok(answer) => answer,
            Err(DescribeTableError::ResourceNotFoundException(_)) => {
                return Err(self.unfit("does not exist").into());
            }
            Err(error) => return Err(error.into()),
        };
        let table = answer.table().ok_or("the engine describes no table")?;
        match ddbkey_aws::verify(Shop::SCHEMA, table).iter().find(|wrong| wrong.is_wrong_shape()) {
            Some(wrong) => Err(self.unfit(&format!("does not fit: {wrong}")).into()),
            None => Ok(()),
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
        AttributeName=_type,AttributeType=S AttributeName=status,AttributeType=S \\
        AttributeName=total_cents,AttributeType=N \\
    --key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE \\
    --global-secondary-indexes 'IndexName=gsi1,Projection={{ProjectionType=ALL}},\
KeySchema=[{{AttributeName=gsi1pk,KeyType=HASH}},{{AttributeName=gsi1sk,KeyType=RANGE}}]' \\
        'IndexName=by_total,Projection={{ProjectionType=ALL}},\
KeySchema=[{{AttributeName=_type,KeyType=HASH}},{{AttributeName=status,KeyType=HASH}},\
{{AttributeName=total_cents,KeyType=RANGE}}]'"
        )
    }

    /// Returns a query with this key condition.
    pub(crate) fn query(&self, condition: &KeyCondition) -> QueryFluentBuilder {
        self.client.query().table_name(&self.name).key_condition(condition)
    }

    /// Returns all items of a key condition, page after page.
    pub(crate) async fn items(&self, condition: &KeyCondition) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        let mut pages = self.query(condition).into_paginator().items().send();
        while let Some(item) = pages.next().await {
            items.push(item?);
        }
        Ok(items)
    }
}

/// Returns the string of an attribute that every item has.
pub(crate) fn text<'i>(item: &'i Item, name: &str) -> Result<&'i str> {
    let value = item.get(name).and_then(|value| value.as_s().ok());
    Ok(value.ok_or_else(|| format!("an item without the text `{name}`"))?)
}
