//! The engine in a test, with only the official client: a table with rows gets an index.
//! `cargo run --example live_index`, or on a server, `DDB_ENDPOINT=URL cargo run -p ddbkey-engine --features endpoint
//! --example live_index`.

use std::error::Error;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, CreateGlobalSecondaryIndexAction,
    GlobalSecondaryIndexUpdate, IndexStatus, KeySchemaElement, KeyType, Projection, ProjectionType,
    ScalarAttributeType,
};
use ddbkey_engine::{from_env, table_name};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = from_env()?;
    let table = table_name("orders");
    create_table(&client, &table).await?;
    for (id, status) in [("1", "PAID"), ("2", "SHIPPED"), ("3", "PAID")] {
        let put = client.put_item().table_name(&table);
        put.item("id", string(id)).item("status", string(status)).send().await?;
    }

    add_index(&client, &table).await?;
    let paid = client.query().table_name(&table).index_name("by_status");
    let paid = paid
        .key_condition_expression("#status = :status")
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":status", string("PAID"));
    let found = paid.send().await?.count();
    println!("paid orders in the index: {found}");
    assert_eq!(found, 2, "the rows that were there before the index");

    client.delete_table().table_name(&table).send().await?;
    Ok(())
}

async fn create_table(client: &Client, table: &str) -> Result<(), Box<dyn Error>> {
    let create = client.create_table().table_name(table).billing_mode(BillingMode::PayPerRequest);
    let create = create.attribute_definitions(attribute("id")?).key_schema(partition("id")?);
    create.send().await?;
    Ok(())
}

/// DynamoDB fills an index in its own time. The index can be queried when it is active.
async fn add_index(client: &Client, table: &str) -> Result<(), Box<dyn Error>> {
    let all = Projection::builder().projection_type(ProjectionType::All).build();
    let index = CreateGlobalSecondaryIndexAction::builder()
        .index_name("by_status")
        .key_schema(partition("status")?)
        .projection(all);
    let create = GlobalSecondaryIndexUpdate::builder().create(index.build()?).build();
    let update = client.update_table().table_name(table);
    let update = update.attribute_definitions(attribute("status")?);
    update.global_secondary_index_updates(create).send().await?;

    loop {
        let described = client.describe_table().table_name(table).send().await?;
        let table = described.table.ok_or("no description")?;
        let mut indexes = table.global_secondary_indexes().iter();
        if indexes.all(|index| index.index_status() == Some(&IndexStatus::Active)) {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}

fn attribute(name: &str) -> Result<AttributeDefinition, Box<dyn Error>> {
    let attribute = AttributeDefinition::builder().attribute_name(name);
    Ok(attribute.attribute_type(ScalarAttributeType::S).build()?)
}

fn partition(name: &str) -> Result<KeySchemaElement, Box<dyn Error>> {
    let element = KeySchemaElement::builder().attribute_name(name);
    Ok(element.key_type(KeyType::Hash).build()?)
}

fn string(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}
