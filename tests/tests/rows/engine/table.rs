//! A new table with a partition key, a sort key and one index, and short functions for what
//! tests do with it.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    KeyType, Projection, ProjectionType, ScalarAttributeType,
};

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) struct Table {
    pub(crate) client: Client,
    pub(crate) name: String,
}

impl Table {
    /// Creates it in the engine that the environment selects.
    pub(crate) async fn new() -> Self {
        Self::on(ddbkey_engine::from_env().unwrap()).await
    }

    pub(crate) async fn on(client: Client) -> Self {
        let name = ddbkey_engine::table_name("engine");
        create(&client, &name).send().await.unwrap();
        Self { client, name }
    }

    /// Adds one item at each of these sort keys in partition `USER#u1`, and the same sort key in
    /// partition `ALL` of the index.
    pub(crate) async fn with(self, sort_keys: &[&str]) -> Self {
        for sk in sort_keys {
            let keys = [("pk", "USER#u1"), ("sk", sk)];
            let index_keys = [("gsi1pk", "ALL"), ("gsi1sk", sk)];
            self.put(item(&[keys, index_keys].concat())).await;
        }
        self
    }

    pub(crate) async fn put(&self, item: Item) {
        let put = self.client.put_item().table_name(&self.name);
        put.set_item(Some(item)).send().await.unwrap();
    }

    pub(crate) async fn get(&self, pk: &str, sk: &str) -> Option<Item> {
        let get = self.client.get_item().table_name(&self.name);
        let key = item(&[("pk", pk), ("sk", sk)]);
        get.set_key(Some(key)).send().await.unwrap().item
    }

    /// Returns a query with this key condition, in which `:name` is replaced by the string for `name`.
    pub(crate) fn query(&self, condition: &str, values: &[(&str, &str)]) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.name);
        values
            .iter()
            .fold(query, |query, (name, value)| {
                query.expression_attribute_values(format!(":{name}"), text(value))
            })
            .key_condition_expression(condition)
    }
}

pub(crate) fn create(client: &Client, name: &str) -> CreateTableFluentBuilder {
    let attributes = ["pk", "sk", "gsi1pk", "gsi1sk"].map(|name| attribute(name, "S"));
    client
        .create_table()
        .table_name(name)
        .set_attribute_definitions(Some(attributes.to_vec()))
        .set_key_schema(Some(key_schema(&["pk"], &["sk"])))
        .global_secondary_indexes(gsi("gsi1", &["gsi1pk"], &["gsi1sk"]))
        .billing_mode(BillingMode::PayPerRequest)
}

pub(crate) fn gsi(name: &str, partition: &[&str], sort: &[&str]) -> GlobalSecondaryIndex {
    let all = Projection::builder().projection_type(ProjectionType::All);
    GlobalSecondaryIndex::builder()
        .index_name(name)
        .set_key_schema(Some(key_schema(partition, sort)))
        .projection(all.build())
        .build()
        .unwrap()
}

pub(crate) fn key_schema(partition: &[&str], sort: &[&str]) -> Vec<KeySchemaElement> {
    let partition = partition.iter().map(|name| (*name, KeyType::Hash));
    let sort = sort.iter().map(|name| (*name, KeyType::Range));
    partition
        .chain(sort)
        .map(|(name, key_type)| {
            let element = KeySchemaElement::builder().attribute_name(name);
            element.key_type(key_type).build().unwrap()
        })
        .collect()
}

pub(crate) fn attribute(name: &str, ty: &str) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ScalarAttributeType::from(ty))
        .build()
        .unwrap()
}

pub(crate) fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

pub(crate) fn item(attributes: &[(&str, &str)]) -> Item {
    attributes.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect()
}

/// Returns the sort keys of a page, in its order.
pub(crate) fn sort_keys(page: &QueryOutput) -> Vec<&str> {
    page.items().iter().map(|item| item["sk"].as_s().unwrap().as_str()).collect()
}
