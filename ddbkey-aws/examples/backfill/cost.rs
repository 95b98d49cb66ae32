//! What a run costs in capacity. Indexes cost in addition: up to two write units for each KB of an item in each
//! index whose attributes change.

use std::fmt;

use aws_sdk_dynamodb::types::{AttributeValue, TableDescription};

use super::Item;

/// What there is to know before a run, by a count that DynamoDB makes every six hours.
pub(super) struct Cost {
    pub(super) items: u64,
    bytes: u64,
}

impl Cost {
    pub(super) fn of(table: &TableDescription) -> Self {
        let count = |count: Option<i64>| count.unwrap_or_default().unsigned_abs();
        Self { items: count(table.item_count()), bytes: count(table.table_size_bytes()) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let average = self.bytes.checked_div(self.items).unwrap_or_default();
        writeln!(
            f,
            "about {} items of {average} bytes, as DynamoDB counts them every six hours",
            self.items
        )?;
        let read = self.bytes.div_ceil(4096);
        writeln!(f, "{read:>10}  read units for each of two scans")?;
        let (repair, moved) = (write_units(average), 4 * write_units(average));
        writeln!(f, "{repair:>10}  write units for a repair, {} for all", repair * self.items)?;
        writeln!(
            f,
            "{moved:>10}  write units for a move, two writes in a transaction, {} for all",
            moved * self.items
        )?;
        writeln!(
            f,
            "            and for each index that an item enters, leaves or moves within, up to {}",
            2 * repair
        )
    }
}

/// The write units of one write of an item of so many bytes.
pub(super) const fn write_units(bytes: u64) -> u64 {
    if bytes == 0 { 1 } else { bytes.div_ceil(1024) }
}

/// The size of an item as DynamoDB counts it, or somewhat more.
pub(super) fn size(item: &Item) -> u64 {
    item.iter().map(|(name, value)| name.len() as u64 + size_of_value(value)).sum()
}

fn size_of_value(value: &AttributeValue) -> u64 {
    let texts = |texts: &[String]| texts.iter().map(|text| text.len() as u64).sum();
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.len() as u64,
        AttributeValue::B(bytes) => bytes.as_ref().len() as u64,
        AttributeValue::Bs(all) => all.iter().map(|bytes| bytes.as_ref().len() as u64).sum(),
        AttributeValue::Ss(all) | AttributeValue::Ns(all) => texts(all),
        AttributeValue::L(all) => 3 + all.iter().map(|value| 1 + size_of_value(value)).sum::<u64>(),
        AttributeValue::M(map) => 3 + map.len() as u64 + size(map),
        _ => 1,
    }
}
