//! The functions of two pages of the guide: `table`, with a line for each request, and `aws_sdk`, with the same requests by hand in
//! `by_hand.rs`: `cargo run --example aws`.
//!
//! They run on an engine in this process. With `--features endpoint -- --endpoint URL` they run on a server with the
//! DynamoDB API, and with `--features aws -- --aws` on AWS itself, in a table `ddbkey-example` that is deleted
//! afterwards.

mod by_hand;

use std::error::Error;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::types::BillingMode;
use ddbkey::token::HmacSha256;
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Table, TableError, TableErrorKind, field};
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
// A partition for each status, which takes 1,000 writes a second. Beyond that, add a shard.
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

async fn let_sessions_expire(client: &Client) -> Result {
    let update = client.update_time_to_live().table_name(TABLE);
    update.time_to_live_schema(Shop::SCHEMA).send().await?;
    Ok(())
}

/// A client and a name.
fn shop(client: &Client) -> Table<Shop> {
    Table::new(client, TABLE)
}

async fn sign_up(shop: &Table<Shop>, user: &User) -> Result<bool, TableError> {
    match shop.create(user).await {
        Err(error) if error.kind() == TableErrorKind::Exists => Ok(false),
        created => created.map(|()| true),
    }
}

async fn rename(shop: &Table<Shop>, user: &User) -> Result<(), TableError> {
    shop.put(user).when(field!(User.visits).lt(100)).await
}

async fn order(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.get(key).await?)
}

impl Order {
    fn pay(&mut self) {
        self.status = Status::Paid;
    }
}

async fn pay(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.update(key, Order::pay).await?)
}

async fn count_visit(shop: &Table<Shop>, user_id: &str) -> Result<Option<User>> {
    Ok(shop.edit(UserKey { user_id }).add(field!(User.visits), 1).await?)
}

async fn visit_number(shop: &Table<Shop>, user_id: &str) -> Result<u64> {
    let user = User { user_id: user_id.into(), name: String::new(), visits: 0 };
    Ok(shop.next(&user, "visits").await?)
}

async fn delete(shop: &Table<Shop>, key: OrderKey<'_>) -> Result<Option<Order>> {
    Ok(shop.delete(key).when(field!(Order.status).eq(Status::Pending)).await?)
}

async fn orders(shop: &Table<Shop>, user_id: &str, numbers: &[u32]) -> Result<Vec<Option<Order>>> {
    Ok(shop.get_all(numbers.iter().map(|&number| OrderKey { user_id, number })).await?)
}

async fn replace(shop: &Table<Shop>, old: &[OrderKey<'_>], new: &[Order]) -> Result {
    shop.delete_all(old.iter().copied()).await?;
    Ok(shop.put_all(new).await?)
}

async fn place(shop: &Table<Shop>, order: &Order) -> Result<(), TableError> {
    let user = UserKey { user_id: &order.user_id };
    shop.transaction().require(user).create(order).send().await
}

/// Moves a part of the total from one order to another.
async fn shift(
    shop: &Table<Shop>,
    from: OrderKey<'_>,
    to: OrderKey<'_>,
    cents: u64,
) -> Result<(), TableError> {
    shop.transaction()
        .update(from, |order| order.total_cents -= cents)
        .update(to, |order| order.total_cents += cents)
        .send()
        .await
}

async fn everything(shop: &Table<Shop>, user_id: &str) -> Result<Vec<Shop>> {
    Ok(shop.query(UserPk { user_id }.condition()?).await?)
}

async fn pending(
    shop: &Table<Shop>,
    token: Option<&str>,
    seal: &HmacSha256,
) -> Result<(Vec<Order>, Option<String>)> {
    let pending = Order::query_by_status(OrderByStatusPk { status: Status::Pending });
    let page = shop.query(pending.descending()).page_size(20).page(token, seal).await?;
    Ok((page.rows, page.next))
}

/// Returns a session unless it has expired, even if DynamoDB has not deleted it yet.
async fn session(shop: &Table<Shop>, id: &str, now: u64) -> Result<Option<Session>> {
    Ok(shop.get(SessionKey { id }).live(now).await?)
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
    assert!(by_hand::sign_up(client, &user).await?);
    assert!(!by_hand::sign_up(client, &user).await?, "there is one");
    by_hand::count_visit(client, user.key()).await?;
    assert!(
        by_hand::count_visit(client, UserKey { user_id: "u2" }).await.is_err(),
        "there is none"
    );

    by_hand::place(client, &new_order(1)).await?;
    assert!(by_hand::place(client, &new_order(1)).await.is_err(), "there is one");
    let of_nobody = Order { user_id: "u2".into(), ..new_order(1) };
    assert!(by_hand::place(client, &of_nobody).await.is_err(), "there is no such user");
    assert_eq!(by_hand::order(client, key(1)).await?, Some(new_order(1)));

    by_hand::replace(client, &[key(1)], &(2..=120).map(new_order).collect::<Vec<_>>()).await?;
    assert_eq!(by_hand::order(client, key(1)).await?, None);
    by_hand::pay(client, key(7)).await?;
    assert_eq!(by_hand::order(client, key(7)).await?.map(|order| order.status), Some(Status::Paid));
    assert!(by_hand::pay(client, key(1)).await.is_err(), "there is none");
    assert_eq!(by_hand::delete(client, key(8)).await?, Some(new_order(8)));
    assert_eq!(by_hand::delete(client, key(8)).await?, None);

    let session = Session { id: "s1".into(), user_id: "u1".into(), expires_at: 1_800_000_000 };
    client.put_item().table_name(TABLE).set_item(Some(session.to_item()?)).send().await?;
    write_in_lines(&shop(client)).await
}

/// Leaves the table as it was.
async fn write_in_lines(shop: &Table<Shop>) -> Result {
    let user = User { user_id: "u3".into(), name: "Grace".into(), visits: 0 };
    assert!(sign_up(shop, &user).await?);
    assert!(!sign_up(shop, &user).await?, "there is one");
    assert_eq!(visit_number(shop, "u3").await?, 1);
    assert_eq!(count_visit(shop, "u3").await?.map(|user| user.visits), Some(2));
    rename(shop, &User { name: "Grace H.".into(), visits: 3, ..user }).await?;
    let first = Order { user_id: "u3".into(), ..new_order(1) };
    place(shop, &first).await?;
    let taken = place(shop, &first).await.map_err(|error| error.kind());
    assert_eq!(taken, Err(TableErrorKind::Exists));
    let of_nobody = Order { user_id: "u4".into(), ..new_order(1) };
    let missing = place(shop, &of_nobody).await.map_err(|error| error.kind());
    assert_eq!(missing, Err(TableErrorKind::NotFound));

    let second = Order { number: 2, ..first.clone() };
    replace(shop, &[first.key()], std::slice::from_ref(&second)).await?;
    let found = orders(shop, "u3", &[1, 2]).await?;
    assert_eq!(found, [None, Some(second.clone())]);
    let third = Order { number: 3, ..first };
    shop.create(&third).await?;
    shift(shop, second.key(), third.key(), 400).await?;
    let moved = orders(shop, "u3", &[2, 3]).await?;
    let cents = moved.iter().flatten().map(|order| order.total_cents);
    assert!(cents.eq([600, 1400]));
    let paid = pay(shop, second.key()).await?;
    assert_eq!(paid.map(|order| order.status), Some(Status::Paid));
    let refused = delete(shop, second.key()).await.expect_err("it is paid");
    let kind = refused.downcast_ref().map(TableError::kind);
    assert_eq!(kind, Some(TableErrorKind::Conflict));
    assert!(order(shop, second.key()).await?.is_some());
    let keys = shop.query(UserPk { user_id: "u3" }.condition()?).keys().await?;
    assert_eq!(keys.len(), 3);
    Ok(shop.delete_all(keys).await?)
}

async fn read(client: &Client) -> Result {
    let user = by_hand::get::<User>(client, UserKey { user_id: "u1" }).await?.ok_or("no user")?;
    assert_eq!(user.visits, 1);
    let numbers: Vec<_> = (1..=120).collect();
    assert_eq!(by_hand::orders(client, "u1", &numbers).await?.len(), 118);
    let rows = by_hand::everything(client, "u1").await?;
    assert_eq!(everything(&shop(client), "u1").await?, rows);
    assert_eq!(rows.len(), 1 + 118);
    assert!(rows.contains(&Shop::User(user)) && rows.contains(&Shop::Order(new_order(120))));
    assert_eq!(by_hand::large_orders(client, "u1", 3).await?.len(), 115);

    let seal = HmacSha256::new("32 random bytes from your secrets");
    let (mut count, mut token) = (0, None);
    loop {
        let (page, next) = by_hand::pending(client, token.as_deref(), &seal).await?;
        let in_a_line = pending(&shop(client), token.as_deref(), &seal).await?;
        assert_eq!(in_a_line, (page.clone(), next.clone()));
        println!("{} pending orders, next page: {next:?}", page.len());
        count += page.len();
        token = next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(count, 117, "one is paid");

    assert!(by_hand::session(client, "s1", 1_799_999_999).await?.is_some());
    assert!(by_hand::session(client, "s1", 1_800_000_000).await?.is_none(), "though it is stored");
    assert!(session(&shop(client), "s1", 1_799_999_999).await?.is_some());
    assert!(session(&shop(client), "s1", 1_800_000_000).await?.is_none());
    Ok(())
}
