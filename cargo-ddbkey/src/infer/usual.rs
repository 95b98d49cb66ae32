//! Tells what is usual among rows, so that a few mistakes in them change nothing.

use std::collections::BTreeMap;

/// The number of rows that prove that a field is required, or which words an enum has.
pub(super) const ENOUGH: u64 = 10_000;

/// A value that fewer rows have may be personal data, and fewer rows tell no type and no rule.
pub(super) const FEW: u64 = 20;

/// Returns the most frequent value.
pub(super) fn most<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(value, _)| value)
}

/// Returns whether a count is at least nineteen in twenty: the others can be mistakes.
pub(super) const fn are_usual(count: usize, total: usize) -> bool {
    count * 20 >= total * 19
}
