//! A committed snapshot, in a test.

use std::path::Path;
use std::{env, fs, io};

use ddbkey::schema::TableSchema;

use super::diff;
use crate::error::SchemaError;
use crate::schema::Schema;

/// What `DDBKEY_SNAPSHOT` is set to so that a test accepts the present schema.
const WRITE: &str = "write";

/// Compares the schema of a table with the snapshot in a file, which is committed beside the code. This is the whole
/// test:
///
/// ```no_run
/// # use ddbkey::{DdbKeys, DdbTable};
/// # #[derive(DdbKeys)]
/// # #[pk("USER", user_id)]
/// # #[sk("PROFILE")]
/// # struct User { user_id: String }
/// # #[derive(DdbTable)]
/// # enum Shop { User(User) }
/// # /*
/// #[test]
/// # */
/// fn keys_are_as_they_were() -> Result<(), ddbkey_tools::SchemaError> {
///     ddbkey_tools::check_snapshot(Shop::SCHEMA, "tests/shop.schema.txt")
/// }
/// # keys_are_as_they_were().unwrap();
/// ```
///
/// Cargo runs a test in the folder of its package, which a relative path starts from. With the environment variable
/// `DDBKEY_SNAPSHOT=write` the file is written, and its folder if there is none, and nothing is compared.
///
/// # Errors
///
/// Returns [`SchemaError`] if
///
/// - the schema is not that of the file: it prints every [change](super::SchemaChange) with its cost, the order of
///   deploys, and a link to what the guide says about it;
/// - there is no file: it is written, for you to commit;
/// - the file cannot be read or written, or is [no snapshot](Schema::parse).
pub fn check_snapshot(schema: &TableSchema, path: impl AsRef<Path>) -> Result<(), SchemaError> {
    let is_accepted = env::var_os("DDBKEY_SNAPSHOT").is_some_and(|value| value == WRITE);
    let (path, schema) = (path.as_ref(), Schema::of(schema));
    let (shown, present) = (path.display(), schema.to_string());
    let failed = |done: &str, error: &io::Error| {
        SchemaError::new(format!("cannot {done} the snapshot `{shown}`: {error}"))
    };
    let write = || write(path, &present).map_err(|error| failed("write", &error));
    if is_accepted {
        return write();
    }
    let committed = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write()?;
            return Err(SchemaError::new(format!(
                "there was no snapshot `{shown}`\nhelp: commit it, now that it is written"
            )));
        }
        Err(error) => return Err(failed("read", &error)),
    };
    // A checkout can have other ends of lines.
    if committed.lines().eq(present.lines()) {
        return Ok(());
    }
    let changes = diff(&Schema::parse(&committed)?, &schema);
    let mut changes: Vec<_> = changes.iter().map(|change| format!("{change:#}")).collect();
    if changes.is_empty() {
        let same = committed.lines().zip(present.lines()).take_while(|(one, other)| one == other);
        let line = same.count() + 1;
        changes.push(format!("no stored item is concerned; the text differs from line {line} on"));
    }
    Err(SchemaError::new(format!(
        "the schema of `{}` is not that of `{shown}`:\n{}\n\
         help: to accept this, run the test with \
         `DDBKEY_SNAPSHOT={WRITE}`, and commit the file",
        schema.name(),
        changes.join("\n"),
    )))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
