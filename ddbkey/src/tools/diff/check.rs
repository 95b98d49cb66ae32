//! A committed snapshot, in a test.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use std::path::Path;
use std::{env, fs, io};

use super::SnapshotError;
use crate::table::TableSchema;

/// What `DDBKEY_SNAPSHOT` is set to so that a test accepts the present schema.
const WRITE: &str = "write";

impl TableSchema {
    /// Compares the schema with the snapshot in a file, which is committed beside the code. This is the whole test:
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
    /// fn keys_are_as_they_were() -> Result<(), ddbkey::tools::SnapshotError> {
    ///     Shop::SCHEMA.check_snapshot("tests/shop.schema.txt")
    /// }
    /// # keys_are_as_they_were().unwrap();
    /// ```
    ///
    /// Cargo runs a test in the folder of its package, which a relative path starts from. With the environment variable
    /// `DDBKEY_SNAPSHOT=write` the file is written, and its folder if there is none, and nothing is compared.
    ///
    /// # Errors
    ///
    /// Returns [`SnapshotError`] if
    ///
    /// - the schema is not that of the file: it prints every [change](super::SchemaChange) with its cost, the order of
    ///   deploys, and a link to what the guide says about it;
    /// - there is no file: it is written, for you to commit;
    /// - the file cannot be read or written, or is [no snapshot](Self::diff).
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn check_snapshot(&self, path: impl AsRef<Path>) -> Result<(), SnapshotError> {
        let is_accepted = env::var_os("DDBKEY_SNAPSHOT").is_some_and(|value| value == WRITE);
        let (path, present) = (path.as_ref(), self.to_string());
        let shown = path.display();
        let failed = |done: &str, error: &io::Error| {
            SnapshotError::new(format!("cannot {done} the snapshot `{shown}`: {error}"))
        };
        let write = || write(path, &present).map_err(|error| failed("write", &error));
        if is_accepted {
            return write();
        }
        let committed = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write()?;
                let fault = format!(
                    "there was no snapshot `{shown}`\nhelp: commit it, now that it is written"
                );
                return Err(SnapshotError::new(fault));
            }
            Err(error) => return Err(failed("read", &error)),
        };
        // A checkout can have other ends of lines.
        if committed.lines().eq(present.lines()) {
            return Ok(());
        }
        let mut changes: Vec<_> =
            self.diff(&committed)?.iter().map(|change| format!("{change:#}")).collect();
        if changes.is_empty() {
            let lines = committed.lines().zip(present.lines());
            let same = lines.take_while(|(committed, present)| committed == present).count();
            changes.push(format!(
                "only the text differs, from line {} on: no stored item is concerned",
                same + 1
            ));
        }
        Err(SnapshotError::new(format!(
            "the schema of `{}` is not that of `{shown}`:\n{}\n\
             help: to accept this, run the test with \
             `DDBKEY_SNAPSHOT={WRITE}`, and commit the file",
            self.name(),
            changes.join("\n"),
        )))
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
