//! The step that reads an index: a user by email address.

use ddbkey::DdbKeys;

use super::Result;
use super::entities::{User, UserGsi1Pk};
use super::step::{Step, shown};
use super::table::Table;

const ADDRESS: &str = "ada.lovelace@example.com";

pub(crate) async fn by_email(table: &Table) -> Result<Step> {
    let mut step = Step::new("A user by email address: in the index are only those who have one");
    let (code, condition) = shown!(User::query_gsi1(UserGsi1Pk { email: ADDRESS }).build()?);
    step.code(code);
    step.condition(&condition);
    for item in table.items(&condition).await? {
        step.row(User::from_item(item)?);
    }
    Ok(step)
}
