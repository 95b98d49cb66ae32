//! Compares a document with a committed file, in a test.

use std::path::Path;
use std::{env, fs, io};

use crate::error::SchemaError;

/// The value of `DDBKEY_SNAPSHOT` with which a test accepts the present document.
const WRITE: &str = "write";

/// Compares a document with a file, or writes the file. `kind` is the name of such a file for messages, and `changes`
/// describes how the two differ.
pub(crate) fn check(
    path: &Path,
    kind: &str,
    present: &str,
    changes: impl FnOnce(&str) -> Result<String, SchemaError>,
) -> Result<(), SchemaError> {
    let shown = path.display();
    let failed = |done: &str, error: &io::Error| {
        SchemaError::new(format!("cannot {done} the {kind} `{shown}`: {error}"))
    };
    let write = || write(path, present).map_err(|error| failed("write", &error));
    if env::var_os("DDBKEY_SNAPSHOT").is_some_and(|value| value == WRITE) {
        return write();
    }
    let committed = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write()?;
            return Err(SchemaError::new(format!(
                "there was no {kind} `{shown}`\nhelp: commit it, now that it is written"
            )));
        }
        Err(error) => return Err(failed("read", &error)),
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

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
