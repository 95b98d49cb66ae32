//! `cargo ddbkey terraform`

use std::path::PathBuf;

use super::{Failure, Found, input, output};
use crate::terraform;

/// Print a Terraform file in JSON syntax that creates the table.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey terraform tests/shop.schema.txt > shop.tf.json")]
pub(super) struct Args {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
}

impl Args {
    pub(super) fn run(&self) -> Result<Found, Failure> {
        output::print(terraform(&input::schema(&self.schema)?))?;
        Ok(Found::Nothing)
    }
}
