//! `cargo ddbkey event-filter`

use anstream::eprintln;

use super::{Document, Failure, Findings, output};
use crate::event_filter;
use crate::schema::Schema;

/// Print the filter of a stream that passes the records of some entities, as JSON.
///
/// Standard error names other entities whose records may pass as well.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey event-filter tests/shop.schema.toml Order OrderItem > filter.json")]
pub struct Args {
    /// The entities whose records pass
    #[arg(required = true)]
    entities: Vec<String>,
}

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        let entities: Vec<_> = self.entities.iter().map(String::as_str).collect();
        let filter = event_filter(schema, &entities)?;
        if !filter.also_lets_through().is_empty() {
            eprintln!(
                "some records of other entities pass: {}",
                filter.also_lets_through().join(", ")
            );
        }
        output::print(format_args!("{filter}\n")).map(|()| Findings::Nothing)
    }
}
