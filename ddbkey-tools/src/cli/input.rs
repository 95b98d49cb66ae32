//! What a subcommand reads: a file or standard input, compressed or not, and the schema in it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::Failure;
use crate::schema::Schema;

/// The first bytes of what gzip has compressed.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Opens a file, or standard input for `-`. What starts as gzip does is decompressed.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let failed = |error| cannot_read(path, &error);
    let file: Box<dyn Read> = if is_standard_input(path) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(failed)?)
    };
    let mut file = BufReader::new(file);
    let is_compressed = file.fill_buf().map_err(failed)?.starts_with(&GZIP);
    Ok(if is_compressed {
        Box::new(BufReader::new(MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}

/// Reads the schema in a file: the text of a snapshot, or JSON.
pub(crate) fn schema(path: &Path) -> Result<Schema, Failure> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text).map_err(|error| cannot_read(path, &error))?;
    let schema = if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        Schema::parse(&text).map_err(|error| error.to_string())
    };
    schema.map_err(|error| format!("`{}` is not a schema: {error}", path.display()).into())
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    format!("cannot read `{}`: {error}", path.display()).into()
}
