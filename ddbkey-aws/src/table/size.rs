//! Computes the size that DynamoDB counts for an item.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::value::Item;

/// The maximum size of an item in bytes.
pub(super) const MAX_ITEM: usize = 400 << 10;

/// Returns the size of an item in bytes: its names and its values.
#[must_use]
pub fn of_item(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + of(value)).sum()
}

/// Returns the size of a value in bytes.
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

/// Returns the size of a number in bytes: one for each two digits, and one more.
fn number(digits: &str) -> usize {
    digits.len().div_ceil(2) + 1
}
