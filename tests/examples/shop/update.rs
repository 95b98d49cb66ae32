//! The steps that change fields of an index key. Both attributes of the index are set, or both are removed:
//! there is no way to write half an index key.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::{DdbKeys, Keys, UpdateExt};

use super::Result;
use super::entities::{Order, OrderGsi1Pk, Status, User, UserGsi1Pk, UserKey};
use super::step::{Step, shown};
use super::table::Table;

/// The newest order that is not paid yet, is paid now.
pub(crate) async fn pay(table: &Table) -> Result<Step> {
    let mut step = Step::new("An order moves to another status: both index attributes are set");
    let Some(order) = newest_pending(table).await? else {
        step.say("There is none left that is not paid.");
        return Ok(step);
    };
    step.row(&order);
    let paid = Order { status: Status::Paid, ..order };
    let (code, index) = shown!(paid.gsi1().keys()?);
    step.code(code);
    step.keys(&index);
    let update = update(table, paid.key().keys()?)
        .update_expression("SET #status = :status")
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":status", serde_dynamo::to_attribute_value(paid.status)?)
        .update_index_keys(&paid)?;
    step.say(update.get_update_expression().as_deref().unwrap_or_default());
    let paid = update.send().await?.attributes.unwrap_or_default();
    step.row(Order::from_item(paid)?);
    Ok(step)
}

async fn newest_pending(table: &Table) -> Result<Option<Order>> {
    let pending = Order::query_gsi1(OrderGsi1Pk { status: Status::Pending }).build()?;
    let newest = table.query(&pending).scan_index_forward(false).limit(1).send().await?;
    let item = newest.items.unwrap_or_default().pop();
    Ok(item.map(Order::from_item).transpose()?)
}

/// A user takes their address back, and leaves the index.
pub(crate) async fn withdraw(table: &Table) -> Result<Step> {
    let mut step =
        Step::new("A user without an address is in no index: both attributes are removed");
    let (code, attributes) = shown!(User::GSI1_ATTRIBUTES);
    step.code(code);
    let expression = format!("REMOVE email, {}", attributes.join(", "));
    step.say(&expression);
    let update = update(table, UserKey { user_id: "u5" }.keys()?).update_expression(expression);
    let user = User::from_item(update.send().await?.attributes.unwrap_or_default())?;
    step.row(&user);
    let found = User::query_gsi1(UserGsi1Pk { email: "u5@example.com" }).build()?;
    step.say(format_args!("{} users with that address", table.items(&found).await?.len()));
    Ok(step)
}

/// An update of the item with this key, which returns what the item is then.
fn update(table: &Table, key: Keys) -> UpdateItemFluentBuilder {
    let update = table.client.update_item().table_name(&table.name).set_key(Some(key.into()));
    update.condition_expression("attribute_exists(pk)").return_values(ReturnValue::AllNew)
}
