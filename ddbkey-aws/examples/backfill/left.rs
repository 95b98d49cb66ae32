//! The keys of items that are left as they are, in a file: a line of JSON for each, whose `key` is what
//! `aws dynamodb get-item --key` takes.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::table::Shop;
use super::{Item, Options, Result};

pub(super) struct Left {
    file: Option<Mutex<File>>,
    key: Vec<&'static str>,
}

#[derive(Serialize)]
struct Line<'r> {
    key: serde_dynamo::Item,
    reason: &'r str,
}

impl Left {
    /// Where a run goes on, so does its file; a page that was not finished is in it twice then.
    pub(super) fn open(options: &Options, is_resumed: bool) -> Result<Self> {
        let open = |path| {
            let mut file = OpenOptions::new();
            file.create(true).write(true).append(is_resumed).truncate(!is_resumed).open(path)
        };
        let file = options.left.as_ref().map(open).transpose()?.map(Mutex::new);
        let attributes = Shop::SCHEMA.entities().iter().flat_map(|entity| entity.key_attributes());
        let key = attributes.filter(|own| own.index_name().is_none());
        Ok(Self { file, key: key.map(|own| own.name()).collect() })
    }

    pub(super) fn write(&self, item: &Item, reason: &str) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut key = item.clone();
        key.retain(|name, _| self.key.contains(&name.as_str()));
        let mut line = serde_json::to_vec(&Line { key: key.into(), reason })?;
        line.push(b'\n');
        Ok(file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)?)
    }
}
