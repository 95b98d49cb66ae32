//! `cargo ddbkey docs`

use super::{Document, Failure, Findings, output};
use crate::schema::Schema;
use crate::{markdown, mermaid, queries};

/// Print the schema as a table for a README: a row for each entity, a column for each key attribute.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey docs tests/shop.schema.toml > docs/table.md")]
pub struct Args {
    /// Print a Mermaid diagram instead
    #[arg(long)]
    mermaid: bool,
    /// Print the queries of each key instead: what each becomes, reads and returns
    #[arg(long, conflicts_with = "mermaid")]
    queries: bool,
}

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        output::print(match self {
            Self { mermaid: true, .. } => mermaid(schema),
            Self { queries: true, .. } => queries(schema),
            _ => markdown(schema),
        })?;
        Ok(Findings::Nothing)
    }
}
