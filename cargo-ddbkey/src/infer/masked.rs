//! Counts rows by the shapes of their keys, without anything that could be a value.

use std::collections::{BTreeMap, BTreeSet};

use super::segments::split;
use super::value::StoredRow;

/// How many rows have keys of each shape, `USER#* / ORDER#*`.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskedKeys(pub(super) BTreeMap<String, u64>);

/// The maximum number of different shapes to distinguish.
const MAX_SHAPES: usize = 200;

impl MaskedKeys {
    /// Counts a row by its key attributes. Only segments that are known literals are shown.
    pub(super) fn add<'n>(
        &mut self,
        row: &StoredRow,
        names: impl Iterator<Item = &'n str>,
        literals: &BTreeSet<String>,
    ) {
        let keys = names.map(|name| {
            let text = row.text(name).unwrap_or_default();
            let (separator, segments) = split(text);
            let mask = |own| if literals.contains(own) { own } else { "*" };
            let shown: Vec<_> = segments.into_iter().map(mask).collect();
            shown.join(&separator.to_string())
        });
        let shape = keys.collect::<Vec<_>>().join(" / ");
        if self.0.contains_key(&shape) || self.0.len() < MAX_SHAPES {
            *self.0.entry(shape).or_default() += 1;
        }
    }
}
