//! What a backfill counts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ddbkey_aws::prelude::*;

use super::cost::{size, write_units};
use super::table::Shop;
use super::{Item, Step};

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) is_dry_run: bool,
    /// As the scan returns them: one that is moved can be met again under its new key.
    pub(crate) items: u64,
    pub(crate) moved: u64,
    pub(crate) repaired: u64,
    /// For these moves and repairs, without the indexes.
    pub(crate) write_units: u64,
    /// Under a former key and under today's: which one holds, only the application knows.
    pub(crate) under_both_keys: u64,
    /// Writes that were refused because somebody else had changed the item, which is then read again.
    pub(crate) refused: u64,
    /// By entity and fault. A fault never shows the text of a key.
    pub(crate) faults: BTreeMap<(&'static str, String), u64>,
    /// The items that are left as they are, by the reason.
    pub(crate) left: BTreeMap<String, u64>,
}

impl Report {
    pub(super) fn add(&mut self, item: &Item) {
        self.items += 1;
        for fault in Shop::audit(item) {
            *self.faults.entry((fault.entity(), fault.to_string())).or_default() += 1;
        }
    }

    pub(super) fn done(&mut self, step: &Step, item: &Item) {
        let units = write_units(size(item));
        match step {
            Step::Move(_) => {
                self.moved += 1;
                // A write in a transaction costs twice as much.
                self.write_units += 2 * u64::from(step.writes()) * units;
            }
            Step::Repair(_) => {
                self.repaired += 1;
                self.write_units += units;
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.items += other.items;
        self.moved += other.moved;
        self.repaired += other.repaired;
        self.write_units += other.write_units;
        self.under_both_keys += other.under_both_keys;
        self.refused += other.refused;
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        for (reason, count) in other.left {
            *self.left.entry(reason).or_default() += count;
        }
    }

    /// Whether a look at the table has found nothing to do.
    pub(crate) fn is_done(&self) -> bool {
        self.is_dry_run
            && self.moved + self.repaired + self.under_both_keys == 0
            && self.left.is_empty()
    }

    /// The faults are those before the run, so that one that has written does not print them.
    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:>10}  items", self.items)?;
        let to_be = if self.is_dry_run { "to be " } else { "" };
        for (count, what) in [(self.moved, "moved"), (self.repaired, "repaired")] {
            writeln!(out, "{count:>10}  {to_be}{what}")?;
        }
        for (count, what) in [
            (self.write_units, "write units for that, without the indexes"),
            (self.under_both_keys, "under a former key and under today's: merge them"),
            (self.refused, "writes refused, since others had changed the item"),
        ] {
            if count > 0 {
                writeln!(out, "{count:>10}  {what}")?;
            }
        }
        if self.is_dry_run {
            for ((entity, fault), count) in &self.faults {
                writeln!(out, "{count:>10}  {entity}: {fault}")?;
            }
        }
        for (reason, count) in &self.left {
            writeln!(out, "{count:>10}  left as they are: {reason}")?;
        }
        Ok(())
    }
}
