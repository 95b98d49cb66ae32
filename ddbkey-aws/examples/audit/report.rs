//! What an audit counts, and where the first faults of each kind are.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ddbkey_aws::ItemAttributes;
use ddbkey_aws::prelude::*;
use indicatif::ProgressBar;
use serde_dynamo::Item;

use super::export::{Entry, ExportFile, entry};
use super::table::Shop;

/// The most positions that are kept of one kind of fault.
const MOST: usize = 10;

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) entities: BTreeMap<&'static str, u64>,
    pub(crate) deleted: u64,
    /// By what they print, which never shows the text of a key.
    pub(crate) faults: BTreeMap<String, Found>,
}

/// A kind of fault.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) count: u64,
    pub(crate) first: Vec<Position>,
}

#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) file: String,
    pub(crate) line: u64,
    keys: Option<String>,
}

impl Report {
    pub(crate) fn add_file(&mut self, file: &ExportFile, bar: &ProgressBar) {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let result =
            file.for_each_line(bar, |line, text| self.add_entry(&name, line, entry(text).as_ref()));
        if let Err((line, error)) = result {
            self.add_fault(format!("the file cannot be read on: {error}"), &name, line, None);
        }
    }

    pub(crate) fn add_entry(&mut self, file: &str, line: u64, entry: Option<&Entry>) {
        match entry {
            None => self.add_fault("the line is no entry of an export".into(), file, line, None),
            Some(Entry::Deleted) => self.deleted += 1,
            Some(Entry::Item(item)) => self.add_item(file, line, item),
        }
    }

    fn add_item(&mut self, file: &str, line: u64, item: &Item) {
        let entity = Shop::key_of(item).map_or("of no entity", |key| key.entity());
        *self.entities.entry(entity).or_default() += 1;
        for fault in Shop::audit(item) {
            self.add_fault(fault.to_string(), file, line, Some(item));
        }
    }

    fn add_fault(&mut self, fault: String, file: &str, line: u64, item: Option<&Item>) {
        let found = self.faults.entry(fault).or_default();
        found.count += 1;
        if found.first.len() < MOST {
            let key = |name| item?.value(name).map(|value| format!("{:?}", value.as_str()));
            let keys = key("pk").map(|pk| format!("{pk} {}", key("sk").unwrap_or_default()));
            found.first.push(Position { file: file.into(), line, keys });
        }
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.deleted += other.deleted;
        for (entity, count) in other.entities {
            *self.entities.entry(entity).or_default() += count;
        }
        for (fault, found) in other.faults {
            let own = self.faults.entry(fault).or_default();
            own.count += found.count;
            own.first.extend(found.first);
            own.first.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
            own.first.truncate(MOST);
        }
        self
    }

    pub(crate) fn print(&self, out: &mut impl Write, with_keys: bool) -> io::Result<()> {
        for (entity, count) in &self.entities {
            writeln!(out, "{count:>12}  {entity}")?;
        }
        if self.deleted > 0 {
            writeln!(out, "{:>12}  deleted", self.deleted)?;
        }
        if self.faults.is_empty() {
            return writeln!(out, "no faults");
        }
        for (fault, found) in &self.faults {
            writeln!(out, "\n{:>12}  {fault}", found.count)?;
            for Position { file, line, keys } in &found.first {
                let keys = keys.as_deref().filter(|_| with_keys).unwrap_or_default();
                writeln!(out, "{:14}{file}:{line} {keys}", "")?;
            }
        }
        Ok(())
    }
}
