//! The steps that read an index: a user by email address, and orders by amount.

use super::Result;
use super::entities::{Order, OrderByTotalPk, Status, User, UserGsi1Pk};
use super::step::{Step, shown};
use super::table::Table;

/// How many of the largest orders are shown.
const SHOWN: usize = 3;

const ADDRESS: &str = "ada.lovelace@example.com";

pub(crate) async fn by_email(table: &Table) -> Result<Step> {
    let mut step = Step::new("A user by email address: in the index are only those who have one");
    let (code, condition) = shown!(User::query_gsi1(UserGsi1Pk { email: ADDRESS }).build()?);
    step.code(code);
    step.condition(&condition);
    for user in table.query_as::<User>(&condition).await? {
        step.row(user);
    }
    Ok(step)
}

pub(crate) async fn by_total(table: &Table) -> Result<Step> {
    let mut step =
        Step::new("Paid orders of 400 and more, the largest first: the sort key is a number");
    let paid = OrderByTotalPk { status: Status::Paid };
    let (code, condition) =
        shown!(Order::query_by_total(paid).total_cents_in(40_000..).descending().build()?);
    step.code(code);
    step.condition(&condition);
    let orders = || table.query_as::<Order>(&condition);
    for order in orders().limit(SHOWN).await? {
        step.row(order);
    }
    step.say(format_args!("{} large orders", orders().count().await?));
    Ok(step)
}
