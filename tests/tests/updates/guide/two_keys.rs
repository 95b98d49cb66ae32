use std::collections::BTreeMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{ConditionCheck, Put, ReturnValue, TransactWriteItem};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
struct Order { user_id: String, number: u32 }

#[derive(DdbTable)]
enum Shop { Order(Order) }

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

async fn get(client: &Client, key: OrderKey<'_>) -> Result<Option<Order>> {
    for key in key.all_keys() {
        let get = client.get_item().table_name("shop").item_key(key)?.consistent_read(true);
        if let Some(item) = get.send().await?.item {
            return Ok(Some(Order::from_item(item)?));
        }
    }
    Ok(None)
}

async fn list(client: &Client, user_id: &str) -> Result<Vec<Order>> {
    let mut orders = BTreeMap::new();
    let legacy = Order::query_v1(OrderPk { user_id }).build()?;
    for condition in [legacy, Order::query(OrderPk { user_id }).build()?] {
        let query = client.query().table_name("shop").key_condition(&condition).consistent_read(true);
        let mut pages = query.into_paginator().send();
        while let Some(page) = pages.try_next().await? {
            for order in Order::read_page(&condition, page).rows {
                orders.insert(order.sk()?, order); // the current key, whichever it is under
            }
        }
    }
    Ok(orders.into_values().collect())
}

async fn delete(client: &Client, key: OrderKey<'_>) -> Result {
    for key in key.all_keys() {
        let delete = client.delete_item().table_name("shop").item_key(key)?;
        if delete.return_values(ReturnValue::AllOld).send().await?.attributes.is_some() {
            break;
        }
    }
    Ok(())
}

async fn create(client: &Client, order: &Order) -> Result {
    let put = Put::builder().table_name("shop").set_item(Some(order.to_item()?));
    let put = put.if_absent::<Shop>().build()?;
    let legacy = ConditionCheck::builder().table_name("shop").item_key(order.v1())?;
    let legacy = legacy.if_absent::<Shop>().build()?;
    client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().condition_check(legacy).build())
        .send()
        .await?;
    Ok(())
}
