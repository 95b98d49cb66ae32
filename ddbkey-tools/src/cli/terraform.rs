//! `cargo ddbkey terraform`

use super::{Document, Failure, Findings, output};
use crate::schema::Schema;
use crate::terraform;

/// Print a Terraform file in JSON syntax that creates the table.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey terraform tests/shop.schema.toml > shop.tf.json")]
pub struct Args;

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        output::print(terraform(schema)).map(|()| Findings::Nothing)
    }
}
