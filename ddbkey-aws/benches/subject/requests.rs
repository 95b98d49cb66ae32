//! Requests of `Table`, and the same requests by hand. What the engine answers is replayed, so that only the client's work is
//! measured.

use std::hint::black_box;
use std::time::Instant;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{BillingMode, ReturnValue};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::Table;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

use super::replay::replaying;
use crate::harness::{CALLS, Case};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}")]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("{number:05}"))]
struct Order {
    user_id: String,
    number: u32,
    status: String,
    total_cents: u64,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

const TABLE: &str = "shop";
const KEY: OrderKey<'static> = OrderKey { user_id: "u1", number: 7 };
const PK: OrderPk<'static> = OrderPk { user_id: "u1" };

/// A table with twenty orders, which are three pages.
struct Subject {
    runtime: Runtime,
    client: Client,
    shop: Table<Shop>,
}

fn order(number: u32) -> Order {
    Order { user_id: "u1".into(), number, status: "OPEN".into(), total_cents: 4990 }
}

fn subject() -> Subject {
    let built = || -> Result<Subject> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let client = ddbkey_engine::in_process()?;
        let client = replaying(&client).ok_or("no HTTP client")?;
        let shop = Table::new(&client, TABLE);
        runtime.block_on(async {
            let create = client.create_table().table_name(TABLE);
            let create = create.billing_mode(BillingMode::PayPerRequest);
            create.table_schema(Shop::SCHEMA)?.send().await?;
            shop.put_all(&(1..=20).map(order).collect::<Vec<_>>()).await?;
            // From here on, each answer is known.
            get_by_hand(&client).await?;
            put_by_hand(&client).await?;
            update_by_hand(&client).await?;
            query_by_hand(&client).await?;
            Result::<()>::Ok(())
        })?;
        Ok(Subject { runtime, client, shop })
    };
    match built() {
        Ok(subject) => subject,
        Err(error) => panic!("the engine failed: {error}"),
    }
}

/// Changes the status, so that there is always something to write.
fn toggle(order: &mut Order) {
    order.status = if order.status == "OPEN" { "PAID".into() } else { "OPEN".into() };
}

async fn get_by_hand(client: &Client) -> Result<Option<Order>> {
    let get = client.get_item().table_name(TABLE).item_key(KEY)?.consistent_read(true);
    Ok(get.send().await?.item.map(Order::from_item).transpose()?)
}

async fn put_by_hand(client: &Client) -> Result<()> {
    let put = client.put_item().table_name(TABLE).set_item(Some(order(7).to_item()?));
    put.send().await?;
    Ok(())
}

async fn update_by_hand(client: &Client) -> Result<Option<Order>> {
    let get = client.get_item().table_name(TABLE).item_key(KEY)?.consistent_read(true);
    let mut item = get.send().await?.item;
    while let Some(update) = Order::update_item(&item.ok_or("no order")?, toggle)? {
        let update = client.update_item().table_name(TABLE).item_update(&update);
        let sent = update.return_values(ReturnValue::AllNew).send().await;
        match sent.map_err(SdkError::into_service_error) {
            Err(ConditionalCheckFailedException(failed)) => item = failed.item,
            sent => return Ok(sent?.attributes.map(Order::from_item).transpose()?),
        }
    }
    Ok(None)
}

async fn query_by_hand(client: &Client) -> Result<Vec<Order>> {
    let orders = Order::query(PK).build()?;
    let (mut rows, mut start) = (Vec::new(), None);
    loop {
        let query = client.query().table_name(TABLE).key_condition(&orders).limit(7);
        let output = query.set_exclusive_start_key(start).send().await?;
        let page = Order::read_page(&orders, output);
        rows.extend(page.rows);
        start = page.last_evaluated_key;
        if start.is_none() {
            return Ok(rows);
        }
    }
}

cases! {
    get {
        ours(at: Subject = subject()) { at.runtime.block_on(at.shop.get(KEY).into_future()).ok() }
        by_hand(at: Subject = subject()) { at.runtime.block_on(get_by_hand(&at.client)).ok() }
    }
    put {
        ours(at: Subject = subject()) {
            at.runtime.block_on(at.shop.put(&order(7)).into_future()).ok()
        }
        by_hand(at: Subject = subject()) { at.runtime.block_on(put_by_hand(&at.client)).ok() }
    }
    update {
        ours(at: Subject = subject()) {
            at.runtime.block_on(at.shop.update(KEY, toggle).into_future()).ok()
        }
        by_hand(at: Subject = subject()) { at.runtime.block_on(update_by_hand(&at.client)).ok() }
    }
    query {
        ours(at: Subject = subject()) {
            at.runtime.block_on(at.shop.query(Order::query(PK)).page_size(7).into_future()).ok()
        }
        by_hand(at: Subject = subject()) { at.runtime.block_on(query_by_hand(&at.client)).ok() }
    }
}
