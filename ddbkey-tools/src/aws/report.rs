//! What a run has counted.

use std::collections::BTreeMap;
use std::fmt;

use ddbkey_aws::__private::{KeptName, audit, size};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, ItemAttributes, ReadItems};

use super::Item;
use super::step::RowStep;

/// The maximum number of positions to keep for one kind of fault.
const MAX_POSITIONS: usize = 10;

/// Returns the write units for writing an item of this many bytes.
pub(super) const fn write_units(bytes: u64) -> u64 {
    if bytes == 0 { 1 } else { bytes.div_ceil(1024) }
}

/// What a run has found and done. It prints as lines for people, without the value of any key.
///
/// Faults are counted as they were before the run repaired or moved the row.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Whether the run wrote nothing, so that the report counts what a run would do.
    pub(super) is_plan: bool,
    /// The rows of each entity that the run has read; those of no entity are under `of no entity`. A moved row can be
    /// counted again under its new key.
    pub rows: BTreeMap<&'static str, u64>,
    /// The entries of an incremental export whose rows were deleted.
    pub(super) deleted: u64,
    /// By entity and fault.
    pub(super) faults: BTreeMap<(&'static str, String), FaultCount>,
    /// The rows that were moved from a legacy key.
    pub moved: u64,
    /// The rows that were repaired.
    pub repaired: u64,
    /// The write units for these moves and repairs, without their indexes.
    pub(super) write_units: u64,
    /// The attributes that rows have lost, each with the number of rows.
    pub removed: BTreeMap<String, u64>,
    /// The rows under both a legacy key and the current key. Only the application knows how to merge two such rows.
    pub under_both_keys: u64,
    /// The refused writes: another writer had changed the row, and the row was read again.
    pub(super) refused: u64,
    /// The reasons why rows were left unchanged, each with the number of rows.
    pub left: BTreeMap<String, u64>,
}

/// A kind of fault.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultCount {
    pub(super) count: u64,
    /// The file and the line of the first rows of an export.
    pub(super) first: Vec<(String, u64)>,
}

impl Report {
    /// Returns the faults of all rows, each with its entity and the number of rows.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, &str, u64)> {
        self.faults.iter().map(|((entity, fault), found)| (*entity, &**fault, found.count))
    }

    /// Returns whether a run that wrote nothing found nothing to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_plan
            && self.moved + self.repaired + self.under_both_keys == 0
            && self.left.is_empty()
    }

    /// Counts a row with its faults.
    pub(super) fn add<T: ReadItems>(
        &mut self,
        item: &impl ItemAttributes,
        kept: KeptName,
    ) -> Vec<Fault> {
        *self.rows.entry(entity_of::<T>(item)).or_default() += 1;
        let faults = audit::<T>(&item.sdk_item(), kept);
        for fault in &faults {
            self.fault(fault.entity(), fault.to_string()).count += 1;
        }
        faults
    }

    /// Counts something that is wrong with a line of an export.
    pub(super) fn add_fault(&mut self, fault: String) -> &mut FaultCount {
        let found = self.fault("", fault);
        found.count += 1;
        found
    }

    pub(super) fn fault(&mut self, entity: &'static str, fault: String) -> &mut FaultCount {
        self.faults.entry((entity, fault)).or_default()
    }

    pub(super) fn done(&mut self, step: &RowStep, item: &Item, removed: Vec<String>) {
        let units = write_units(size(item) as u64);
        match step {
            RowStep::Move(_) => {
                self.moved += 1;
                // A write in a transaction costs twice as much.
                self.write_units += 2 * u64::from(step.writes()) * units;
            }
            RowStep::Repair(_) => {
                self.repaired += 1;
                self.write_units += units;
            }
        }
        for name in removed {
            *self.removed.entry(name).or_default() += 1;
        }
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        for (entity, count) in other.rows {
            *self.rows.entry(entity).or_default() += count;
        }
        for (fault, found) in other.faults {
            let own = self.faults.entry(fault).or_default();
            own.count += found.count;
            own.first.extend(found.first);
            own.first.sort_unstable();
            own.first.truncate(MAX_POSITIONS);
        }
        self.deleted += other.deleted;
        self.moved += other.moved;
        self.repaired += other.repaired;
        self.write_units += other.write_units;
        self.under_both_keys += other.under_both_keys;
        self.refused += other.refused;
        for (counts, others) in [(&mut self.removed, other.removed), (&mut self.left, other.left)] {
            for (name, count) in others {
                *counts.entry(name).or_default() += count;
            }
        }
        self
    }
}

impl FaultCount {
    /// Keeps a position if it is one of the first.
    pub(super) fn at(&mut self, file: &str, line: u64) {
        if self.first.len() < MAX_POSITIONS {
            self.first.push((file.into(), line));
        }
    }
}

/// Returns the name of the entity that the key of an item belongs to.
pub(super) fn entity_of<T: ReadItems>(item: &impl ItemAttributes) -> &'static str {
    let entities = T::SCHEMA.entities();
    T::key_of(item).map_or("of no entity", |key| entities[T::place_of(&key)].name())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (entity, count) in &self.rows {
            writeln!(f, "{count:>12}  {entity}")?;
        }
        let to_be = if self.is_plan { "to be " } else { "" };
        for (count, what) in [
            (self.deleted, "deleted".to_owned()),
            (self.moved, format!("{to_be}moved")),
            (self.repaired, format!("{to_be}repaired")),
            (self.write_units, "write units for that, without the indexes".into()),
            (
                self.under_both_keys,
                "under a legacy key and under the current one: merge them".into(),
            ),
            (self.refused, "writes refused, since another writer had changed the row".into()),
        ] {
            if count > 0 {
                writeln!(f, "{count:>12}  {what}")?;
            }
        }
        for (name, count) in &self.removed {
            writeln!(
                f,
                "{count:>12}  {}lose `{name}`",
                if self.is_plan { "to " } else { "rows that " }
            )?;
        }
        for (reason, count) in &self.left {
            writeln!(f, "{count:>12}  left as they are: {reason}")?;
        }
        // These are the faults before the run, so a run that has written does not print them.
        if !self.is_plan {
            return Ok(());
        }
        for ((entity, fault), found) in &self.faults {
            let separator = if entity.is_empty() { "" } else { ": " };
            writeln!(f, "{:>12}  {entity}{separator}{fault}", found.count)?;
            for (file, line) in &found.first {
                writeln!(f, "{:14}{file}:{line}", "")?;
            }
        }
        if self.faults.is_empty() { writeln!(f, "{:>12}  faults", 0) } else { Ok(()) }
    }
}
