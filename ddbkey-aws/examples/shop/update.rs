//! The steps that change fields of an index key. Both attributes of the index are set, or both are removed:
//! half an index key cannot be written.

use super::Result;
use super::entities::{Order, OrderGsi1Pk, OrderKey, Status, User, UserGsi1Pk, UserKey};
use super::step::{Step, shown};
use super::table::Table;

/// Pays the newest order that is not paid yet.
pub(crate) async fn pay(table: &Table) -> Result<Step> {
    let mut step = Step::new("An order moves to another status: both index attributes are set");
    let pending = Order::query_gsi1(OrderGsi1Pk { status: Status::Pending });
    let Some(order) = table.query(pending.descending()).first().await? else {
        step.say("There is none left that is not paid.");
        return Ok(step);
    };
    step.row(&order);
    let Order { user_id, created_at, id, .. } = &order;
    let key = OrderKey { user_id, created_at: *created_at, id: *id };
    let (code, update) = shown!(table.update(key, |order: &mut Order| order.status = Status::Paid));
    step.code(code);
    let paid = update.customize(|request| {
        step.update(&request);
        request
    });
    let paid = paid.await?.ok_or("the order is not in the table")?;
    step.row(paid);
    Ok(step)
}

/// Removes the email address of a user, who leaves the index.
pub(crate) async fn withdraw(table: &Table) -> Result<Step> {
    let mut step =
        Step::new("A user without an address is in no index: both attributes are removed");
    let key = UserKey { user_id: "u5" };
    let (code, update) = shown!(table.update(key, |user: &mut User| user.email = None));
    step.code(code);
    let user = update.customize(|request| {
        step.update(&request);
        request
    });
    let user = user.await?.ok_or("the user is not in the table")?;
    step.row(user);
    let found = User::query_gsi1(UserGsi1Pk { email: "u5@example.com" });
    step.say(format_args!("{} users with that address", table.query(found).count().await?));
    Ok(step)
}
