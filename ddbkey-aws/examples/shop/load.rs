//! The first step: every row of the file is written under the keys of its struct, or refused with a
//! reason. Nothing is repaired, and no part of a refused row is stored.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use ddbkey_aws::prelude::*;

use super::entities::Shop;
use super::step::Step;
use super::table::{Item, Table};
use super::{Result, rows};

/// The result of loading the rows.
#[derive(Default)]
pub(crate) struct Loaded {
    pub(crate) users: usize,
    pub(crate) orders: usize,
    pub(crate) refused: Refused,
}

/// Reasons in the order of the file, each with the numbers of its lines.
#[derive(Default)]
pub(crate) struct Refused(pub(crate) Vec<(String, Vec<usize>)>);

pub(crate) async fn load(table: &Table) -> Result<(Loaded, Step)> {
    let mut loaded = Loaded::default();
    for (at, line) in rows::lines().enumerate() {
        match write(table, line).await? {
            Ok(Shop::User(_)) => loaded.users += 1,
            Ok(Shop::Order(_)) => loaded.orders += 1,
            Err(reason) => loaded.refused.add(reason, at + 1),
        }
    }
    let step = loaded.step();
    Ok((loaded, step))
}

/// Writes a row. Returns the row once it is in the table, or the reason why it is not.
async fn write(table: &Table, line: &[u8]) -> Result<Result<Shop, String>> {
    match read(line) {
        Ok((row, item)) => {
            let is_new = put(table, item).await?;
            Ok(is_new.then_some(row).ok_or_else(|| TAKEN.to_owned()))
        }
        Err(reason) => Ok(Err(reason)),
    }
}

const TAKEN: &str = "a row with the same key is in the table already";

/// Returns the row and its item, which has every key attribute next to the fields.
fn read(line: &[u8]) -> Result<(Shop, Item), String> {
    let row = rows::parse(line)?;
    let item = row.to_item().map_err(|error| error.to_string())?;
    Ok((row, item))
}

/// Returns whether the item was written: an existing item is not replaced.
async fn put(table: &Table, item: Item) -> Result<bool> {
    let put = table.client.put_item().table_name(&table.name).set_item(Some(item));
    match put.if_absent::<Shop>().send().await.map_err(SdkError::into_service_error) {
        Ok(_) => Ok(true),
        Err(PutItemError::ConditionalCheckFailedException(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

impl Loaded {
    fn step(&self) -> Step {
        let Self { users, orders, refused } = self;
        let mut step = Step::new("Every row of shop.jsonl, written under the keys of its struct");
        step.code("order.to_item()?");
        step.say(format_args!("{users} users and {orders} orders are written."));
        step.say(format_args!(
            "{} rows are refused, and nothing of them is stored:",
            refused.count()
        ));
        for (reason, lines) in &refused.0 {
            step.say(format_args!("  {:<15} {reason}", numbers(lines)));
        }
        step
    }
}

impl Refused {
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|(_, lines)| lines.len()).sum()
    }

    fn add(&mut self, reason: String, line: usize) {
        match self.0.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, lines)) => lines.push(line),
            None => self.0.push((reason, vec![line])),
        }
    }
}

/// Formats line numbers, such as "line 7" or "lines 7, 9, 12 and 3 more".
fn numbers(lines: &[usize]) -> String {
    const SHOWN: usize = 3;
    let first: Vec<_> = lines.iter().take(SHOWN).map(usize::to_string).collect();
    let more = match lines.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}{more}", first.join(", "))
}
