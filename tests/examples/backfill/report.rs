//! What a backfill counts.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

use ddbkey::key::TableItems;
use ddbkey::schema::FaultKind;

use super::Item;

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) is_dry_run: bool,
    pub(crate) items: u64,
    pub(crate) repaired: u64,
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
            // To be moved, which is another job.
            if fault.kind() == FaultKind::OtherKey {
                self.left(&fault);
            }
        }
    }

    /// Counts an item that is left as it is.
    pub(super) fn left(&mut self, reason: &impl Display) {
        *self.left.entry(reason.to_string()).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.items += other.items;
        self.repaired += other.repaired;
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        for (reason, count) in other.left {
            *self.left.entry(reason).or_default() += count;
        }
    }

    /// Whether every item is as its entity writes it.
    pub(crate) fn is_clean(&self) -> bool {
        self.left.is_empty() && (self.repaired == 0 || !self.is_dry_run)
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:>10}  items", self.items)?;
        let repaired = if self.is_dry_run { "to be repaired" } else { "repaired" };
        writeln!(out, "{:>10}  {repaired}", self.repaired)?;
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
