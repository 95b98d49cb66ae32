//! `cargo ddbkey docs`

use std::path::PathBuf;

use super::{Failure, Found, input, output};
use crate::{markdown, mermaid, queries};

/// Print the schema as a table for a README: a row for each entity, a column for each key attribute.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey docs tests/shop.schema.txt > docs/table.md")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
    /// Print a Mermaid diagram instead
    #[arg(long)]
    mermaid: bool,
    /// Print the queries of each key instead: what each becomes, reads and returns
    #[arg(long, conflicts_with = "mermaid")]
    queries: bool,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        let schema = input::schema(&self.schema)?;
        output::print(match self {
            Self { mermaid: true, .. } => mermaid(&schema),
            Self { queries: true, .. } => queries(&schema),
            _ => markdown(&schema),
        })?;
        Ok(Found::Nothing)
    }
}
