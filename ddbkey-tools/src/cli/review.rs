//! `cargo ddbkey review`

use std::path::PathBuf;

use super::{Failure, Found, input, output};
use crate::review;

/// Ask what an experienced designer of tables would ask: hot partitions, costly indexes, lists that grow.
///
/// The exit status is 1 if there is a note. A test with `check_review` holds your answers.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey review tests/shop.schema.txt")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        let notes = review(&input::schema(&self.schema)?);
        let lines = notes.iter().map(|note| format!("{note}\n")).collect::<Vec<_>>();
        output::print(lines.concat())?;
        Ok(if notes.is_empty() { Found::Nothing } else { Found::Something })
    }
}
