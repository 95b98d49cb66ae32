//! `cargo ddbkey json`

use super::{Document, Failure, Findings, output};
use crate::schema::Schema;

/// Print the schema as JSON, for programs in other languages.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey json tests/shop.schema.toml | jq '.entities[].name'")]
pub struct Args;

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        output::print(serde_json::to_string_pretty(schema)? + "\n").map(|()| Findings::Nothing)
    }
}
