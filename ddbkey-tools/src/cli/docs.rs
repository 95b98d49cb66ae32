//! `cargo ddbkey docs`

use std::path::PathBuf;

use super::{Failure, Found, input, output};
use crate::{markdown, mermaid};

/// Print the schema as a table for a README: a row for each entity, a column for each key attribute.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey docs tests/shop.schema.txt > docs/table.md")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
    /// Print a Mermaid diagram
    #[arg(long)]
    mermaid: bool,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        let schema = input::schema(&self.schema)?;
        output::print(if self.mermaid { mermaid(&schema) } else { markdown(&schema) })?;
        Ok(Found::Nothing)
    }
}
