//! Counts rows by the shapes of their keys, without anything that could be a value.

use std::collections::{BTreeMap, BTreeSet};

use super::segments::split;
use super::value::StoredRow;

/// How many rows have keys of each shape, `USER#* / ORDER#*`.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskedKeys {
    pub(super) counts: BTreeMap<String, u64>,
    /// The words in the literals of known keys. No other segment is shown.
    words: BTreeSet<String>,
}

/// The maximum number of different shapes to distinguish.
const MAX_SHAPES: usize = 200;

impl MaskedKeys {
    /// Counts nothing yet. These are the literals of known keys.
    pub(super) fn new<'l>(literals: impl Iterator<Item = &'l str>) -> Self {
        let is_end = |own: char| own.is_ascii_punctuation() && own != '_' && own != '-';
        let words = literals.flat_map(|text| text.split(is_end)).map(ToOwned::to_owned);
        Self { counts: BTreeMap::new(), words: words.collect() }
    }

    /// Counts a row by its key attributes.
    pub(super) fn add<'n>(&mut self, row: &StoredRow, names: impl Iterator<Item = &'n str>) {
        let keys = names.map(|name| {
            let text = row.text(name).unwrap_or_default();
            let (separator, segments) = split(text);
            let mask = |own| if self.words.contains(own) { own } else { "*" };
            let shown: Vec<_> = segments.into_iter().map(mask).collect();
            shown.join(&separator.to_string())
        });
        let shape = keys.collect::<Vec<_>>().join(" / ");
        if self.counts.contains_key(&shape) || self.counts.len() < MAX_SHAPES {
            *self.counts.entry(shape).or_default() += 1;
        }
    }
}
