//! `cargo ddbkey leading-keys`

use anstream::eprint;

use super::{Document, Failure, Findings, output};
use crate::leading_keys;
use crate::schema::Schema;

/// Print the condition of an IAM policy that confines a principal to the partitions of its tenant.
///
/// Standard error lists what the condition does not confine, then what it covers.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cargo ddbkey leading-keys tests/shop.schema.toml tenant_id '${aws:PrincipalTag/tenant}'")]
pub struct Args {
    /// The field that tells which tenant an item belongs to
    field: String,
    /// The value of that field, or one policy variable
    value: String,
    /// Print the whole statement for the table with this ARN
    #[arg(long, value_name = "ARN")]
    statement: Option<String>,
}

impl Document for Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        let policy = leading_keys(schema, &self.field, &self.value)?;
        policy.lists().for_each(|list| eprint!("{list}"));
        let json = match &self.statement {
            Some(arn) => policy.statement(arn),
            None => policy.condition(),
        };
        output::print(json + "\n").map(|()| Findings::Nothing)
    }
}
