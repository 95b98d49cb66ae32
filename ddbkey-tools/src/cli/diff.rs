//! `cargo ddbkey diff`

use std::path::PathBuf;

use super::{Document, Failure, Findings, input, output};
use crate::diff::{Deploy, diff};
use crate::schema::Schema;

/// Compare two schemas: what each change costs, and in which order to deploy it.
///
/// The exit status is 1 if a change is breaking: whatever is deployed first, one version misses items.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  git show main:tests/shop.schema.toml | cargo ddbkey diff - tests/shop.schema.toml")]
pub struct Args {
    /// The schema before the change
    old: PathBuf,
    /// The schema after the change
    new: PathBuf,
}

impl Args {
    pub fn run(&self) -> Result<Findings, Failure> {
        if [&self.old, &self.new].into_iter().all(|path| input::is_standard_input(path)) {
            return Err("standard input can be only one of the two schemas".into());
        }
        compare(&input::schema(&self.old)?, &input::schema(&self.new)?)
    }
}

/// Compare the schema with the one before a change: what each change costs, and in which order to deploy it.
///
/// The exit status is 1 if a change is breaking: whatever is deployed first, one version misses items.
#[derive(clap::Args)]
pub(crate) struct SinceArgs {
    /// The schema before the change
    old: PathBuf,
}

impl Document for SinceArgs {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        compare(&input::schema(&self.old)?, schema)
    }
}

fn compare(old: &Schema, new: &Schema) -> Result<Findings, Failure> {
    let changes = diff(old, new);
    let is_breaking = changes.iter().any(|change| change.deploy() == Deploy::Breaking);
    let lines = changes.iter().map(|change| match change.deploy() {
        Deploy::Breaking => format!("{}\n", output::error(change)),
        _ => format!("{change}\n"),
    });
    output::print(lines.collect::<String>())?;
    Ok(Findings::of(is_breaking))
}
