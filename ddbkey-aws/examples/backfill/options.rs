//! What the command line asks for.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use super::Result;
use super::table::Shop;

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) table: String,
    pub(crate) is_dry_run: bool,
    pub(crate) is_repair_only: bool,
    /// The one whose items are looked at.
    pub(crate) entity: Option<String>,
    pub(crate) segments: i32,
    /// The attribute that a moved item gets, with the text of its former key.
    pub(crate) mark: Option<String>,
    /// Items that a request of the scan returns.
    pub(crate) page: i32,
    /// Writes a second, over all segments.
    pub(crate) rate: Option<u32>,
    pub(crate) progress: Option<PathBuf>,
    pub(crate) left: Option<PathBuf>,
}

impl Options {
    pub(crate) fn of_table(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            is_dry_run: false,
            is_repair_only: false,
            entity: None,
            segments: 4,
            mark: None,
            page: 100,
            rate: None,
            progress: None,
            left: None,
        }
    }

    /// The options of a command line, the name of the program included.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self> {
        let mut parser = lexopt::Parser::from_iter(arguments);
        let mut options = Self::of_table("");
        while let Some(argument) = parser.next()? {
            match argument {
                Long("dry-run") => options.is_dry_run = true,
                Long("repair-only") => options.is_repair_only = true,
                Long("entity") => options.entity = Some(entity(parser.value()?.string()?)?),
                Long("segments") => options.segments = parser.value()?.parse::<i32>()?.max(1),
                Long("mark") => options.mark = Some(parser.value()?.string()?),
                Long("rate") => options.rate = Some(parser.value()?.parse::<u32>()?.max(1)),
                Long("progress") => options.progress = Some(parser.value()?.into()),
                Long("left") => options.left = Some(parser.value()?.into()),
                Value(table) if options.table.is_empty() => options.table = table.string()?,
                other => return Err(other.unexpected().into()),
            }
        }
        if options.table.is_empty() {
            return Err("no table\nhelp: backfill TABLE".into());
        }
        Ok(options)
    }

    /// The same, to look at all of it again and write nothing, not even to the files.
    pub(super) fn second_look(&self) -> Self {
        Self { is_dry_run: true, progress: None, left: None, ..self.clone() }
    }
}

fn entity(name: String) -> Result<String> {
    let names: Vec<_> = Shop::SCHEMA.entities().iter().map(|entity| entity.name()).collect();
    if names.contains(&&*name) {
        return Ok(name);
    }
    let names = names.join("`, `");
    Err(format!("no entity `{name}`\nhelp: available entities are: `{names}`").into())
}
