//! The subcommands about one schema, with their arguments.

use std::path::PathBuf;

use anstream::{eprint, eprintln};
use clap::Subcommand;

use super::{Failure, Findings, explain, input, output};
use crate::diff::{Deploy, diff};
use crate::schema::Schema;
use crate::{
    cloud_formation, event_filter, leading_keys, markdown, mermaid, queries, review, terraform,
};

/// The subcommands about one schema, which the arguments `S` name.
#[derive(Subcommand)]
pub enum Documents<S: clap::Args> {
    /// Compare the schema with the one before a change: what each change costs, and in which order to deploy it.
    ///
    /// The exit status is 1 if a change is breaking: whatever is deployed first, one version misses items.
    #[command(after_help = "\
Example:
  git show main:tests/shop.schema.toml | cargo ddbkey diff - tests/shop.schema.toml")]
    Diff {
        /// The schema before the change
        old: PathBuf,
        #[command(flatten)]
        of: S,
    },
    /// Print the schema as a table for a README: a row for each entity, a column for each key attribute.
    #[command(after_help = "\
Example:
  cargo ddbkey docs tests/shop.schema.toml > docs/table.md")]
    Docs {
        #[command(flatten)]
        of: S,
        /// Print a Mermaid diagram instead
        #[arg(long)]
        mermaid: bool,
        /// Print the queries of each key instead: what each becomes, reads and returns
        #[arg(long, conflicts_with = "mermaid")]
        queries: bool,
    },
    /// Print the schema as JSON, for programs in other languages.
    #[command(after_help = "\
Example:
  cargo ddbkey json tests/shop.schema.toml | jq '.entities[].name'")]
    Json {
        #[command(flatten)]
        of: S,
    },
    /// Print a CloudFormation template that creates the table.
    #[command(after_help = "\
Example:
  cargo ddbkey cloud-formation tests/shop.schema.toml > shop.template.json")]
    CloudFormation {
        #[command(flatten)]
        of: S,
    },
    /// Print a Terraform file in JSON syntax that creates the table.
    #[command(after_help = "\
Example:
  cargo ddbkey terraform tests/shop.schema.toml > shop.tf.json")]
    Terraform {
        #[command(flatten)]
        of: S,
    },
    /// Print the condition of an IAM policy that confines a principal to the partitions of its tenant.
    ///
    /// Standard error lists what the condition does not confine, then what it covers.
    #[command(after_help = "\
Example:
  cargo ddbkey leading-keys tests/shop.schema.toml tenant_id '${aws:PrincipalTag/tenant}'")]
    LeadingKeys {
        #[command(flatten)]
        of: S,
        /// The field that tells which tenant an item belongs to
        field: String,
        /// The value of that field, or one policy variable
        value: String,
        /// Print the whole statement for the table with this ARN
        #[arg(long, value_name = "ARN")]
        statement: Option<String>,
    },
    /// Ask what an experienced designer of tables would ask: hot partitions, costly indexes, lists that grow.
    ///
    /// The exit status is 1 if there is a note. A test with `check_review` stores your answers.
    #[command(after_help = "\
Example:
  cargo ddbkey review tests/shop.schema.toml")]
    Review {
        #[command(flatten)]
        of: S,
    },
    /// Print the filter of a stream that passes the records of some entities, as JSON.
    ///
    /// Standard error names other entities whose records may pass as well.
    #[command(after_help = "\
Example:
  cargo ddbkey event-filter tests/shop.schema.toml Order OrderItem > filter.json")]
    EventFilter {
        #[command(flatten)]
        of: S,
        /// The entities whose records pass
        #[arg(required = true)]
        entities: Vec<String>,
    },
    Explain {
        #[command(flatten)]
        of: S,
        #[command(flatten)]
        key: explain::Args,
    },
}

// A doc comment would be the description of every subcommand.
#[derive(clap::Args)]
pub struct SchemaFile {
    /// The snapshot of the table, or its JSON
    #[arg(value_name = "SCHEMA")]
    path: PathBuf,
}

impl Documents<SchemaFile> {
    /// Runs the subcommand on the schema in the file.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or the output cannot be written.
    pub fn run_on_file(&self) -> Result<Findings, Failure> {
        match self {
            Self::Diff { old, of }
                if [old, &of.path].iter().all(|path| input::is_standard_input(path)) =>
            {
                Err("standard input can be only one of the two schemas".into())
            }
            _ => self.run(|of| input::schema(&of.path)),
        }
    }
}

impl<S: clap::Args> Documents<S> {
    /// Runs the subcommand on the schema that the arguments name.
    pub(crate) fn run(
        &self,
        schema: impl FnOnce(&S) -> Result<Schema, Failure>,
    ) -> Result<Findings, Failure> {
        match self {
            Self::Diff { old, of } => return compare(&input::schema(old)?, &schema(of)?),
            Self::Docs { of, mermaid: true, .. } => output::print(mermaid(&schema(of)?)),
            Self::Docs { of, queries: true, .. } => output::print(queries(&schema(of)?)),
            Self::Docs { of, .. } => output::print(markdown(&schema(of)?)),
            Self::Json { of } => output::print(serde_json::to_string_pretty(&schema(of)?)? + "\n"),
            Self::CloudFormation { of } => output::print(cloud_formation(&schema(of)?)),
            Self::Terraform { of } => output::print(terraform(&schema(of)?)),
            Self::LeadingKeys { of, field, value, statement } => {
                let policy = leading_keys(&schema(of)?, field, value)?;
                policy.lists().for_each(|list| eprint!("{list}"));
                let json = statement.as_ref().map(|arn| policy.statement(arn));
                output::print(json.unwrap_or_else(|| policy.condition()) + "\n")
            }
            Self::Review { of } => {
                let notes = review(&schema(of)?);
                output::print(
                    notes.iter().map(|note| format!("{note}\n")).collect::<Vec<_>>().concat(),
                )?;
                return Ok(Findings::when(!notes.is_empty()));
            }
            Self::EventFilter { of, entities } => {
                let entities: Vec<_> = entities.iter().map(String::as_str).collect();
                let filter = event_filter(&schema(of)?, &entities)?;
                let others = filter.also_lets_through().join(", ");
                if !others.is_empty() {
                    eprintln!("some records of other entities pass: {others}");
                }
                output::print(format_args!("{filter}\n"))
            }
            Self::Explain { of, key } => return key.run(&schema(of)?),
        }
        .map(|()| Findings::Nothing)
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
    Ok(Findings::when(is_breaking))
}
