//! What a backfill counts.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

use ddbkey::items::TableItems;

use super::Item;

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) is_dry_run: bool,
    pub(crate) items: u64,
    pub(crate) moved: u64,
    pub(crate) repaired: u64,
    /// Under a former key and under today's: which one holds, only the application knows.
    pub(crate) under_both_keys: u64,
    /// Writes that were refused because somebody else had changed the item, which is then read again.
    pub(crate) refused: u64,
    /// By entity and fault. A fault never shows the text of a key.
    pub(crate) faults: BTreeMap<(&'static str, String), u64>,
    /// The items that a repair leaves as they are, by the reason.
    pub(crate) left: BTreeMap<String, u64>,
}

impl Report {
    pub(super) fn add<T: TableItems>(&mut self, item: &Item) {
        self.items += 1;
        for fault in T::audit(item) {
            *self.faults.entry((fault.entity(), fault.to_string())).or_default() += 1;
        }
    }

    /// Counts an item that is left as it is.
    pub(super) fn left(&mut self, reason: &impl Display) {
        *self.left.entry(reason.to_string()).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.items += other.items;
        self.moved += other.moved;
        self.repaired += other.repaired;
        self.under_both_keys += other.under_both_keys;
        self.refused += other.refused;
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        for (reason, count) in other.left {
            *self.left.entry(reason).or_default() += count;
        }
    }

    /// Whether every item is as its entity writes it.
    pub(crate) fn is_clean(&self) -> bool {
        let is_done = self.moved + self.repaired == 0 || !self.is_dry_run;
        is_done && self.left.is_empty() && self.under_both_keys == 0
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:>10}  items", self.items)?;
        let to_be = if self.is_dry_run { "to be " } else { "" };
        for (count, what) in [(self.moved, "moved"), (self.repaired, "repaired")] {
            writeln!(out, "{count:>10}  {to_be}{what}")?;
        }
        for (count, what) in [
            (self.under_both_keys, "under a former key and under today's: merge them"),
            (self.refused, "writes refused, since others had changed the item"),
        ] {
            if count > 0 {
                writeln!(out, "{count:>10}  {what}")?;
            }
        }
        for ((entity, fault), count) in &self.faults {
            writeln!(out, "{count:>10}  {entity}: {fault}")?;
        }
        for (reason, count) in &self.left {
            writeln!(out, "{count:>10}  left as they are: {reason}")?;
        }
        writeln!(
            out,
            "{}",
            if self.is_clean() { "the table is clean" } else { "the table is not clean" }
        )
    }
}
