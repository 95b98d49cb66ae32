//! `cargo ddbkey cloud-formation`

use super::{Document, Failure, Findings, output};
use crate::cloud_formation;
use crate::schema::Schema;

/// Print a CloudFormation template that creates the table.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey cloud-formation tests/shop.schema.toml > shop.template.json")]
pub struct Args;

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        output::print(cloud_formation(schema)).map(|()| Findings::Nothing)
    }
}
