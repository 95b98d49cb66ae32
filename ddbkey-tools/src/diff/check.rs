//! A committed snapshot, in a test.

use std::path::Path;

use ddbkey::schema::TableSchema;

use super::diff;
use crate::committed;
use crate::error::SchemaError;
use crate::schema::Schema;

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
    let (path, schema) = (path.as_ref(), Schema::of(schema));
    let present = schema.to_string();
    committed::check(path, "snapshot", &present, |committed| {
        let changes = diff(&Schema::parse(committed)?, &schema);
        let mut changes: Vec<_> = changes.iter().map(|change| format!("{change:#}")).collect();
        if changes.is_empty() {
            let lines = committed.lines().zip(present.lines());
            let line = lines.take_while(|(one, other)| one == other).count() + 1;
            changes
                .push(format!("no stored item is concerned; the text differs from line {line} on"));
        }
        let (name, shown) = (schema.name(), path.display());
        Ok(format!("the schema of `{name}` is not that of `{shown}`:\n{}", changes.join("\n")))
    })
}
