//! Writes the keys of rows that are left unchanged to a file: a line of JSON for each.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use ddbkey::schema::TableSchema;
use serde::Serialize;

use super::Item;
use super::error::RunError;
use super::run::Run;

pub(super) struct LeftRows {
    file: Option<Mutex<File>>,
    /// The names of the table's key attributes.
    key: Vec<&'static str>,
}

#[derive(Serialize)]
struct LeftRow<'r> {
    key: serde_dynamo::Item,
    reason: &'r str,
}

impl LeftRows {
    /// Opens the file. If the run continues an earlier run, so does the file; an unfinished page is then in it twice.
    pub(super) fn open(
        run: &Run,
        schema: &'static TableSchema,
        is_resumed: bool,
    ) -> Result<Self, RunError> {
        let open = |path| {
            let mut file = OpenOptions::new();
            file.create(true).write(true).append(is_resumed).truncate(!is_resumed);
            for_owner(&mut file).open(path)
        };
        let file = run.left.as_ref().map(open).transpose()?.map(Mutex::new);
        let attributes = schema.entities().iter().flat_map(|entity| entity.key_attributes());
        let key = attributes.filter(|own| own.index_name().is_none());
        Ok(Self { file, key: key.map(|own| own.name()).collect() })
    }

    pub(super) fn write(&self, item: &Item, reason: &str) -> Result<(), RunError> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut key = item.clone();
        key.retain(|name, _| self.key.contains(&name.as_str()));
        let mut line = serde_json::to_vec(&LeftRow { key: key.into(), reason })?;
        line.push(b'\n');
        Ok(file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)?)
    }
}

/// Lets only the owner read and write a new file, if the system supports owners.
pub(super) fn for_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
