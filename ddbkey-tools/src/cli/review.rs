//! `cargo ddbkey review`

use super::{Document, Failure, Findings, output};
use crate::review;
use crate::schema::Schema;

/// Ask what an experienced designer of tables would ask: hot partitions, costly indexes, lists that grow.
///
/// The exit status is 1 if there is a note. A test with `check_review` stores your answers.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey review tests/shop.schema.toml")]
pub struct Args;

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        let notes = review(schema);
        let lines = notes.iter().map(|note| format!("{note}\n")).collect::<Vec<_>>();
        output::print(lines.concat())?;
        Ok(Findings::of(!notes.is_empty()))
    }
}
