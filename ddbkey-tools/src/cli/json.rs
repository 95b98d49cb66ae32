//! `cargo ddbkey json`

use std::path::PathBuf;

use super::{Failure, Found, input, output};

/// Print the schema as JSON, for programs in other languages.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey json tests/shop.schema.txt | jq '.entities[].name'")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        let schema = input::schema(&self.schema)?;
        output::print(serde_json::to_string_pretty(&schema)? + "\n")?;
        Ok(Found::Nothing)
    }
}
