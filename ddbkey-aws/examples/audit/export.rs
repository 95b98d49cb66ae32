//! The files of an export and their lines.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use indicatif::ProgressBar;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_dynamo::Item;

use super::Result;

/// A file of lines: `AWSDynamoDB/<export>/data/<name>.json.gz`.
pub(crate) struct ExportFile {
    pub(crate) path: PathBuf,
    pub(crate) len: u64,
}

/// Every file in a folder and those below it, the largest first, so that no thread is left with it.
pub(crate) fn files(folder: &Path) -> Result<Vec<ExportFile>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let (path, meta) = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)))?;
            if meta.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".json.gz") {
                files.push(ExportFile { path, len: meta.len() });
            }
        }
    }
    if files.is_empty() {
        return Err(format!("no *.json.gz in {}", folder.display()).into());
    }
    files.sort_by(|one, other| (other.len, &one.path).cmp(&(one.len, &other.path)));
    Ok(files)
}

/// A line of a full export, or of an incremental one, in which an item that was deleted has no new image.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    item: Option<Item>,
    new_image: Option<Item>,
    keys: Option<IgnoredAny>,
}

/// What a line holds.
pub(crate) enum Entry {
    Item(Item),
    Deleted,
}

/// `None` for a line that is not an entry of an export.
pub(crate) fn entry(line: &[u8]) -> Option<Entry> {
    let line: Line = serde_json::from_slice(line).ok()?;
    match (line.item.or(line.new_image), line.keys) {
        (Some(item), _) => Some(Entry::Item(item)),
        (None, Some(_)) => Some(Entry::Deleted),
        (None, None) => None,
    }
}

impl ExportFile {
    /// Hands over each line with its number, counted from 1, until the end of the file or of what can be
    /// read of it. One buffer serves all lines.
    pub(crate) fn for_each_line(
        &self,
        bar: &ProgressBar,
        mut each: impl FnMut(u64, &[u8]),
    ) -> Result<(), (u64, io::Error)> {
        let open = || File::open(&self.path).map(|file| BufReader::new(bar.wrap_read(file)));
        let mut lines = BufReader::new(MultiGzDecoder::new(open().map_err(|error| (0, error))?));
        let (mut buffer, mut number) = (Vec::new(), 0);
        loop {
            buffer.clear();
            match lines.read_until(b'\n', &mut buffer) {
                Ok(0) => return Ok(()),
                Ok(_) => {
                    number += 1;
                    each(number, &buffer);
                }
                Err(error) => return Err((number, error)),
            }
        }
    }
}
