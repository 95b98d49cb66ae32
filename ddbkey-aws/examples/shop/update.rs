//! The steps that change fields of an index key. Both attributes of the index are set, or both are removed:
//! half an index key cannot be written.

use std::fmt::Display;

use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::DdbKeys;
use ddbkey_aws::Updated;
use ddbkey_aws::prelude::*;
use serde::de::DeserializeOwned;

use super::Result;
use super::entities::{Order, OrderGsi1Pk, Status, User, UserGsi1Pk, UserKey};
use super::step::{Step, shown};
use super::table::{Item, Table};

/// Pays the newest order that is not paid yet.
pub(crate) async fn pay(table: &Table) -> Result<Step> {
    let mut step = Step::new("An order moves to another status: both index attributes are set");
    let Some(order) = newest_pending(table).await? else {
        step.say("There is none left that is not paid.");
        return Ok(step);
    };
    step.row(Order::from_item(order.clone())?);
    let (code, update) = shown!(Order::update_item(&order, |order| order.status = Status::Paid)?);
    step.code(code);
    send(table, &mut step, update).await?;
    Ok(step)
}

async fn newest_pending(table: &Table) -> Result<Option<Item>> {
    let pending = Order::query_gsi1(OrderGsi1Pk { status: Status::Pending }).build()?;
    let newest = table.query(&pending).scan_index_forward(false).limit(1).send().await?;
    Ok(newest.items.unwrap_or_default().pop())
}

/// Removes the email address of a user, who leaves the index.
pub(crate) async fn withdraw(table: &Table) -> Result<Step> {
    let mut step =
        Step::new("A user without an address is in no index: both attributes are removed");
    let get = table.client.get_item().table_name(&table.name);
    let get = get.item_key(UserKey { user_id: "u5" })?.send().await?;
    let item = get.item.unwrap_or_default();
    let (code, update) = shown!(User::update_item(&item, |user| user.email = None)?);
    step.code(code);
    send(table, &mut step, update).await?;
    let found = User::query_gsi1(UserGsi1Pk { email: "u5@example.com" }).build()?;
    step.say(format_args!("{} users with that address", table.items(&found).await?.len()));
    Ok(step)
}

/// Sends an update, and shows the item after it.
async fn send<T: DdbKeys + DeserializeOwned + Display>(
    table: &Table,
    step: &mut Step,
    update: Option<Updated<T>>,
) -> Result<()> {
    let update = update.ok_or("nothing to change")?;
    step.update(&update);
    let request = table.client.update_item().table_name(&table.name).item_update(&update);
    let after = request.return_values(ReturnValue::AllNew).send().await?;
    step.row(T::from_item(after.attributes.unwrap_or_default())?);
    Ok(())
}
