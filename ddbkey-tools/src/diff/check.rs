//! Compares a schema with a committed snapshot, in a test.

use std::path::Path;

use ddbkey::schema::TableSchema;

use super::diff;
use crate::committed;
use crate::error::SchemaError;
use crate::schema::Schema;

/// Compares the schema of a table with a snapshot file that is committed next to the code. This is the whole
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
///     ddbkey_tools::check_snapshot(Shop::SCHEMA, "tests/shop.schema.toml")
/// }
/// # keys_are_as_they_were().unwrap();
/// ```
///
/// Cargo runs a test in the folder of its package, so a relative path starts there. If the environment variable
/// `DDBKEY_SNAPSHOT=write` is set, this writes the file instead, and creates its folder if necessary.
///
/// # Errors
///
/// Returns [`SchemaError`] in these cases:
///
/// - the schema differs from the file: the error prints every [change](super::SchemaChange) with its cost, the order of
///   deploys, and a link to the guide;
/// - the file does not exist: it is written, for you to commit;
/// - the file cannot be read or written, or is [not a snapshot](Schema::parse).
pub fn check_snapshot(schema: &TableSchema, path: impl AsRef<Path>) -> Result<(), SchemaError> {
    let (path, schema) = (path.as_ref(), Schema::of(schema));
    let present = schema.to_string();
    committed::check(path, "snapshot", &present, |committed| {
        let changes = diff(&Schema::parse(committed)?, &schema);
        let mut changes: Vec<_> = changes.iter().map(|change| format!("{change:#}")).collect();
        if changes.is_empty() {
            let lines = committed.lines().zip(present.lines());
            let line = lines.take_while(|(one, other)| one == other).count() + 1;
            changes.push(format!(
                "no stored item is affected; the snapshots differ from line {line} on"
            ));
        }
        let (name, shown) = (&schema.name, path.display());
        Ok(format!("the schema of `{name}` differs from `{shown}`:\n{}", changes.join("\n")))
    })
}
