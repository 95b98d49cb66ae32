//! Compares a document with a committed file, in a test.

use std::path::Path;
use std::{env, fs, io};

use crate::error::SchemaError;

/// The value of `DDBKEY_SNAPSHOT` with which a test accepts the present document.
const WRITE: &str = "write";

/// Compares a document with a file, or writes the file. `kind` names the file in messages, and `changes`
/// describes how the two differ.
pub(crate) fn check(
    path: &Path,
    kind: &str,
    present: &str,
    changes: impl FnOnce(&str) -> Result<String, SchemaError>,
) -> Result<(), SchemaError> {
    if is_accepted() {
        return write(path, kind, present);
    }
    let Some(committed) = read(path, kind)? else {
        write(path, kind, present)?;
        return Err(SchemaError::new(format!(
            "there was no {kind} `{}`\nhelp: commit it, now that it is written",
            path.display()
        )));
    };
    // A checkout can change line endings.
    if committed.lines().eq(present.lines()) {
        return Ok(());
    }
    Err(SchemaError::new(format!(
        "{}\nhelp: to accept this, run the test with `DDBKEY_SNAPSHOT={WRITE}`, and commit the file",
        changes(&committed)?
    )))
}

/// Returns whether tests accept the present documents.
pub(crate) fn is_accepted() -> bool {
    env::var_os("DDBKEY_SNAPSHOT").is_some_and(|value| value == WRITE)
}

/// Reads a committed file, if it exists.
pub(crate) fn read(path: &Path, kind: &str) -> Result<Option<String>, SchemaError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", path, kind, &error)),
    }
}

/// Writes a file, and creates its folder if necessary.
pub(crate) fn write(path: &Path, kind: &str, text: &str) -> Result<(), SchemaError> {
    let created = path.parent().map_or(Ok(()), fs::create_dir_all);
    created
        .and_then(|()| fs::write(path, text))
        .map_err(|error| failed("write", path, kind, &error))
}

fn failed(done: &str, path: &Path, kind: &str, error: &io::Error) -> SchemaError {
    SchemaError::new(format!("cannot {done} the {kind} `{}`: {error}", path.display()))
}
