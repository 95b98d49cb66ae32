//! How many bytes DynamoDB counts for an item.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::value::Item;

/// The most bytes of an item.
pub(super) const MAX_ITEM: usize = 400 << 10;

/// The bytes of an item: its names and its values.
pub(super) fn of_item(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + of(value)).sum()
}

/// The bytes of a value.
pub(super) fn of(value: &AttributeValue) -> usize {
    use AttributeValue::{B, Bool, Bs, L, M, N, Ns, Null, S, Ss};
    match value {
        S(string) => string.len(),
        N(digits) => number(digits),
        B(bytes) => bytes.as_ref().len(),
        Bool(_) | Null(_) => 1,
        Ss(strings) => strings.iter().map(String::len).sum(),
        Ns(numbers) => numbers.iter().map(|digits| number(digits)).sum(),
        Bs(list) => list.iter().map(|bytes| bytes.as_ref().len()).sum(),
        L(list) => 3 + list.iter().map(|value| 1 + of(value)).sum::<usize>(),
        M(map) => 3 + map.iter().map(|(name, value)| 1 + name.len() + of(value)).sum::<usize>(),
        _ => 0,
    }
}

/// Two digits take a byte, and the number one more.
fn number(digits: &str) -> usize {
    digits.len().div_ceil(2) + 1
}
