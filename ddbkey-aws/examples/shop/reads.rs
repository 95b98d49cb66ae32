//! The steps that read by primary key: one order, everything of one user, a range of days.

use ddbkey::DdbKeys;
use jiff::Timestamp;

use super::Result;
use super::entities::{Order, OrderKey, OrderPk};
use super::step::{Step, shown};
use super::table::Table;

/// A user with many orders.
const ADA: &str = "u1";

pub(crate) async fn one_order(table: &Table) -> Result<Step> {
    let mut step = Step::new("One order, by a key that is built from ids alone");
    let created_at = "2024-12-01T10:30:00.123Z".parse()?;
    let id = "01JE0WA85VZAYJDPYF9EV1A9KW".parse()?;
    let (code, key) = shown!(OrderKey { user_id: ADA, created_at, id });
    step.code(code);
    step.keys(&key.keys()?);
    step.code("shop.get(key).await?");
    step.row(table.get(key).await?.ok_or("the order is not in the table")?);
    Ok(step)
}

pub(crate) async fn collection(table: &Table) -> Result<Step> {
    let mut step = Step::new("All that belongs to one user, and every key parsed into typed parts");
    let (code, condition) = shown!(OrderPk { user_id: ADA }.condition()?);
    step.code(code);
    step.condition(&condition);
    step.code("shop.query(condition).keys().await?");
    let keys = table.query(condition).keys().await?;
    let first_and_last = [keys.first(), keys.last()];
    first_and_last.into_iter().flatten().for_each(|key| step.row(key.key()));
    step.say(format_args!("{} keys in all", keys.len()));
    Ok(step)
}

pub(crate) async fn days(table: &Table) -> Result<Step> {
    let mut step =
        Step::new("The orders of one month: its last millisecond is in, the next is not");
    let from: Timestamp = "2023-12-01T00:00:00Z".parse()?;
    let to: Timestamp = "2024-01-01T00:00:00Z".parse()?;
    let orders = Order::query(OrderPk { user_id: ADA });
    let (code, condition) = shown!(orders.created_at_in(from..to).build()?);
    step.code(code);
    step.condition(&condition);
    for order in table.query_as::<Order>(&condition).await? {
        step.row(order);
    }
    Ok(step)
}
