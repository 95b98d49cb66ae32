//! The requests of `main.rs` on the builders of the SDK.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, DeleteRequest, KeysAndAttributes, Put, PutRequest, ReturnValue,
    TransactWriteItem, WriteRequest,
};
use ddbkey::DdbKeys;
use ddbkey::token::HmacSha256;
use ddbkey_aws::prelude::*;
use serde::de::DeserializeOwned;

use super::{
    Order, OrderByStatusPk, OrderKey, OrderPk, Result, Session, SessionKey, Shop, Status, TABLE,
    User, UserKey, UserPk,
};

/// Returns whether the user is new.
pub(crate) async fn sign_up(client: &Client, user: &User) -> Result<bool> {
    let put = client.put_item().table_name(TABLE).set_item(Some(user.to_item()?));
    match put.if_absent::<Shop>().send().await.map_err(SdkError::into_service_error) {
        Err(PutItemError::ConditionalCheckFailedException(_)) => Ok(false),
        put => Ok(put.map(|_| true)?),
    }
}

pub(crate) async fn order(client: &Client, key: OrderKey<'_>) -> Result<Option<Order>> {
    let get = client.get_item().table_name(TABLE).item_key(key)?.consistent_read(true);
    Ok(get.send().await?.item.map(Order::from_item).transpose()?)
}

pub(crate) async fn get<T: DdbKeys + DeserializeOwned>(
    client: &Client,
    key: T::Key<'_>,
) -> Result<Option<T>> {
    let get = client.get_item().table_name(TABLE).item_key(key)?;
    Ok(get.send().await?.item.map(T::from_item).transpose()?)
}

pub(crate) async fn pay(client: &Client, key: OrderKey<'_>) -> Result {
    let mut item = client.get_item().table_name(TABLE).item_key(key)?.send().await?.item;
    while let Some(update) = Order::update_item(&item.ok_or("no such order")?, Order::pay)? {
        let update = client.update_item().table_name(TABLE).item_update(&update);
        match update.send().await.map_err(SdkError::into_service_error) {
            Err(ConditionalCheckFailedException(failed)) => item = failed.item, // once more
            sent => return Ok(sent.map(drop)?),
        }
    }
    Ok(())
}

pub(crate) async fn count_visit(client: &Client, key: UserKey<'_>) -> Result {
    let update = client.update_item().table_name(TABLE).item_key(key)?;
    update
        .update_expression("ADD visits :one")
        .expression_attribute_values(":one", AttributeValue::N("1".into()))
        .if_exists::<Shop>()
        .send()
        .await?;
    Ok(())
}

/// Returns the order that was deleted.
pub(crate) async fn delete(client: &Client, key: OrderKey<'_>) -> Result<Option<Order>> {
    let delete = client.delete_item().table_name(TABLE).item_key(key)?;
    let deleted = delete.return_values(ReturnValue::AllOld).send().await?.attributes;
    Ok(deleted.map(Order::from_item).transpose()?)
}

/// Waits before unprocessed requests are sent again, twice as long each time.
pub(crate) async fn wait(attempt: u32) {
    tokio::time::sleep(Duration::from_millis(50 << attempt.min(6))).await;
}

/// Returns the orders that exist, in no particular order.
pub(crate) async fn orders(client: &Client, user_id: &str, numbers: &[u32]) -> Result<Vec<Order>> {
    let mut orders = Vec::new();
    for numbers in numbers.chunks(100) {
        let mut keys = KeysAndAttributes::builder();
        for &number in numbers {
            keys = keys.item_key(OrderKey { user_id, number })?;
        }
        let mut left = HashMap::from([(TABLE.to_owned(), keys.build()?)]);
        for attempt in 0.. {
            let got = client.batch_get_item().set_request_items(Some(left)).send().await?;
            for item in got.responses.into_iter().flat_map(HashMap::into_values).flatten() {
                orders.push(Order::from_item(item)?);
            }
            left = got.unprocessed_keys.unwrap_or_default();
            if left.is_empty() {
                break;
            }
            wait(attempt).await;
        }
    }
    Ok(orders)
}

pub(crate) async fn replace(client: &Client, old: &[OrderKey<'_>], new: &[Order]) -> Result {
    let mut writes = Vec::new();
    for &key in old {
        let delete = DeleteRequest::builder().item_key(key)?.build()?;
        writes.push(WriteRequest::builder().delete_request(delete).build());
    }
    for order in new {
        let put = PutRequest::builder().set_item(Some(order.to_item()?)).build()?;
        writes.push(WriteRequest::builder().put_request(put).build());
    }
    for writes in writes.chunks(25) {
        let mut left = HashMap::from([(TABLE.to_owned(), writes.to_vec())]);
        for attempt in 0.. {
            let written = client.batch_write_item().set_request_items(Some(left)).send().await?;
            left = written.unprocessed_items.unwrap_or_default();
            if left.is_empty() {
                break;
            }
            wait(attempt).await;
        }
    }
    Ok(())
}

pub(crate) async fn place(client: &Client, order: &Order) -> Result {
    let user = ConditionCheck::builder().table_name(TABLE);
    let user = user.item_key(UserKey { user_id: &order.user_id })?.if_exists::<Shop>().build()?;
    let put = Put::builder().table_name(TABLE).set_item(Some(order.to_item()?));
    let put = put.if_absent::<Shop>().build()?;
    client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().condition_check(user).build())
        .transact_items(TransactWriteItem::builder().put(put).build())
        .send()
        .await?;
    Ok(())
}

pub(crate) async fn everything(client: &Client, user_id: &str) -> Result<Vec<Shop>> {
    let everything = UserPk { user_id }.condition()?;
    let query = client.query().table_name(TABLE).key_condition(&everything);
    let (mut rows, mut pages) = (Vec::new(), query.into_paginator().send());
    while let Some(output) = pages.try_next().await? {
        let page = Shop::read_page(&everything, output);
        for skipped in &page.skipped {
            eprintln!("skipped an item: {}", skipped.reason);
        }
        rows.extend(page.rows);
    }
    Ok(rows)
}

/// Returns at most twenty orders, and the token of the next page.
pub(crate) async fn pending(
    client: &Client,
    token: Option<&str>,
    seal: &HmacSha256,
) -> Result<(Vec<Order>, Option<String>)> {
    let pending = Order::query_by_status(OrderByStatusPk { status: Status::Pending });
    let pending = pending.descending().build()?;
    let query = client.query().table_name(TABLE).key_condition(&pending).limit(20);
    let output = query.start_at(&pending, token, seal)?.send().await?;
    let page = Order::read_page(&pending, output);
    let next = page.token(&pending, seal)?;
    Ok((page.rows, next))
}

pub(crate) async fn large_orders(client: &Client, user_id: &str, from: u32) -> Result<Vec<Order>> {
    let orders = Order::query(OrderPk { user_id }).number_in(from..).build()?;
    let query = client.query().table_name(TABLE).key_condition(&orders);
    let query = query
        .filter_expression("total_cents >= :least")
        .expression_attribute_values(":least", AttributeValue::N("5000".into()));
    let items = query.into_paginator().items().send().try_collect().await?;
    Ok(Order::read(&orders, items).rows)
}

pub(crate) async fn session(client: &Client, id: &str, now: u64) -> Result<Option<Session>> {
    let session = get::<Session>(client, SessionKey { id }).await?;
    Ok(session.filter(|session| now < session.expires_at))
}
