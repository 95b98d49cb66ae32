//! `ddbkey` with the official SDK: create a table, put, get, query, update and page.
//!
//! `cargo run --example aws` runs on an engine in this process. With `--features endpoint -- --endpoint URL` it
//! runs on a server that speaks DynamoDB, and with `--features aws -- --aws` on AWS itself, where it creates
//! the table `ddbkey-example` and deletes it again.

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
use aws_sdk_dynamodb::types::{AttributeValue, BillingMode};
use ddbkey::token::HmacSha256;
use ddbkey::{CreateTableExt, DdbKeys, DdbTable, KeyExt, KeyPart, QueryExt, UpdateExt};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{number:08}", user_id))]
struct Order {
    user_id: String,
    number: u32,
    status: Status,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde, as_str)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Pending,
    Paid,
}

#[derive(DdbTable, Debug)]
enum Shop {
    User(User),
    Order(Order),
}

const TABLE: &str = "ddbkey-example";

type Item = HashMap<String, AttributeValue>;
type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result {
    let client = client()?;
    create(&client).await?;
    put(&client).await?;
    let item = get(&client).await?;
    query(&client).await?;
    update(&client, item).await?;
    pages(&client).await?;
    client.delete_table().table_name(TABLE).send().await?;
    Ok(())
}

async fn create(client: &Client) -> Result {
    let create = client.create_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Shop::SCHEMA)?.send().await?;
    client.wait_until_table_exists().table_name(TABLE).wait(Duration::from_secs(60)).await?;
    Ok(())
}

async fn put(client: &Client) -> Result {
    let user = User { user_id: "u1".into(), name: "Ada".into() };
    client.put_item().table_name(TABLE).set_item(Some(user.to_item()?)).send().await?;
    for number in 1..=7 {
        let order = Order { user_id: "u1".into(), number, status: Status::Pending };
        client.put_item().table_name(TABLE).set_item(Some(order.to_item()?)).send().await?;
    }
    Ok(())
}

async fn get(client: &Client) -> Result<Item> {
    let key = OrderKey { user_id: "u1", number: 3 };
    let get = client.get_item().table_name(TABLE).item_key(key)?.send().await?;
    let item = get.item.ok_or("no such order")?;
    println!("get: {:?}", Order::from_item(item.clone())?);
    Ok(item)
}

async fn query(client: &Client) -> Result {
    let orders = Order::query(OrderPk { user_id: "u1" }).number_in(5..).descending().build()?;
    let page = client.query().table_name(TABLE).key_condition(&orders).send().await?;
    for order in Order::read(&orders, page.items.unwrap_or_default()).rows {
        println!("query: {order:?}");
    }
    let everything = OrderPk { user_id: "u1" }.condition()?;
    let page = client.query().table_name(TABLE).key_condition(&everything).send().await?;
    let rows = Shop::read(&everything, page.items.unwrap_or_default()).rows;
    println!("the whole partition: {} rows", rows.len());
    Ok(())
}

/// Sets the field and the attributes of the index that are made from it, on the condition that nobody has changed
/// them since the item was read. If somebody has, the failed request returns the item as it is now, for the next try.
async fn update(client: &Client, mut item: Item) -> Result {
    while let Some(update) = Order::update_item(&item, |order| order.status = Status::Paid)? {
        let request = client.update_item().table_name(TABLE).item_update(&update);
        match request.return_values_on_condition_check_failure(AllOld).send().await {
            Ok(_) => break,
            Err(error) => item = changed_item(error)?,
        }
    }
    Ok(())
}

/// The item that somebody else has changed.
fn changed_item(error: SdkError<UpdateItemError>) -> Result<Item> {
    match error.into_service_error() {
        UpdateItemError::ConditionalCheckFailedException(failed) => {
            Ok(failed.item.ok_or("the order is deleted")?)
        }
        error => Err(error.into()),
    }
}

async fn pages(client: &Client) -> Result {
    let seal = HmacSha256::new("32 random bytes from your secrets");
    let pending = Order::query_by_status(OrderByStatusPk { status: Status::Pending }).build()?;
    let mut token: Option<String> = None; // what a web API gives to its client, and takes back
    loop {
        let query = client.query().table_name(TABLE).key_condition(&pending).limit(4);
        let page = query.start_at(&pending, token.as_deref(), &seal)?.send().await?;
        token = page.last_evaluated_key().map(|key| pending.token(key, &seal)).transpose()?;
        println!("page: {} orders, next page: {token:?}", page.count());
        if token.is_none() {
            return Ok(());
        }
    }
}

fn client() -> Result<Client> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(ddbkey_tests::engine::in_process()?),
        ["--endpoint", url] => Ok(ddbkey_tests::engine::endpoint(url)?),
        ["--aws"] => Ok(ddbkey_tests::engine::aws()?),
        _ => Err("give `--endpoint URL`, `--aws`, or nothing".into()),
    }
}
