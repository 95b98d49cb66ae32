//! `cargo ddbkey cloud-formation`

use std::path::PathBuf;

use super::{Failure, Found, input, output};
use crate::cloud_formation;

/// Print a CloudFormation template that creates the table.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey cloud-formation tests/shop.schema.txt > shop.template.json")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        output::print(cloud_formation(&input::schema(&self.schema)?))?;
        Ok(Found::Nothing)
    }
}
