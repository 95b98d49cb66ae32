//! Reads the input of a subcommand: a file or standard input, compressed or not, and the schema in it.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use super::Failure;
use crate::gzip::decompressed;
use crate::schema::Schema;

/// Opens a file, or standard input for `-`. Gzip input is decompressed.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let failed = |error| cannot_read(path, &error);
    let file: Box<dyn Read> = if is_standard_input(path) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(failed)?)
    };
    decompressed(file).map_err(failed)
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn text(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text).map_err(|error| cannot_read(path, &error))?;
    Ok(text)
}

/// Reads the schema in a file: a snapshot, or JSON.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a schema.
pub fn schema(path: &Path) -> Result<Schema, Failure> {
    let text = text(path)?;
    let schema = if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        Schema::parse(&text).map_err(|error| error.to_string())
    };
    schema.map_err(|error| format!("`{}` is not a schema: {error}", path.display()).into())
}

/// Returns whether a path is `-`.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    format!("cannot read `{}`: {error}", path.display()).into()
}
