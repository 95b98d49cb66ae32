//! The first step: every row of the file is written under the keys of its struct, or refused with a
//! reason. Nothing is repaired, and no part of a refused row is stored.

use ddbkey_aws::TableErrorKind::{Exists, Item, Key};

use super::entities::Shop;
use super::step::Step;
use super::table::Table;
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

/// Writes a row, unless its key has an item. Returns the row once it is in the table, or the reason why it is not.
async fn write(table: &Table, line: &[u8]) -> Result<Result<Shop, String>> {
    let row = match rows::parse(line) {
        Ok(row) => row,
        Err(reason) => return Ok(Err(reason)),
    };
    match table.create(&row).await {
        Ok(()) => Ok(Ok(row)),
        Err(error) if error.kind() == Exists => Ok(Err(TAKEN.to_owned())),
        Err(error) if matches!(error.kind(), Key | Item) => Ok(Err(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

const TAKEN: &str = "a row with the same key is in the table already";

impl Loaded {
    fn step(&self) -> Step {
        let Self { users, orders, refused } = self;
        let mut step = Step::new("Every row of shop.jsonl, written under the keys of its struct");
        step.code("shop.create(&order).await?");
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
