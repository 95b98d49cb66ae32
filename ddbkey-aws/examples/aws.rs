//! The functions of the guide's page "With the AWS SDK", one for each request: `cargo run --example aws`.
//!
//! They run on an engine in this process. With `--features endpoint -- --endpoint URL` they run on a server with the
//! DynamoDB API, and with `--features aws -- --aws` on AWS itself, in a table `ddbkey-example` that is deleted
//! afterwards.

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{
    AttributeValue, BillingMode, ConditionCheck, DeleteRequest, KeysAndAttributes, Put, PutRequest,
    ReturnValue, TransactWriteItem, WriteRequest,
};
use ddbkey::token::HmacSha256;
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, TableError, TableErrorKind, field};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const TABLE: &str = "ddbkey-example";

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
    name: String,
    visits: u64,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{number:08}", user_id))]
struct Order {
    user_id: String,
    number: u32,
    status: Status,
    total_cents: u64,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Pending,
    Paid,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(ttl = expires_at)]
#[pk("SESSION", id)]
#[sk("SESSION")]
struct Session {
    id: String,
    user_id: String,
    expires_at: u64, // seconds since 1970
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
enum Shop {
    User(User),
    Order(Order),
    Session(Session),
}

async fn create_table(client: &Client) -> Result {
    let create = client.create_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Shop::SCHEMA)?.send().await?;
    client.wait_until_table_exists().table_name(TABLE).wait(Duration::from_secs(60)).await?;
    Ok(())
}

/// Returns whether the user is new.
async fn sign_up(client: &Client, user: &User) -> Result<bool> {
    let put = client.put_item().table_name(TABLE).set_item(Some(user.to_item()?));
    match put.if_absent::<Shop>().send().await.map_err(SdkError::into_service_error) {
        Err(PutItemError::ConditionalCheckFailedException(_)) => Ok(false),
        put => Ok(put.map(|_| true)?),
    }
}

async fn order(client: &Client, key: OrderKey<'_>) -> Result<Option<Order>> {
    let get = client.get_item().table_name(TABLE).item_key(key)?.consistent_read(true);
    Ok(get.send().await?.item.map(Order::from_item).transpose()?)
}

async fn get<T: DdbKeys + DeserializeOwned>(client: &Client, key: T::Key<'_>) -> Result<Option<T>> {
    let get = client.get_item().table_name(TABLE).item_key(key)?;
    Ok(get.send().await?.item.map(T::from_item).transpose()?)
}

impl Order {
    fn pay(&mut self) {
        self.status = Status::Paid;
    }
}

async fn pay(client: &Client, key: OrderKey<'_>) -> Result {
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

async fn count_visit(client: &Client, key: UserKey<'_>) -> Result {
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
async fn delete(client: &Client, key: OrderKey<'_>) -> Result<Option<Order>> {
    let delete = client.delete_item().table_name(TABLE).item_key(key)?;
    let deleted = delete.return_values(ReturnValue::AllOld).send().await?.attributes;
    Ok(deleted.map(Order::from_item).transpose()?)
}

/// Waits before unprocessed requests are sent again, twice as long each time.
async fn wait(attempt: u32) {
    tokio::time::sleep(Duration::from_millis(50 << attempt.min(6))).await;
}

/// Returns the orders that exist, in no particular order.
async fn orders(client: &Client, user_id: &str, numbers: &[u32]) -> Result<Vec<Order>> {
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

async fn replace(client: &Client, old: &[OrderKey<'_>], new: &[Order]) -> Result {
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

async fn place(client: &Client, order: &Order) -> Result {
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

async fn everything(client: &Client, user_id: &str) -> Result<Vec<Shop>> {
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
async fn pending(
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

async fn large_orders(client: &Client, user_id: &str, from: u32) -> Result<Vec<Order>> {
    let orders = Order::query(OrderPk { user_id }).number_in(from..).build()?;
    let query = client.query().table_name(TABLE).key_condition(&orders);
    let query = query
        .filter_expression("total_cents >= :least")
        .expression_attribute_values(":least", AttributeValue::N("5000".into()));
    let items = query.into_paginator().items().send().try_collect().await?;
    Ok(Order::read(&orders, items).rows)
}

async fn let_sessions_expire(client: &Client) -> Result {
    let update = client.update_time_to_live().table_name(TABLE);
    update.time_to_live_schema(Shop::SCHEMA).send().await?;
    Ok(())
}

async fn session(client: &Client, id: &str, now: u64) -> Result<Option<Session>> {
    let session = get::<Session>(client, SessionKey { id }).await?;
    Ok(session.filter(|session| now < session.expires_at))
}

/// Returns a session unless it has expired, even if DynamoDB has not deleted it yet.
async fn session_in_a_line(shop: &Table<Shop>, id: &str, now: u64) -> Result<Option<Session>> {
    Ok(shop.get(SessionKey { id }).live(now).await?)
}

/// A client and a name.
fn shop(client: &Client) -> Table<Shop> {
    Table::new(client, TABLE)
}

async fn sign_up_in_a_line(shop: &Table<Shop>, user: &User) -> Result<bool, TableError> {
    match shop.create(user).await {
        Err(error) if error.kind() == TableErrorKind::Exists => Ok(false),
        created => created.map(|()| true),
    }
}

async fn order_in_a_line(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.get(key).await?)
}

async fn pay_in_a_line(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.update(key, Order::pay).await?)
}

async fn visit_number(shop: &Table<Shop>, user_id: &str) -> Result<u64> {
    let user = User { user_id: user_id.into(), name: String::new(), visits: 0 };
    Ok(shop.next(&user, "visits").await?)
}

async fn delete_in_a_line(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.delete(key).when(field!(Order.status).eq(Status::Pending)).await?)
}

async fn orders_in_a_line(
    shop: &Table<Shop>,
    user_id: &str,
    numbers: &[u32],
) -> Result<Vec<Option<Order>>> {
    Ok(shop.get_all(numbers.iter().map(|&number| OrderKey { user_id, number })).await?)
}

async fn replace_in_a_line(shop: &Table<Shop>, old: &[OrderKey<'_>], new: &[Order]) -> Result {
    shop.delete_all(old.iter().copied()).await?;
    Ok(shop.put_all(new).await?)
}

async fn place_in_a_line(shop: &Table<Shop>, order: &Order) -> Result<(), TableError> {
    let user = UserKey { user_id: &order.user_id };
    shop.transaction().require(user).create(order).send().await
}

async fn everything_in_a_line(shop: &Table<Shop>, user_id: &str) -> Result<Vec<Shop>> {
    Ok(shop.query(UserPk { user_id }.condition()?).await?)
}

async fn pending_in_a_line(
    shop: &Table<Shop>,
    token: Option<&str>,
    seal: &HmacSha256,
) -> Result<(Vec<Order>, Option<String>)> {
    let pending = Order::query_by_status(OrderByStatusPk { status: Status::Pending });
    let page = shop.query(pending.descending()).page_size(20).page(token, seal).await?;
    Ok((page.rows, page.next))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result {
    run(&client()?).await
}

fn client() -> Result<Client> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(ddbkey_engine::in_process()?),
        ["--endpoint", url] => Ok(ddbkey_engine::endpoint(url)?),
        ["--aws"] => Ok(ddbkey_engine::aws()?),
        _ => Err("give `--endpoint URL`, `--aws`, or nothing".into()),
    }
}

/// Calls each function, and checks what it has done.
pub(crate) async fn run(client: &Client) -> Result {
    create_table(client).await?;
    let_sessions_expire(client).await?;
    write(client).await?;
    // Wait half a second, since not everything is read with `ConsistentRead`, and no index can be.
    tokio::time::sleep(Duration::from_millis(500)).await;
    read(client).await?;
    client.delete_table().table_name(TABLE).send().await?;
    Ok(())
}

fn new_order(number: u32) -> Order {
    let total_cents = u64::from(number) * 1000;
    Order { user_id: "u1".into(), number, status: Status::Pending, total_cents }
}

fn key(number: u32) -> OrderKey<'static> {
    OrderKey { user_id: "u1", number }
}

/// Leaves a user, the orders 2 to 120 without 8, and a session.
async fn write(client: &Client) -> Result {
    let user = User { user_id: "u1".into(), name: "Ada".into(), visits: 0 };
    assert!(sign_up(client, &user).await?);
    assert!(!sign_up(client, &user).await?, "there is one");
    count_visit(client, user.key()).await?;
    assert!(count_visit(client, UserKey { user_id: "u2" }).await.is_err(), "there is none");

    place(client, &new_order(1)).await?;
    assert!(place(client, &new_order(1)).await.is_err(), "there is one");
    let of_nobody = Order { user_id: "u2".into(), ..new_order(1) };
    assert!(place(client, &of_nobody).await.is_err(), "there is no such user");
    assert_eq!(order(client, key(1)).await?, Some(new_order(1)));

    replace(client, &[key(1)], &(2..=120).map(new_order).collect::<Vec<_>>()).await?;
    assert_eq!(order(client, key(1)).await?, None);
    pay(client, key(7)).await?;
    assert_eq!(order(client, key(7)).await?.map(|order| order.status), Some(Status::Paid));
    assert!(pay(client, key(1)).await.is_err(), "there is none");
    assert_eq!(delete(client, key(8)).await?, Some(new_order(8)));
    assert_eq!(delete(client, key(8)).await?, None);

    let session = Session { id: "s1".into(), user_id: "u1".into(), expires_at: 1_800_000_000 };
    client.put_item().table_name(TABLE).set_item(Some(session.to_item()?)).send().await?;
    write_in_lines(&shop(client)).await
}

/// Leaves the table as it was.
async fn write_in_lines(shop: &Table<Shop>) -> Result {
    let user = User { user_id: "u3".into(), name: "Grace".into(), visits: 0 };
    assert!(sign_up_in_a_line(shop, &user).await?);
    assert!(!sign_up_in_a_line(shop, &user).await?, "there is one");
    assert_eq!(visit_number(shop, "u3").await?, 1);
    let first = Order { user_id: "u3".into(), ..new_order(1) };
    place_in_a_line(shop, &first).await?;
    let taken = place_in_a_line(shop, &first).await.map_err(|error| error.kind());
    assert_eq!(taken, Err(TableErrorKind::Exists));
    let of_nobody = Order { user_id: "u4".into(), ..new_order(1) };
    let missing = place_in_a_line(shop, &of_nobody).await.map_err(|error| error.kind());
    assert_eq!(missing, Err(TableErrorKind::NotFound));

    let second = Order { number: 2, ..first.clone() };
    replace_in_a_line(shop, &[first.key()], std::slice::from_ref(&second)).await?;
    let found = orders_in_a_line(shop, "u3", &[1, 2]).await?;
    assert_eq!(found, [None, Some(second.clone())]);
    let paid = pay_in_a_line(shop, second.key()).await?;
    assert_eq!(paid.map(|order| order.status), Some(Status::Paid));
    let refused = delete_in_a_line(shop, second.key()).await.expect_err("it is paid");
    let kind = refused.downcast_ref().map(TableError::kind);
    assert_eq!(kind, Some(TableErrorKind::Conflict));
    assert!(order_in_a_line(shop, second.key()).await?.is_some());
    let keys = shop.query(UserPk { user_id: "u3" }.condition()?).keys().await?;
    assert_eq!(keys.len(), 2);
    Ok(shop.delete_all(keys).await?)
}

async fn read(client: &Client) -> Result {
    let user = get::<User>(client, UserKey { user_id: "u1" }).await?.ok_or("no user")?;
    assert_eq!(user.visits, 1);
    let numbers: Vec<_> = (1..=120).collect();
    assert_eq!(orders(client, "u1", &numbers).await?.len(), 118);
    let rows = everything(client, "u1").await?;
    assert_eq!(everything_in_a_line(&shop(client), "u1").await?, rows);
    assert_eq!(rows.len(), 1 + 118);
    assert!(rows.contains(&Shop::User(user)) && rows.contains(&Shop::Order(new_order(120))));
    assert_eq!(large_orders(client, "u1", 3).await?.len(), 115);

    let seal = HmacSha256::new("32 random bytes from your secrets");
    let (mut count, mut token) = (0, None);
    loop {
        let (page, next) = pending(client, token.as_deref(), &seal).await?;
        let in_a_line = pending_in_a_line(&shop(client), token.as_deref(), &seal).await?;
        assert_eq!(in_a_line, (page.clone(), next.clone()));
        println!("{} pending orders, next page: {next:?}", page.len());
        count += page.len();
        token = next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(count, 117, "one is paid");

    assert!(session(client, "s1", 1_799_999_999).await?.is_some());
    assert!(session(client, "s1", 1_800_000_000).await?.is_none(), "though it is stored");
    assert!(session_in_a_line(&shop(client), "s1", 1_799_999_999).await?.is_some());
    assert!(session_in_a_line(&shop(client), "s1", 1_800_000_000).await?.is_none());
    Ok(())
}
