//! Computes the capacity that an item costs.

use aws_sdk_dynamodb::types::AttributeValue;

use super::Item;

/// Returns the write units for writing an item of this many bytes.
pub(super) const fn write_units(bytes: u64) -> u64 {
    if bytes == 0 { 1 } else { bytes.div_ceil(1024) }
}

/// Returns the size of an item as DynamoDB counts it, or slightly more.
pub(super) fn size(item: &Item) -> u64 {
    item.iter().map(|(name, value)| name.len() as u64 + size_of_value(value)).sum()
}

fn size_of_value(value: &AttributeValue) -> u64 {
    let strings = |strings: &[String]| strings.iter().map(|own| own.len() as u64).sum();
    match value {
        AttributeValue::S(string) | AttributeValue::N(string) => string.len() as u64,
        AttributeValue::B(bytes) => bytes.as_ref().len() as u64,
        AttributeValue::Bs(all) => all.iter().map(|bytes| bytes.as_ref().len() as u64).sum(),
        AttributeValue::Ss(all) | AttributeValue::Ns(all) => strings(all),
        AttributeValue::L(all) => 3 + all.iter().map(|value| 1 + size_of_value(value)).sum::<u64>(),
        AttributeValue::M(map) => 3 + map.len() as u64 + size(map),
        _ => 1,
    }
}
