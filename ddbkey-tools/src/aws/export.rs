//! Reads the files of an export and their lines.

use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::entry::{ExportEntry, entry};
use super::error::RunError;
use super::scan::{is_scan, read_scan};
use crate::gzip::decompressed;

/// A file of lines: `AWSDynamoDB/<export>/data/<name>.json.gz`, or a file that was passed by name.
pub(super) struct ExportFile {
    pub(super) path: PathBuf,
    pub(super) len: u64,
}

/// Returns the given files, and every export file in the given folders. The largest comes first, so that no thread has to
/// finish it alone.
pub(super) fn files(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<Vec<ExportFile>, RunError> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for path in paths {
        let path = path.as_ref();
        let meta = fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
        if meta.is_dir() {
            folders.push(path.to_owned());
        } else {
            files.push(ExportFile { path: path.to_owned(), len: meta.len() });
        }
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| cannot_read(&folder, &error))? {
            let (path, meta) = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)))?;
            if meta.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".json.gz") {
                files.push(ExportFile { path, len: meta.len() });
            }
        }
    }
    if files.is_empty() {
        return Err("no file of an export, `*.json.gz`".into());
    }
    files.sort_by(|one, other| (other.len, &one.path).cmp(&(one.len, &other.path)));
    Ok(files)
}

fn cannot_read(path: &Path, error: &io::Error) -> RunError {
    format!("cannot read `{}`: {error}", path.display()).into()
}

impl ExportFile {
    /// Passes each entry to a function with the number of its line, or of the item in the output of a scan, counted from 1,
    /// until the end of the file or of its readable part.
    pub(super) fn for_each_entry(
        &self,
        bar: &ProgressBar,
        mut each: impl FnMut(u64, Option<ExportEntry>),
    ) -> Result<(), (u64, io::Error)> {
        let mut lines = self.open(bar).map_err(|error| (0, error))?;
        if is_scan(lines.fill_buf().map_err(|error| (0, error))?) {
            return read_scan(lines, each);
        }
        let (mut buffer, mut number) = (Vec::new(), 0);
        loop {
            buffer.clear();
            match lines.read_until(b'\n', &mut buffer) {
                Ok(0) => return Ok(()),
                Ok(_) => {
                    number += 1;
                    each(number, entry(&buffer));
                }
                Err(error) => return Err((number, error)),
            }
        }
    }

    fn open(&self, bar: &ProgressBar) -> io::Result<Box<dyn BufRead>> {
        decompressed(bar.wrap_read(File::open(&self.path)?))
    }
}
