//! A document in a committed file, which a test holds against the present one.

use std::path::Path;
use std::{env, fs, io};

use crate::error::SchemaError;

/// What `DDBKEY_SNAPSHOT` is set to so that a test accepts the present document.
const WRITE: &str = "write";

/// Holds a document against a file, or writes the file. `kind` is what the file is called, and `changes` says how the two
/// differ.
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
    // A checkout can have other ends of lines.
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
